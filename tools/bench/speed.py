#!/usr/bin/env python3
"""Speed and memory of octavo parse, next to peers in the same run.

speed.py --octavo PROGRAM --inputs DIR [--corpus DIR] [--peers PYTHON] [--scorer-python PYTHON] [--runs 5]
         [--threads 2] [--json FILE] [--plot FILE.svg]
Octavo and a peer take turns on each file; figures are medians. On text pages octavo's time is that of a whole process
from start to end and a peer's that of the call alone in a warm process: start-up counts against us only. On pages
that need OCR both are warm.
The files are in speed_files.json: born-digital PDFs without any picture, and pictures that need OCR.
"""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

import corpus
import measure
import plot

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Times:
    """Wall and CPU seconds of the runs of one reader on one file."""

    def __init__(self):
        self.wall, self.cpu = [], []

    def add(self, wall, cpu):
        self.wall.append(wall)
        self.cpu.append(cpu)

    def medians(self, prefix=""):
        return {prefix + name: round(measure.median(values), 4) if values else None
                for name, values in (("seconds", self.wall), ("cpu_seconds", self.cpu))}  # fmt: skip


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
            ours, theirs, pages, networks = Times(), Times(), 0, 0
            for _ in range(self.arguments.runs):
                run, report, _ = self.octavo(path)
                ours.add(run.seconds, run.cpu_seconds)
                pages = len(report["pages"])
                networks = sum(bool(p.get("layout_network")) for p in report["pages"])
                # The longest file once only: a peer takes its time.
                if pages < 100 or not theirs.wall:
                    self.add_peer(theirs, "pymupdf4llm", path)
            rows.append({"file": name, "pages": pages, "network_pages": networks} | ours.medians() | theirs.medians("peer_"))
            self.say(rows[-1], "pymupdf4llm")
        return rows

    def ocr(self):
        """Both readers warm: each file is read twice in one process, and the second reading counts.

        One process with one reading, start included, is kept beside it (`start_seconds`).
        """
        rows, texts = [], {"octavo": {}, "rapidocr": {}}
        for name, path in self.files("ocr").items():
            ours, theirs, cold = Times(), Times(), []
            for _ in range(max(1, self.arguments.runs // 2)):
                run, report, texts["octavo"][name] = self.octavo(path)
                pages = max(1, len(report["pages"]))
                cold.append(run.seconds / pages)
                seconds, cpu_seconds = self.twice(path)
                ours.add(seconds / pages, (cpu_seconds - run.cpu_seconds) / pages)
                texts["rapidocr"][name] = self.add_peer(theirs, "rapidocr", self.arguments.threads, path)
            rows.append({"file": name, "pages": 1, "start_seconds": measure.median(cold)}
                        | ours.medians() | theirs.medians("peer_"))  # fmt: skip
            self.say(rows[-1], "RapidOCR")
        return rows, {who: self.text_quality(found) for who, found in texts.items()}

    def add_peer(self, times, *words):
        """The text that the peer found."""
        peer = self.peer(*words)
        if not peer:
            return ""
        times.add(peer[0]["seconds"], peer[0]["cpu_seconds"])
        return peer[0]["text"]

    def twice(self, path):
        """Reads a file twice in one process: seconds of the second reading, as --json tells them, and CPU of both."""
        with tempfile.TemporaryDirectory() as folder:
            again = Path(folder) / f"again{Path(path).suffix}"
            shutil.copyfile(path, again)
            run = measure.run([self.arguments.octavo, "parse", path, again, "-o", f"{folder}/out", "--json",
                               "--threads", str(self.arguments.threads)])  # fmt: skip
        return json.loads(run.stdout)["inputs"][1]["seconds"], run.cpu_seconds

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
        ratio = ""
        if row["peer_seconds"]:
            ratio = (f"{row['peer_seconds'] / row['seconds']:6.1f}x {peer} ({row['peer_seconds']:.2f} s; "
                     f"{row['peer_cpu_seconds'] / row['cpu_seconds']:.1f}x in CPU time)")  # fmt: skip
        print(f"  {row['file']:<44}{row['pages']:>4} pages {row['seconds']:8.3f} s {row['cpu_seconds']:8.3f} CPU s "
              f"{row['pages'] / row['seconds']:8.1f} pages/s  {ratio}", flush=True)  # fmt: skip

    def start(self):
        """Start to the end of a one-page parse, with the compiled networks cached."""
        rows = {}
        for name, path, more in [("born-digital page", ROOT / "samples/report.pdf", ("--pages", "1")),
                                 ("scanned page of five lines", Path(self.arguments.inputs) / "scan_0.pdf", ())]:
            self.octavo(path, more=more)
            times = Times()
            for _ in range(max(5, self.arguments.runs)):
                run, _, _ = self.octavo(path, more=more)
                times.add(run.seconds, run.cpu_seconds)
            rows[name] = times.medians()
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
    out = {"pages": pages, "seconds_per_page": round(seconds / pages, 4), "pages_per_second": round(pages / seconds, 1),
           "cpu_seconds_per_page": round(sum(r["cpu_seconds"] for r in rows) / pages, 4)}  # fmt: skip
    both = [r for r in rows if r["peer_seconds"]]
    if both:
        for name, key in (("", "seconds"), ("cpu_", "cpu_seconds")):
            ratios = [r[f"peer_{key}"] / r[key] for r in both]
            out |= {f"{name}median_ratio": round(measure.median(ratios), 2), f"{name}smallest_ratio": round(min(ratios), 2)}
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
