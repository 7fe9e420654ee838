"""Ten pages in a batch against one by one, in the vlm tier: seconds that write answers, all others, and the whole.

Both ways are one process over the same made pages: one document of all of them, or a document a page, one after the
other. Each way is a piece that can be measured by itself.
"""

import json
import sys
import tempfile
from pathlib import Path

import measure
import pages_plan
from pages_plan import Block

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/fixtures"))
import pdf  # noqa: E402

PIECES = ("at-once", "one-by-one")
LONGEST = 540  # seconds a piece
TARGET = 2.24

# Small pages of a few short paragraphs, so that ten of them take minutes: at 200 pixels an inch a crop of 1,125 x 120
# pixels is 160 tokens. The picture of a whole page has one size, whatever the page.
SIZE = (450, 360)
PARAGRAPHS, LINES, HEIGHT = 3, 3, 120
WORDS = "Ferns that were grown under four lamps in the same room, number {:02d} of page {:02d}, line {}."


def words_of(page, paragraph):
    return [WORDS.format(paragraph, page, line) for line in range(LINES)]


def plan(pages):
    """[[Block] of a page] as pages_plan has them."""
    tops = [60 + 900 // PARAGRAPHS * i for i in range(PARAGRAPHS)]
    return [[Block("text", (50, top, 950, top + HEIGHT),
                   len(" ".join(words_of(page, i)).encode()) // pages_plan.BYTES_PER_TOKEN + 1) for i, top in enumerate(tops)]
            for page in range(pages)]  # fmt: skip


def document(page_numbers):
    out = pdf.Pdf()
    for page in page_numbers:
        content = b""
        for i, block in enumerate(plan(page + 1)[page]):
            top = SIZE[1] * (1 - block.box[1] / 1000)
            content += pdf.lines(SIZE[0] * 0.06, top - 12, 9, words_of(page, i))
        out.page(content, size=SIZE)
    return out.bytes()


def read(octavo, model, threads, pages, piece):
    """{"seconds", "image_seconds", "writing_seconds", "tokens", "questions"} of one way."""
    with tempfile.TemporaryDirectory() as folder:
        groups = [range(pages)] if piece == "at-once" else [[page] for page in range(pages)]
        inputs = []
        for number, group in enumerate(groups):
            inputs.append(Path(folder) / f"pages_{number:02d}.pdf")
            inputs[-1].write_bytes(document(group))
        replay = Path(folder) / "script.jsonl"
        replay.write_text(pages_plan.script(plan(pages)), encoding="utf-8")
        run = measure.run([octavo, "parse", *inputs, "-o", folder, "--tier", "vlm", "--model", model, "--vlm-replay", replay,
                           "--threads", threads, "--json", "--page-timeout", LONGEST], timeout=LONGEST)  # fmt: skip
    if run.timed_out:
        raise RuntimeError(f"{pages} pages {piece} take more than {LONGEST} s: fewer with --batch-pages")
    if run.code:
        raise RuntimeError(f"octavo parse ended with {run.code}: {run.stderr[-1000:]}")
    read_ones = json.loads(run.stdout)["inputs"]
    if sum(one["pages"]["ok"] for one in read_ones) != pages:
        raise RuntimeError(f"not all pages were read: {run.stdout[-1000:]}")
    uses = [one["model_use"] for one in read_ones]
    return {"seconds": sum(one["seconds"] for one in read_ones)} | {key: sum(use[key] for use in uses) for key in uses[0]}


def compare(batch):
    """The ratios, once both ways are there. Other than pictures and writing are prompts, mostly."""
    ours, alone = batch.get("at-once"), batch.get("one-by-one")
    if not ours or not alone:
        return {}
    if any(ours[key] != alone[key] for key in ("tokens", "questions")):
        raise RuntimeError("the two ways did not write the same")

    def generation(way):
        return way["seconds"] - way["image_seconds"]

    return {
        "writing_ratio": alone["writing_seconds"] / ours["writing_seconds"],
        "without_pictures_ratio": generation(alone) / generation(ours),
        "whole_ratio": alone["seconds"] / ours["seconds"],
        "share_of_pictures": ours["image_seconds"] / ours["seconds"],
    }


def table(batch):
    lines = ["| | seconds | pictures | writing | tokens |", "|---|---|---|---|---|"]
    for piece in PIECES:
        if way := batch.get(piece):
            lines.append(f"| {piece} | {way['seconds']:.1f} | {way['image_seconds']:.1f} | {way['writing_seconds']:.1f} | "
                         f"{way['tokens']} |")  # fmt: skip
    if "whole_ratio" in batch:
        lines += ["", f"{batch['pages']} pages at once against one by one: writing {batch['writing_ratio']:.2f} times as fast (target "
                  f"{TARGET}), all but pictures {batch['without_pictures_ratio']:.2f}, whole {batch['whole_ratio']:.2f}; pictures are "
                  f"{100 * batch['share_of_pictures']:.0f} % of it"]  # fmt: skip
    return "\n".join(lines)
