#!/usr/bin/env python3
"""Pages made for the two-step protocol: a PDF, and what a model that reads them well (or badly) answers.

protocol_pages.py OUT.pdf [SCRIPT.jsonl]
The script has the answers in the order in which octavo asks for them, by prompt; a run with --vlm-replay SCRIPT and
--vlm-record ANSWERS gives answers that are tied to the pixels of each crop. Only the standard library is needed.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/fixtures"))
from pdf import LETTER, Pdf, grid, lines, rectangle, rule, text  # noqa: E402

WIDTH, HEIGHT = LETTER
LAYOUT, TEXT, TABLE = "\nLayout Detection:", "\nText Recognition:", "\nTable Recognition:"
FORMULA, PICTURE = "\nFormula Recognition:", "\nImage Analysis:"
PROMPTS = {"table": TABLE, "equation": FORMULA, "image": PICTURE, "chart": PICTURE,
           "unknown": PICTURE}
CONTAINERS = ("list", "equation_block", "image_block")


@dataclass
class Block:
    """A block of the layout: thousandths of the page, and what the model says stands in it."""

    kind: str
    box: tuple
    answer: str | None = None  # None: it is not asked about
    finish: str = "stop"
    angle: str = "up"
    tail: str = ""
    ink: str | None = None  # what is drawn, when it is not the answer

    def layout(self):
        box = " ".join(f"{at:03d}" for at in self.box)
        return f"<|box_start|>{box}<|box_end|><|ref_start|>{self.kind}<|ref_end|><|rotate_{self.angle}|>{self.tail}"

    def draw(self):
        x0, y0, x1, y1 = (at * side / 1000 for at, side in zip(self.box, (WIDTH, HEIGHT, WIDTH, HEIGHT)))
        words = self.ink if self.ink is not None else (self.answer or "")
        if self.kind in ("image", "chart"):
            bars = [rectangle(x0 + 6 + 14 * i, HEIGHT - y1 + 4, 9, 6 + (7 * i * i + len(words)) % max(y1 - y0 - 16, 5),
                              fill=0.3 + 0.06 * (i % 7)) for i in range(max(int((x1 - x0 - 12) / 14), 1))]
            return rectangle(x0, HEIGHT - y1, x1 - x0, y1 - y0) + b"".join(bars)
        if self.kind == "table":
            rows = [[cell.strip()[:14] for cell in row.split("|")] for row in words.split("\n")]
            columns = max(map(len, rows))
            rows = [row + [""] * (columns - len(row)) for row in rows]
            return grid(x0, HEIGHT - y0, [(x1 - x0) / columns] * columns, (y1 - y0) / len(rows), rows, 8)
        if self.angle != "up":
            return text(x1 - 2, HEIGHT - y1 + 4, 9, words[:60], matrix=(0, 1, -1, 0))
        size = 14 if self.kind == "title" else 9
        wide = max(int((x1 - x0) / (size * 0.5)), 8)
        drawn = [words[at:at + wide] for at in range(0, len(words), wide)] or ["."]
        room = max(int((y1 - y0) / (size * 1.2)), 1)
        return lines(x0, HEIGHT - y0 - size, size, drawn[:room], size * 1.2)


@dataclass
class Page:
    about: str
    blocks: list = field(default_factory=list)
    layout: str | None = None  # in place of the blocks' own
    finish: str = "stop"

    def answers(self):
        if not self.blocks and self.layout is None:
            return  # a blank page: nothing is asked
        layout = "\n".join(block.layout() for block in self.blocks) if self.layout is None else self.layout
        yield LAYOUT, layout, self.finish
        for block in self.blocks:
            if block.answer is not None and block.kind not in CONTAINERS:
                yield PROMPTS.get(block.kind, TEXT), block.answer, block.finish


def picture(kind, sub_kind="", caption="", content=""):
    return (f"<|class_start|>{kind}<|class_end|><|sub_class_start|>{sub_kind}<|sub_class_end|>"
            f"<|caption_start|>{caption}<|caption_end|><|content_start|>{content}<|content_end|>")


def _text_pages():
    yield Page("title and paragraphs", [
        Block("title", (100, 60, 900, 100), "Growth of Ferns in Low Light"),
        Block("text", (100, 120, 900, 200), "Ferns were grown under four lamps. The first lamp was dim."),
        Block("text", (100, 220, 900, 300), "Width \\(w_1 \\times h\\) was taken each day, and \\[ x < y \\] held.",
              ink="Width w x h was taken each day, and x < y held."),
    ])
    yield Page("two columns, the second goes on from the first", [
        Block("title", (100, 60, 900, 95), "1 Introduction"),
        Block("text", (100, 120, 480, 500), "The left column ends in the middle of a"),
        Block("text", (520, 120, 900, 400), "sentence that the right one ends.", tail="<|txt_contd_tgt|>"),
        Block("text", (520, 420, 900, 600), "A paragraph of its own."),
    ])
    yield Page("lists", [
        Block("text", (100, 60, 900, 90), "What was needed:"),
        Block("list", (100, 100, 900, 260)),
        Block("list_item", (110, 105, 890, 145), "1. four lamps"),
        Block("list_item", (110, 150, 890, 190), "2. twelve pots"),
        Block("list_item", (110, 195, 890, 235), "3. water"),
        Block("text", (100, 300, 900, 330), "That was all."),
    ])
    yield Page("furniture around the text", [
        Block("header", (100, 20, 500, 40), "Ferns in Low Light"),
        Block("aside_text", (20, 300, 50, 700), "Draft", angle="right"),
        Block("text", (100, 80, 900, 200), "The text of the page, with a note."),
        Block("page_footnote", (100, 900, 900, 930), "1 A note under the text."),
        Block("footer", (100, 950, 400, 970), "Institute of Ferns"),
        Block("page_number", (480, 950, 520, 970), "4"),
    ])
    yield Page("references and contents", [
        Block("title", (100, 60, 900, 95), "References"),
        Block("ref_text", (100, 120, 900, 160), "[1] A. Moss. On spores. 1999."),
        Block("ref_text", (100, 170, 900, 210), "[2] B. Frond. On shade. 2004."),
        Block("index", (100, 300, 900, 420), "1 Introduction 2\n2 Method 3\n3 Results 5"),
    ])
    yield Page("code and algorithm", [
        Block("code_caption", (100, 60, 900, 80), "Listing 1: counting"),
        Block("code", (100, 90, 900, 200), "def count(pots):\n    return len(pots)"),
        Block("algorithm", (100, 250, 900, 350), "Input: pots\n1: for each pot do\n2: water it"),
    ])


def _table_pages():
    yield Page("a table with its caption and note", [
        Block("title", (100, 20, 900, 50), "2 Tables"),
        Block("table_caption", (100, 60, 900, 80), "Table 1: Heights in cm"),
        Block("table", (100, 90, 900, 250),
              "<fcel>Lamp<fcel>Day 1<fcel>Day 9<nl><fcel>dim<fcel>3<fcel>4<nl><fcel>bright<fcel>3<fcel>7<nl>",
              ink="Lamp|Day 1|Day 9\ndim|3|4\nbright|3|7"),
        Block("table_footnote", (100, 255, 900, 275), "Mean of three pots."),
    ])
    yield Page("a table with spans and formulas", [
        Block("table", (100, 100, 900, 300),
              "<fcel>Lamp<fcel>Heights \\(h\\)<lcel><nl><ucel><fcel>mean<fcel>most<nl>"
              "<fcel>dim & low<fcel>3<fcel>\\(4^2\\)<nl>",
              ink="Lamp|Heights h|\n|mean|most\ndim & low|3|16"),
    ])
    yield Page("a table with a picture in a cell", [
        Block("table", (100, 100, 900, 400), "<fcel>Frond<fcel>see right<nl><fcel>Spore<ecel><nl>",
              ink="Frond|see right\nSpore|"),
        Block("image", (600, 280, 800, 370), None),
    ])
    yield Page("a table on its side", [
        Block("table", (100, 100, 300, 700), "<fcel>A<fcel>B<nl><fcel>1<fcel>2<nl>", angle="right", ink="A 1\nB 2"),
        Block("text", (400, 100, 900, 200), "Beside it."),
    ])
    yield Page("the first half of a long table", [
        Block("text", (100, 60, 900, 90), "All pots:"),
        Block("table", (100, 100, 900, 940),
              "<fcel>Pot<fcel>Place<nl>" + "".join(f"<fcel>{n}<fcel>shelf {n}<nl>" for n in range(1, 9)) +
              "<fcel>9<fcel>shelf nine, by<nl>",
              ink="Pot|Place\n" + "\n".join(f"{n}|shelf {n}" for n in range(1, 9)) + "\n9|shelf nine, by"),
    ])
    yield Page("its second half", [
        Block("table", (100, 60, 900, 300), "<fcel>Pot<fcel>Place<nl><ecel><fcel>the window<nl><fcel>10<fcel>shelf 10<nl>",
              ink="Pot|Place\n|the window\n10|shelf 10"),
        Block("text", (100, 350, 900, 400), "After the table."),
    ])


def _formula_pages():
    yield Page("formulas", [
        Block("equation", (200, 100, 800, 150), "\\[ E = m c^2 \\tag{1} \\]", ink="E = mc2 (1)"),
        Block("text", (100, 180, 900, 210), "and, with a brace too many,"),
        Block("equation", (200, 230, 800, 280), "\\left( a < b } \\big{)}", ink="( a < b )"),
        Block("formula_number", (820, 230, 880, 280), "(2)"),
    ])
    yield Page("a block of formulas", [
        Block("equation_block", (150, 100, 850, 300)),
        Block("equation", (160, 110, 840, 190), "a = b", ink="a = b"),
        Block("equation", (160, 200, 840, 290), "c = d_{1}_{2}", ink="c = d"),
    ])


def _picture_pages():
    yield Page("a photograph with a caption", [
        Block("image", (200, 100, 800, 500), picture("natural_image", "", "A fern by a window.", "")),
        Block("image_caption", (200, 510, 800, 540), "Figure 1: The first fern."),
    ])
    yield Page("a chart", [
        Block("chart", (200, 100, 800, 500),
              picture("chart", "bar", "Heights", "| day | cm |\n|---|---|\n| 1 | 3 |\n| 9 | 7 |")),
        Block("image_caption", (200, 510, 800, 540), "Figure 2: Growth."),
    ])
    yield Page("a flow chart", [
        Block("image", (200, 100, 800, 500),
              picture("flowchart", "flowchart", "", "```mermaid\ngraph TD\nA[water] --> B[grow]\n```")),
    ])
    yield Page("a picture of a table, one of a formula, and a small one", [
        Block("image", (100, 100, 900, 300), picture("pure_table", "", "", "<fcel>x<fcel>y<nl><fcel>1<fcel>2<nl>")),
        Block("image", (100, 350, 900, 450), picture("pure_formula", "", "", "\\frac{1}{2}")),
        Block("image", (100, 500, 150, 530), None),
    ])
    yield Page("pictures of one figure", [
        Block("image_block", (100, 100, 900, 500)),
        Block("image", (110, 110, 480, 490), None),
        Block("image", (520, 110, 890, 490), None),
        Block("image_caption", (100, 510, 900, 540), "Figure 3: Two views."),
    ])


def _odd_pages():
    yield Page("blank")
    yield Page("text goes over the page end", [
        Block("text", (100, 700, 900, 940), "This sentence does not end on its page but goes"),
    ])
    yield Page("and on here", [
        Block("text", (100, 60, 900, 120), "on at the top of the next.", tail="<|txt_contd_tgt|>"),
        Block("text", (100, 200, 900, 230), "[Non-Text]", ink="smudge"),
        Block("header", (100, 20, 500, 40), "[Non-Text]", ink="smudge"),
        Block("text", (100, 300, 900, 330), "", ink="unread"),
    ])
    yield Page("an answer without grammar", [], "Sorry, I cannot read this page.")
    yield Page("boxes outside, twice, unknown and turned around", [
        Block("text", (100, 100, 900, 150), "The one that counts."),
        Block("text", (900, 150, 100, 100), None),
        Block("text", (100, 200, 1400, 250), None),
        Block("doodle", (100, 300, 900, 350), None),
        Block("inline_formula", (100, 400, 200, 420), None),
        Block("unknown", (100, 500, 900, 700), picture("natural_image", "", "Something.", "")),
    ])
    loop = "The ferns grow. " + "And grow and grow. " * 400
    yield Page("an answer that repeats itself, and one that was cut", [
        Block("text", (100, 100, 900, 150), loop, ink="The ferns grow."),
        Block("text", (100, 200, 900, 250), "This answer ends in the mid", finish="length"),
    ])


def pages():
    for make in (_text_pages, _table_pages, _formula_pages, _picture_pages, _odd_pages):
        yield from make()


def pdf_bytes():
    pdf = Pdf()
    for number, page in enumerate(pages(), 1):
        ink = b"".join(block.draw() for block in page.blocks if block.kind not in CONTAINERS)
        if page.layout is not None:
            ink = lines(72, 700, 11, ["Nobody reads this.", f"Page {number}."])
        pdf.page(ink + rule(0, 0, 0.1, 0, 0.01) if ink else b"")
    return pdf.bytes()


CELLS = """Please merge the next two tables.

## Table 1 (Previous Page - Last Table)

**Caption:** (No caption)
**Last Row(s) Data:**
[['9', 'shelf nine, by']]

---

## Table 2 (Current Page - First Table)

**Caption:** (No caption)
**First Data Row(s):**
[['', 'the window']]"""


def script(only=None):
    """Of all pages, or of those with these numbers."""
    yield json.dumps({"prompt": CELLS, "answer": "[0, 1]"})
    for number, page in enumerate(pages(), 1):
        if only is not None and number not in only:
            continue
        for prompt, answer, finish in page.answers():
            entry = {"prompt": prompt, "answer": answer}
            if finish != "stop":
                entry["finish"] = finish
            yield json.dumps(entry, ensure_ascii=False)


def main():
    Path(sys.argv[1]).write_bytes(pdf_bytes())
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text("".join(line + "\n" for line in script()), encoding="utf-8")


if __name__ == "__main__":
    main()
