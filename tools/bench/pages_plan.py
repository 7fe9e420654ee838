"""What a model would be asked about a document's pages, and how long its answers are: from what the basic tier reads."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

import measure

LAYOUT = "\nLayout Detection:"
PROMPTS = {"table": "\nTable Recognition:", "equation": "\nFormula Recognition:"}
TEXT = "\nText Recognition:"
NOT_ASKED = ("image", "chart", "list")
BYTES_PER_TOKEN = 4
BLOCK_TOKENS = 24  # a block of the layout grammar: digits are tokens of their own
# Types of a content list that the layout grammar has, too; all others are text.
KINDS = {"page_footnote", "page_number", "header", "footer", "ref_text", "table", "equation", "image", "chart", "list"}


@dataclass
class Block:
    kind: str
    box: tuple  # thousandths of the page
    tokens: int


def words_of(block):
    for key in ("table_body", "text", "code_body"):
        if block.get(key):
            return block[key]
    return " ".join(block.get("list_items", [])) or "?"


def read_blocks(octavo, document, pages):
    """[[Block] of a page], in reading order."""
    with tempfile.TemporaryDirectory() as folder:
        run = measure.run([octavo, "parse", document, "-o", folder, "--tier", "basic", "--to", "json", "--json", "--pages", pages])
        if run.code:
            raise RuntimeError(f"octavo parse ended with {run.code}: {run.stderr[-500:]}")
        path = json.loads(run.stdout)["inputs"][0]["outputs"]["content_list"]
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    out = {}
    for block in content:
        kind = "title" if block.get("text_level") else block["type"] if block["type"] in KINDS else "text"
        tokens = len(words_of(block).encode()) // BYTES_PER_TOKEN + 1
        out.setdefault(block["page_idx"], []).append(Block(kind, tuple(block["bbox"]), tokens))
    return [out[page] for page in sorted(out)]


def layout_answer(blocks):
    def line(block):
        box = " ".join(f"{min(max(at, 0), 1000):03d}" for at in block.box)
        return f"<|box_start|>{box}<|box_end|><|ref_start|>{block.kind}<|ref_end|><|rotate_up|>"

    return "\n".join(map(line, blocks))


def script(pages, tokens=None):
    """Lines for --vlm-replay. `tokens`: in place of every answer's length."""
    lines = []
    for blocks in pages:
        lines.append({"prompt": LAYOUT, "answer": layout_answer(blocks), "tokens": tokens or BLOCK_TOKENS * len(blocks)})
        for block in blocks:
            if block.kind in NOT_ASKED:
                continue
            answer = "<fcel>x<nl>" if block.kind == "table" else "x"
            lines.append({"prompt": PROMPTS.get(block.kind, TEXT), "answer": answer, "tokens": tokens or block.tokens})
    # What the hybrid tier asks about is found by other means; what is left over fits it.
    spare = [{"answer": "x", "tokens": tokens or 40}] * (4 * len(lines))
    return "".join(json.dumps(line) + "\n" for line in lines + spare)


def jobs(pages, pictures, folder):
    """The same questions with their pictures, for an engine that is asked directly: [{layout, crops}] of a page."""
    from PIL import Image

    out = []
    for number, (blocks, path) in enumerate(zip(pages, pictures)):
        page = Image.open(path).convert("RGB")
        layout = Path(folder) / f"layout_{number}.png"
        page.resize((1036, 1036), Image.BICUBIC).save(layout)
        crops = []
        for i, block in enumerate(b for b in blocks if b.kind not in NOT_ASKED):
            x0, y0, x1, y1 = (at * side / 1000 for at, side in zip(block.box, page.size * 2))
            crop = page.crop((int(x0), int(y0), max(int(x1), int(x0) + 28), max(int(y1), int(y0) + 28)))
            name = Path(folder) / f"crop_{number}_{i}.png"
            crop.save(name)
            crops.append({"picture": str(name), "prompt": PROMPTS.get(block.kind, TEXT), "tokens": block.tokens})
        question = {"picture": str(layout), "prompt": LAYOUT, "tokens": BLOCK_TOKENS * len(blocks)}
        out.append({"layout": question, "crops": crops})
    return out
