#!/usr/bin/env python3
"""Nasty and malformed documents: each meets what the corpus expects of it, none crashes or hangs.

robust.py --octavo PROGRAM [--corpus DIR] [--split robust] [--json FILE]
expect: ok (exit 0), ok-or-error, error (exit 1 with a stable code), password (error without, ok with it).
Exit 1 when a document does not meet it.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

import corpus
import measure

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 300
CODES = re.compile(r"\b(file_\w+|page_\w+|limit_exceeded|output_unwritable|storage_full|model_\w+|invalid_argument)\b")


def _parse(octavo, path, *more):
    with tempfile.TemporaryDirectory() as folder:
        run = measure.run([octavo, "parse", path, "-o", folder, "--quiet", *more], TIMEOUT)
        left = [p for p in Path(folder).rglob("*") if p.is_file()]
        whole = bool(left) and any(p.suffix == ".md" for p in left)
    return run, left, whole


def verdict(octavo, document):
    """(what is wrong, or empty; the run)."""
    run, left, whole = _parse(octavo, document.path)
    code = CODES.search(run.stderr)
    said = code.group(0) if code else ""
    if run.timed_out:
        return f"not done after {TIMEOUT} s", run, said
    if run.code not in (0, 1, 3):
        return f"crash: exit {run.code}: {run.stderr[-200:]}", run, said
    if run.code in (0, 3) and not whole:
        return "exit 0 without Markdown", run, said
    if run.code == 1 and (not code or left):
        return f"an error without a code, or with files left: {run.stderr[-200:]!r} {left}", run, said
    if document.expect == "ok" and run.code != 0:
        return f"exit {run.code}, expected ok: {run.stderr[-200:]}", run, said
    if document.expect == "error" and run.code != 1:
        return f"exit {run.code}, expected an error", run, said
    if document.expect == "password":
        if said != "file_encrypted":
            return f"expected file_encrypted, got {said or run.code}", run, said
        run, left, whole = _parse(octavo, document.path, "--password", document.password)
        return ("" if run.code == 0 and whole else f"exit {run.code} with the password"), run, said
    return "", run, said


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--corpus", default=str(ROOT.parent / "shared/corpus"))
    parser.add_argument("--split", default="robust")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    results, bad = {}, 0
    for document in corpus.read(arguments.corpus, arguments.split):
        wrong, run, said = verdict(arguments.octavo, document)
        wrong = wrong.replace(f"{document.path.parent}/", "")  # no path of this machine in a result
        bad += bool(wrong)
        results[document.id] = {"expect": document.expect, "exit": run.code, "code": said, "wrong": wrong,
                                "seconds": round(run.seconds, 2), "megabytes": round(run.megabytes)}  # fmt: skip
        print(f"{'BAD' if wrong else 'ok ':<4}{document.id:<44}{document.expect:<12} exit {run.code} {said:<22}"
              f"{run.seconds:6.1f} s {run.megabytes:6.0f} MB  {wrong}", flush=True)
    print(f"{len(results) - bad} of {len(results)} as expected")
    if arguments.json:
        result = {"split": arguments.split, "commit": measure.commit(ROOT), "machine": measure.machine(), "documents": results}
        Path(arguments.json).write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
