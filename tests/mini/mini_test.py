#!/usr/bin/env python3
"""octavo-mini, the trained model in the tree, on the 200 pictures in tests/fixtures/mini: the same tokens as the
reference implementation, the error rates of its model card, and what 8-bit weights cost in characters.

mini_test.py OCTAVO [unittest arguments]
"""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))
import mini_read  # noqa: E402

OCTAVO = None
MODEL, PICTURES = ROOT / "models/octavo-mini", ROOT / "tests/fixtures/mini"
# What models/octavo-mini/README.md says of these pictures, and a little room: another order of additions, another answer.
ROOM = 0.004


class Reading(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.f32 = mini_read.pictures(PICTURES)
        mini_read.let_read(OCTAVO, MODEL, PICTURES, cls.f32, ["--precision", "f32"])

    def test_the_same_tokens_as_the_reference_implementation(self):
        unlike = {p: at for p in self.f32 if (at := mini_read.first_difference(p)) is not None}
        for picture, at in unlike.items():
            # Two tokens as likely as each other: sums in another order choose the other one.
            self.assertIn(at, picture.close, f"{picture.file}: token {at} differs and was no close choice")
        self.assertLessEqual(len(unlike), len(self.f32) // 20)

    def test_it_reads_as_well_as_its_card_says(self):
        figures = mini_read.figures(self.f32)
        for name, stated in mini_read.stated_figures(MODEL / "README.md").items():
            with self.subTest(name):
                if name.startswith("cer"):
                    self.assertLessEqual(figures[name], stated + ROOM)
                else:
                    self.assertGreaterEqual(figures[name], stated - ROOM)

    def test_eight_bit_weights_cost_few_characters(self):
        pictures = mini_read.pictures(PICTURES)
        mini_read.let_read(OCTAVO, MODEL, PICTURES, pictures, ["--precision", "int8"])
        exact, found = mini_read.figures(self.f32), mini_read.figures(pictures)
        self.assertLess(found["cer_lines"], exact["cer_lines"] + 0.01)
        self.assertGreater(found["teds"], exact["teds"] - 0.03)
        self.assertNotEqual([p.read_ids for p in pictures], [p.read_ids for p in self.f32])

    def test_bfloat16_costs_few_characters(self):
        pictures = mini_read.pictures(PICTURES)
        mini_read.let_read(OCTAVO, MODEL, PICTURES, pictures, ["--precision", "bf16"])
        exact, found = mini_read.figures(self.f32), mini_read.figures(pictures)
        self.assertLess(found["cer_lines"], exact["cer_lines"] + 0.01)
        self.assertGreater(found["teds"], exact["teds"] - 0.03)


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    unittest.main()
