#!/usr/bin/env python3
"""Runs octavo over a corpus and scores it with the corpus' own scorer.

accuracy.py --octavo PROGRAM --scorer-python PYTHON [--corpus DIR] [--split dev] [--docs a,b] [--json FILE]
            [--keep DIR]
One process a document, so that one crash costs one document and each has a time. --keep leaves the Markdown.
"""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

import corpus
import measure

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TIMEOUT = 600
WORST = 10


def parse_document(octavo, document, predictions):
    """Writes predictions/<id>.md; returns the run."""
    with tempfile.TemporaryDirectory() as folder:
        command = [octavo, "parse", document.path, "-o", folder, "--quiet"]
        if document.password and document.expect == "password":
            command += ["--password", document.password]
        run = measure.run(command, TIMEOUT)
        found = sorted(Path(folder).rglob("*.md"))
        if found:
            shutil.copyfile(found[0], predictions / f"{document.id}.md")
    return run


def _row(name, values, extra=""):
    cells = [f"{values[m]:>8.{d}f}" if m in values else f"{'–':>8}" for m, (_, d) in corpus.MEASURES.items()]
    return f"{name:<36}{values.get('docs', ''):>5}" + "".join(cells) + extra


def _peer_rows(group, peers):
    for name, values in peers.get(group, {}).items():
        yield _row("    " + name, dict(zip(peers["columns"], values)))


def _by(documents, scores, key):
    groups = {}
    for document in documents:
        groups.setdefault(getattr(document, key), []).append(scores[document.id])
    return {name: corpus.average(values) for name, values in sorted(groups.items())}


def result_of(documents, scores, runs, arguments):
    groups = {}
    for group in corpus.GROUPS:
        members = [d for d in documents if d.group == group]
        if members:
            groups[group] = {"summary": corpus.average([scores[d.id] for d in members]),
                             "by_kind": _by(members, scores, "kind"), "by_language": _by(members, scores, "language"),
                             "median_seconds": round(measure.median([runs[d.id].seconds for d in members]), 2)}  # fmt: skip
    return {"split": arguments.split, "commit": measure.commit(ROOT), "machine": measure.machine(), "groups": groups,
            "documents": {d.id: scores[d.id] | {"seconds": round(runs[d.id].seconds, 2), "exit": runs[d.id].code,
                                                "megabytes": round(runs[d.id].megabytes)} for d in documents}}  # fmt: skip


def report(result, documents):
    peers = json.loads((HERE / "peers.json").read_text(encoding="utf-8"))
    heading = f"{'':<36}{'docs':>5}" + "".join(f"{h:>8}" for h, _ in corpus.MEASURES.values())
    for group, values in result["groups"].items():
        print(f"\n{heading}   median {values['median_seconds']} s a document")
        print(_row(group, values["summary"]))
        for row in _peer_rows(group, peers):
            print(row)
        for title in ("by_kind", "by_language"):
            for name, row in values[title].items():
                print(_row("  " + name, row))
    print(f"\nPeers: {peers['source']}. Edits: 0 is best; score, tokens, TEDS, asserts: the most is best.")
    scored = result["documents"]
    print(f"\nThe {WORST} worst (formula crops apart):")
    ranked = sorted((d for d in documents if d.group != "formula crops"), key=lambda d: (scored[d.id]["score"], d.id))
    for d in ranked[:WORST]:
        parts = ", ".join(f"{h} {scored[d.id][m]:.{n}f}" for m, (h, n) in corpus.MEASURES.items()
                          if m in scored[d.id] and m != "score")
        print(f"  {scored[d.id]['score']:5.1f}  {d.id}  ({d.kind}, {d.language}; {parts}; {scored[d.id]['seconds']} s)")
    failed = [d for d in documents if scored[d.id]["exit"] != 0]
    print(f"\n{len(failed)} of {len(documents)} did not end with exit 0" + "".join(
        f"\n  {d.id}: exit {scored[d.id]['exit']}" for d in failed))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--scorer-python", default=sys.executable)
    parser.add_argument("--corpus", default=str(ROOT.parent / "shared/corpus"))
    parser.add_argument("--split", default="dev")
    parser.add_argument("--docs", default="")
    parser.add_argument("--json")
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    names = set(filter(None, arguments.docs.split(",")))
    documents = [d for d in corpus.read(arguments.corpus, arguments.split, names) if d.has_truth]
    runs = {}
    with tempfile.TemporaryDirectory() as folder:
        predictions = Path(arguments.keep or folder)
        predictions.mkdir(parents=True, exist_ok=True)
        for number, document in enumerate(documents, 1):
            runs[document.id] = parse_document(arguments.octavo, document, predictions)
            print(f"\r{number}/{len(documents)} {document.id:<60}", end="", file=sys.stderr)
        print(file=sys.stderr)
        scores = corpus.score(arguments.corpus, predictions, documents, arguments.scorer_python)
    result = result_of(documents, scores, runs, arguments)
    report(result, documents)
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
