#!/usr/bin/env python3
"""Seconds a page and peak memory of the tiers that ask a model, against MinerU's own engine for CPUs.

./dev bench pages [--against mineru-llama-cpp] [--pages 1-2] [--rounds N] [--json FILE]
./dev bench pages --batch both|at-once|one-by-one [--json FILE]

The model has made weights of full size (./dev bench pages makes it), so what it says is noise: both sides are told how
many tokens to write for each question, the same for both, from what the basic tier reads on the same pages. Ours are
medians over the rounds; the peer is measured once, behind them.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path

import engine_models
import engine_peers
import measure
import pages_batch
import pages_plan

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SLOTS = 4  # of the engine, as MinerU starts it
LONGEST = 3600
RENDER = ("import pymupdf, sys; d = pymupdf.open(sys.argv[1])\n"
          "for n in sys.argv[3:]: d[int(n)].get_pixmap(dpi=200).save(f'{sys.argv[2]}/page_{n}.png')")  # fmt: skip


class Ours:
    def __init__(self, octavo, model, document, threads):
        self.octavo, self.model, self.document, self.threads = octavo, model, document, threads

    def parse(self, pages, script, tier, effort):
        with tempfile.TemporaryDirectory() as folder:
            replay = Path(folder) / "script.jsonl"
            replay.write_text(script, encoding="utf-8")
            run = measure.run([self.octavo, "parse", self.document, "-o", folder, "--tier", tier, "--effort", effort, "--pages",
                               pages, "--model", self.model, "--vlm-replay", replay, "--threads", self.threads, "--json",
                               "--page-timeout", LONGEST], timeout=LONGEST)  # fmt: skip
        if run.code not in (0, 3):
            sys.exit(f"octavo parse ended with {run.code}: {run.stderr[-1000:]}")
        counts = json.loads(run.stdout)["inputs"][0]["pages"]
        if counts["failed"]:
            sys.exit(f"octavo parse failed on {counts['failed']} pages: {run.stdout[-1000:]}")
        return {"seconds_a_page": run.seconds / counts["total"], "gigabytes": run.megabytes * (1 << 20) / 1e9}


def numbers(pages):
    """"1-3" -> [0, 1, 2]"""
    first, _, last = pages.partition("-")
    return list(range(int(first) - 1, int(last or first)))


def page_range(text):
    """`text` where it is N or N-M with pages counted from 1."""
    if not re.fullmatch(r"[1-9]\d*(-[1-9]\d*)?", text, re.ASCII) or not numbers(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no page and no range of pages: N or N-M, counted from 1")
    return text


def their_pages(arguments, models, plan):
    with tempfile.TemporaryDirectory() as folder:
        which = [str(n) for n in numbers(arguments.pages)]
        drawn = measure.run([arguments.renderer, "-c", RENDER, arguments.document, folder, *which])
        if drawn.code:
            raise engine_peers.PeerError(f"the pages could not be drawn: {drawn.stderr[-200:]}")
        pictures = [Path(folder) / f"page_{n}.png" for n in which]
        jobs = Path(folder) / "jobs.json"
        jobs.write_text(json.dumps(pages_plan.jobs(plan, pictures, folder)), encoding="utf-8")
        peer = [arguments.peers / "venv/bin/python", HERE / "pages_peer_run.py"]
        language = Path(folder) / "language.gguf"
        run = measure.run([*peer, "text", models.gguf("language-q8_0"), language])
        if run.code == 0:
            run = measure.run([*peer, "read", language, models.gguf("vision"), arguments.threads, SLOTS, jobs], timeout=LONGEST)
        if run.code:
            raise engine_peers.PeerError(f"ended with {run.code}: {run.stderr[-300:]}")
    said = json.loads(run.stdout)
    return {"seconds_a_page": sum(said["page_seconds"]) / len(which), "gigabytes": run.megabytes * (1 << 20) / 1e9}


def batch(arguments, model):
    """The pieces that are asked for, with what an earlier run has left of the others in the file."""
    earlier = {}
    if arguments.json and arguments.json.exists():
        earlier = json.loads(arguments.json.read_text(encoding="utf-8")).get("batch", {})
    pages = arguments.batch_pages
    out = {"pages": pages}
    if earlier.get("pages") == pages:
        out |= {piece: earlier[piece] for piece in pages_batch.PIECES if piece in earlier}
    for piece in pages_batch.PIECES if arguments.batch == "both" else [arguments.batch]:
        out[piece] = pages_batch.read(arguments.octavo, model, arguments.threads, pages, piece)
    return out | pages_batch.compare(out)


def table(result):
    lines = ["| | seconds a page | peak GB | ratio |", "|---|---|---|---|"]
    theirs = result.get("mineru-llama-cpp", {}).get("seconds_a_page")
    for name in ("vlm", "hybrid", "mineru-llama-cpp"):
        row = result.get(name)
        if row and "seconds_a_page" in row:
            ratio = f"{theirs / row['seconds_a_page']:.1f}" if theirs and name != "mineru-llama-cpp" else ""
            lines.append(f"| {name} | {row['seconds_a_page']:.1f} | {row['gigabytes']:.2f} | {ratio} |")
        elif row:
            lines.append(f"| {name} | {row['why']} | | |")
    return "\n".join(lines)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", type=Path, required=True)
    parser.add_argument("--build", type=Path, required=True, help="folder of the made models")
    parser.add_argument("--peers", type=Path, required=True)
    parser.add_argument("--renderer", type=Path, required=True, help="a Python that has pymupdf")
    parser.add_argument("--document", type=Path, default=ROOT / "samples/report.pdf")
    parser.add_argument("--pages", type=page_range, default="1-2", help="N or N-M")
    parser.add_argument("--precision", default="int8")
    parser.add_argument("--against", choices=("", "mineru-llama-cpp"), default="")
    parser.add_argument("--batch", choices=("both", *pages_batch.PIECES), default="",
                        help="in place of it all: made pages in a batch against one by one; pieces that are measured one after "
                        "the other are put together in the --json FILE")  # fmt: skip
    parser.add_argument("--batch-pages", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", default="2")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def measure_all(arguments):
    models = engine_models.Models(arguments.octavo, arguments.build, arguments.peers, arguments.threads)
    if arguments.batch:
        return {"machine": measure.machine(), "commit": measure.commit(ROOT), "precision": arguments.precision,
                "batch": batch(arguments, models.packed(arguments.precision))}  # fmt: skip
    ours = Ours(arguments.octavo, models.packed(arguments.precision), arguments.document, arguments.threads)
    plan = pages_plan.read_blocks(arguments.octavo, arguments.document, arguments.pages)
    result = {"machine": measure.machine(), "commit": measure.commit(ROOT), "document": arguments.document.name,
              "pages": arguments.pages, "precision": arguments.precision,
              "tokens": sum(b.tokens for page in plan for b in page if b.kind not in pages_plan.NOT_ASKED)
              + pages_plan.BLOCK_TOKENS * sum(map(len, plan))}  # fmt: skip
    runs = {"vlm": [], "hybrid": []}
    for _ in range(arguments.rounds):
        runs["vlm"].append(ours.parse(arguments.pages, pages_plan.script(plan), "vlm", "best"))
        runs["hybrid"].append(ours.parse(arguments.pages, pages_plan.script(plan), "hybrid", "balanced"))
    for name, rows in runs.items():
        result[name] = {key: measure.median([row[key] for row in rows]) for key in rows[0]}
    if arguments.against:
        try:
            result["mineru-llama-cpp"] = their_pages(arguments, models, plan)
        except (engine_peers.PeerError, engine_models.ModelError) as why:
            result["mineru-llama-cpp"] = {"why": str(why)}
    return result


def main():
    arguments = parse_arguments()
    try:
        result = measure_all(arguments)
    except (RuntimeError, engine_models.ModelError) as why:
        sys.exit(str(why))
    print(pages_batch.table(result["batch"]) if arguments.batch else table(result))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
