#!/usr/bin/env python3
"""Tiers that ask a model, on real pixels and with bad answers: the trained model in the tree from a drawn page to
every output, a scan with its layout from a model, and answers that cost no more than their own page.

pixels_test.py OCTAVO [unittest arguments]
"""

import json
import re
import sys
import unittest
from pathlib import Path

import protocol_pages
import tiers_test
from json_schema import problems
from tiers_test import ROOT, TierCase

MODEL = ROOT / "models/octavo-mini"
PICTURES = ROOT / "tests/fixtures/mini"
SCHEMAS = (*tiers_test.SCHEMAS, "chunks")
SECONDS_A_PAGE = 60


def box(x0, y0, x1, y1, kind="text"):
    return f"<|box_start|>{x0} {y0} {x1} {y1}<|box_end|><|ref_start|>{kind}<|ref_end|><|rotate_up|>\n"


def layout_of(picture):
    for line in (PICTURES / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        if (entry := json.loads(line))["file"] == picture:
            return entry["truth"]
    raise KeyError(picture)


class PixelCase(TierCase):
    def schema(self, what):
        name = "chunk" if what == "chunks" else what
        return json.loads((ROOT / f"docs/schemas/{name}.schema.json").read_text(encoding="utf-8"))

    def assert_valid(self, entry, pages):
        """Every format is there and what its schema says."""
        for what in SCHEMAS:
            text = self.read(entry, what)
            values = map(json.loads, text.splitlines()) if what == "chunks" else [json.loads(text)]
            for value in values:
                self.assertEqual(problems(value, self.schema(what))[:5], [], what)
        self.assertIn("</html>", self.read(entry, "html"))
        self.assertTrue(Path(entry["outputs"]["md"]).exists())
        overlay = Path(entry["outputs"]["overlay"]).read_bytes()
        self.assertTrue(overlay.startswith(b"%PDF-"))
        self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", overlay)), pages)
        self.assertEqual(entry["pages"]["total"], pages)

    def answers(self, name, *entries):
        path = self.folder / name
        path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
        return path


class TrainedModel(PixelCase):
    """Whatever octavo-mini has learnt so far: nothing of it may break a page."""

    def read_page(self, out, *arguments, source=None, pages=1):
        entry = self.parse(out, "--model", MODEL, "--to", "all", "--page-timeout", SECONDS_A_PAGE, *arguments, source=source)
        self.assertEqual(entry["pages"]["failed"], 0, entry)
        self.assertLess(entry["seconds"], 3 * SECONDS_A_PAGE * pages)
        self.assert_valid(entry, pages)
        return entry

    def test_a_drawn_picture_of_a_page(self):
        entry = self.read_page("picture", "--tier", "vlm", source=PICTURES / "page_000.png")
        self.assertGreaterEqual(entry["model_use"]["questions"], 1)
        self.assertGreater(entry["model_use"]["tokens"], 0)
        self.assertGreater(entry["model_use"]["image_seconds"], 0)

    def test_pages_of_a_pdf(self):
        self.read_page("pdf", "--tier", "vlm", "--pages", "1,7", pages=2)

    def test_a_scan_with_the_models_layout(self):
        """What the model can not do is done without it: the text is there."""
        entry = self.read_page("scan", "--tier", "hybrid", "--effort", "best", source=PICTURES / "page_000.png")
        self.assertIn("went before them", self.read(entry, "md"))


class Scan(PixelCase):
    """The hybrid tier on pixels alone, with a layout of the model's."""

    def test_each_block_comes_from_who_is_sure(self):
        layout = layout_of("page_000.png")
        words = [{"prompt": protocol_pages.TEXT, "answer": "from the model", "tokens": 4}] * 20
        answers = self.answers("scan.jsonl", {"prompt": protocol_pages.LAYOUT, "answer": layout, "tokens": 40}, *words)
        common = ["--tier", "hybrid", "--effort", "best", "--to", "all", "--vlm-replay", answers]
        entry = self.parse("scan", *common, source=PICTURES / "page_000.png")
        self.assert_valid(entry, 1)
        self.assertEqual(entry["pages"]["ok"], 1)
        blocks = json.loads(self.read(entry, "content_list"))
        kinds = {block["type"] for block in blocks}
        self.assertEqual(kinds, {"header", "page_number", "text"})
        titles = [block for block in blocks if block.get("text_level")]
        self.assertEqual(len(titles), 1)
        for block in blocks:
            with self.subTest(block["type"]):
                if block["source"] == "vlm":
                    self.assertEqual(block["text"], "from the model")
                    self.assertIn("read by scan.jsonl", block["source_reason"])
                else:
                    self.assertEqual(block["source"], "ocr")
                    self.assertIn("OCR is sure", block["source_reason"])
        text = self.read(entry, "md")
        self.assertIn("sloping sides", text)  # a line that OCR reads with confidence
        # The trained model in their place, as long as it takes, and the recorded answers count.
        paced = self.parse("paced", *common, "--model", MODEL, source=PICTURES / "page_000.png")
        self.assertEqual(self.read(paced, "md"), text)
        self.assertEqual(paced["model_use"]["questions"], entry["model_use"]["questions"])
        self.assertGreater(paced["model_use"]["image_seconds"], 0)

    def test_a_list_without_items_keeps_its_place(self):
        """The layout names a list and no items; header and page number come last."""
        layout = (box(70, 95, 865, 135, "title") + box(70, 155, 885, 360, "list") + box(70, 385, 880, 475, "ref_text") +
                  box(70, 55, 460, 70, "header") + box(500, 955, 520, 975, "page_number"))  # fmt: skip
        words = [{"prompt": protocol_pages.TEXT, "answer": "from the model"}] * 20
        answers = self.answers("list.jsonl", {"prompt": protocol_pages.LAYOUT, "answer": layout}, *words)
        entry = self.parse("list", "--tier", "hybrid", "--effort", "best", "--vlm-replay", answers,
                           source=PICTURES / "page_000.png")  # fmt: skip
        tops = [block["bbox"][1] for block in json.loads(self.read(entry, "content_list"))
                if block["type"] not in ("header", "page_number")]  # fmt: skip
        self.assertEqual(tops, sorted(tops))
        self.assertGreaterEqual(len(tops), 3)


class BadAnswers(PixelCase):
    """Three pages; what is said about the second one is bad. The others are as they would be."""

    many = "".join(box(i % 100 * 10, i // 100 * 10, i % 100 * 10 + 9, i // 100 * 10 + 9) for i in range(10_000))
    layouts = {
        "no grammar": ("Sorry, I cannot read this page.", "vlm_layout_unreadable"),
        "half a grammar": ("<|box_start|>100 100 <|box_end|><|ref_start|>te", "vlm_layout_unreadable"),
        "empty": ("", "vlm_layout_unreadable"),
        "boxes outside": (box(100, 200, 1400, 250) + box(9999999999, 0, 1, 5) + box(5, 5, 5, 5) + box(100, 100, 900, 200),
                          "vlm_boxes_outside"),
        "ten thousand boxes": (many, "vlm_blocks_capped"),
        "endless": (box(100, 100, 900, 200) * 5_000, "vlm_layout_repeats"),
    }
    contents = {
        "empty": ("", "vlm_answers_empty"),
        "endless": ("Ferns. " + "And ferns and ferns. " * 2_000, "vlm_answers_repeat"),
    }

    def recorded(self, layout, content, count=1_200):
        pages = {number: [json.loads(line) for line in protocol_pages.script({number})][1:] for number in (1, 2, 3)}
        good = [[entry for entry in pages[number] if entry["prompt"] == protocol_pages.LAYOUT] for number in (1, 3)]
        words = [{"prompt": protocol_pages.TEXT, "answer": "Words of the first page."}] * 3
        bad = [{"prompt": protocol_pages.TEXT, "answer": content}] * count
        return *good[0], {"prompt": protocol_pages.LAYOUT, "answer": layout}, *good[1], *words, *bad

    def check(self, name, layout, content, diagnostic, tier):
        answers = self.answers("bad.jsonl", *self.recorded(layout, content))
        out = f"{tier}{name}".replace(" ", "_")
        entry = self.parse(out, "--tier", tier, "--effort", "best", "--vlm-replay", answers, "--pages", "1-3", "--to", "all")
        self.assert_valid(entry, 3)
        self.assertEqual(entry["pages"]["failed"], 0)
        report = json.loads(self.read(entry, "report"))
        found = {(item["page"], item["id"]) for item in report["diagnostics"] + report["caps"] if "page" in item}
        self.assertIn((2, diagnostic), found)
        self.assertEqual([page["status"] for page in report["pages"]][:2], ["ok", "degraded"])
        self.assertLess(entry["seconds"], 240)
        return self.read(entry, "md")

    def test_layouts(self):
        for name, (layout, diagnostic) in self.layouts.items():
            for tier in ("vlm", "hybrid"):
                with self.subTest(f"{name}, {tier}"):
                    text = self.check(name, layout, "More words.", diagnostic, tier)
                    self.assertIn("Words of the first page." if tier == "vlm" else "Growth of Ferns", text)
                    if tier == "hybrid":  # the text layer is there whatever the model says
                        self.assertIn("The left column ends", text)

    def test_contents(self):
        layout = box(100, 60, 900, 95, "title") + box(100, 120, 480, 500) + box(520, 120, 900, 400)
        for name, (content, diagnostic) in self.contents.items():
            with self.subTest(name):
                text = self.check(f"content {name}", layout, content, diagnostic, "vlm")
                self.assertIn("Words of the first page.", text)


if __name__ == "__main__":
    tiers_test.OCTAVO = sys.argv.pop(1)
    unittest.main()
