#!/usr/bin/env python3
"""Speed and memory of octavo parse, next to peers in the same run.

speed.py --octavo PROGRAM --inputs DIR [--corpus DIR] [--peers PYTHON] [--scorer-python PYTHON] [--runs 5]
         [--threads 2] [--json FILE] [--plot FILE.svg]
Octavo and a peer take turns on each file; figures are medians. A time is that of a whole process from start
to end for octavo, and that of the call alone, in a warm process, for a peer: start-up counts against us only.
The files are in speed_files.json: born-digital PDFs without any picture, and pictures that need OCR.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import corpus
import measure
import plot

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.documents = {}
        if (Path(arguments.corpus) / "MANIFEST.tsv").exists():
            self.documents = {d.id: d for d in corpus.read(arguments.corpus)}

    def path(self, name):
        """None when the file is of a corpus that is not here."""
        kind, _, rest = name.partition("/")
        if kind == "samples":
            return ROOT / name
        if kind == "made":
            return Path(self.arguments.inputs) / rest
        return self.documents[rest].path if rest in self.documents else None

    def files(self, kind):
        names = json.loads((HERE / "speed_files.json").read_text(encoding="utf-8"))[kind]
        return {name: self.path(name) for name in names if self.path(name)}

    def octavo(self, *paths, more=()):
        """(run, report of the first input, Markdown of the first input)."""
        with tempfile.TemporaryDirectory() as folder:
            command = [self.arguments.octavo, "parse", *paths, "-o", folder, "--quiet",
                       "--threads", str(self.arguments.threads), *more]  # fmt: skip
            run = measure.run(command)
            if run.code != 0:
                sys.exit(f"octavo failed on {paths}: {run.stderr}")
            reports = sorted(Path(folder).rglob("*_report.json"))
            markdown = sorted(Path(folder).rglob("*.md"))
            report = json.loads(reports[0].read_text(encoding="utf-8")) if reports else {"pages": []}
            return run, report, markdown[0].read_text(encoding="utf-8") if markdown else ""

    def peer(self, *words):
        if not self.arguments.peers:
            return None
        run = measure.run([self.arguments.peers, HERE / "peer_run.py", *words], timeout=1800)
        if run.code != 0:
            sys.exit(f"peer failed: {run.stderr[-500:]}")
        return json.loads(run.stdout)

    def text(self):
        rows = []
        for name, path in self.files("text").items():
            ours, theirs, pages, networks = [], [], 0, 0
            for _ in range(self.arguments.runs):
                run, report, _ = self.octavo(path)
                ours.append(run.seconds)
                pages = len(report["pages"])
                networks = sum(bool(p.get("layout_network")) for p in report["pages"])
                # The longest file once only: a peer takes minutes for it.
                if pages < 100 or not theirs:
                    peer = self.peer("pymupdf4llm", path)
                    theirs += [peer[0]["seconds"]] if peer else []
            rows.append({"file": name, "pages": pages, "network_pages": networks, "seconds": measure.median(ours),
                         "peer_seconds": measure.median(theirs) if theirs else None})
            self.say(rows[-1], "pymupdf4llm")
        return rows

    def ocr(self):
        rows, texts = [], {"octavo": {}, "rapidocr": {}}
        for name, path in self.files("ocr").items():
            ours, theirs = [], []
            for _ in range(max(1, self.arguments.runs // 2)):
                run, report, text = self.octavo(path)
                ours.append(run.seconds / max(1, len(report["pages"])))
                peer = self.peer("rapidocr", self.arguments.threads, path)
                theirs += [peer[0]["seconds"]] if peer else []
            texts["octavo"][name], texts["rapidocr"][name] = text, peer[0]["text"] if peer else ""
            rows.append({"file": name, "pages": 1, "seconds": measure.median(ours),
                         "peer_seconds": measure.median(theirs) if theirs else None})
            self.say(rows[-1], "RapidOCR")
        return rows, {who: self.text_quality(found) for who, found in texts.items()}

    def text_quality(self, texts):
        """Mean text edit over the files that have a truth."""
        documents = [self.documents[n.partition("/")[2]] for n in texts if n.startswith("corpus/")]
        if not documents:
            return None
        with tempfile.TemporaryDirectory() as folder:
            for document in documents:
                (Path(folder) / f"{document.id}.md").write_text(texts[f"corpus/{document.id}"], encoding="utf-8")
            scores = corpus.score(self.arguments.corpus, folder, documents, self.arguments.scorer_python)
        edits = [s["text_edit"] if "text_edit" in s else 1 - s["token_f1"] for s in scores.values()]
        return round(sum(edits) / len(edits), 4)

    def say(self, row, peer):
        ratio = f"{row['peer_seconds'] / row['seconds']:5.1f}x {peer} ({row['peer_seconds']:.2f} s)" if row["peer_seconds"] else ""
        print(f"  {row['file']:<44}{row['pages']:>4} pages {row['seconds']:8.3f} s {row['pages'] / row['seconds']:8.1f} pages/s  {ratio}",
              flush=True)

    def start(self):
        """Start to the end of a one-page parse, with the compiled networks cached."""
        rows = {}
        for name, path, more in [("born-digital page", ROOT / "samples/report.pdf", ("--pages", "1")),
                                 ("page that asks the layout network", ROOT / "samples/slide.pdf", ())]:
            self.octavo(path, more=more)
            times = [self.octavo(path, more=more)[0].seconds for _ in range(max(5, self.arguments.runs))]
            rows[name] = round(measure.median(times), 3)
        return rows

    def memory(self):
        rows, made = {}, Path(self.arguments.inputs)
        files = {"400 born-digital pages": made / "pages_400.pdf", "blank page": made / "blank.png",
                 "picture of 12,000 x 16,000": made / "huge.jpg",
                 "the same picture on a small page": made / "huge_in_small_page.pdf"}  # fmt: skip
        if "unst-nasty_400p" in self.documents:
            files["400 pages of the corpus"] = self.documents["unst-nasty_400p"].path
        for name, path in files.items():
            run, _, _ = self.octavo(path)
            rows[name] = {"megabytes": round(run.megabytes), "seconds": round(run.seconds, 2)}
        return rows


def summary(rows, per_page):
    pages, seconds = sum(r["pages"] for r in rows), sum(r["seconds"] for r in rows)
    out = {"pages": pages, "seconds_per_page": round(seconds / pages, 4), "pages_per_second": round(pages / seconds, 1)}
    both = [r for r in rows if r["peer_seconds"]]
    if both:
        ratios = [r["peer_seconds"] / r["seconds"] for r in both]
        out |= {"median_ratio": round(measure.median(ratios), 2), "smallest_ratio": round(min(ratios), 2)}
    if per_page:
        out["network_pages"] = sum(r["network_pages"] for r in rows)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--inputs", required=True, help="folder of tools/fixtures/make_cases.py")
    parser.add_argument("--corpus", default=str(ROOT.parent / "shared/corpus"))
    parser.add_argument("--peers", help="python that has the packages of peers.lock")
    parser.add_argument("--scorer-python", default=sys.executable)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json")
    parser.add_argument("--plot")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    result = {"commit": measure.commit(ROOT), "machine": measure.machine(), "threads": arguments.threads, "runs": arguments.runs}
    machine = result["machine"]
    print(f"{machine['cpu']}, {machine['cores']} cores, {arguments.threads} threads, load {machine['load_before']}; "
          f"medians of {arguments.runs}\nBorn-digital pages without pictures:")
    result["text"] = bench.text()
    result["text_summary"] = summary(result["text"], per_page=True)
    print(f"  {result['text_summary']}\nPages read by OCR:")
    result["ocr"], result["ocr_text_edit"] = bench.ocr()
    result["ocr_summary"] = summary(result["ocr"], per_page=False)
    print(f"  {result['ocr_summary']}\n  text edit (0 is best): {result['ocr_text_edit']}")
    result["start"] = bench.start()
    print(f"Start to the end of one page: {result['start']}")
    result["memory"] = bench.memory()
    print("Peak memory:")
    for name, row in result["memory"].items():
        print(f"  {name:<40}{row['megabytes']:>6} MB {row['seconds']:8.2f} s")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        plot.write(Path(arguments.plot), result)


if __name__ == "__main__":
    main()
