"""Tests of the generator and the metrics: python -m unittest mini_test (in this folder, its own environment)."""

import unittest

import numpy as np
import torch

import metrics
from draw import CELL, MOST_DENSE, Artist
from draw_formula import draw_formula, faces
from draw_page import draw_page
from draw_table import draw_table, make_grid, otsl
from fonts import font_files
from losses import cell_truth, page_losses
from model import BOX_DIGITS, BOX_KINDS, PAGE_CELLS, Heads
from text import paragraphs
from vocabulary import AFTER_LENGTH, TASKS, TOKENIZER, after_image, decode_answer, encode_answer


class Metrics(unittest.TestCase):
    def test_edit_distance(self):
        self.assertEqual(metrics.edit_distance("kitten", "sitting"), 3)
        self.assertEqual(metrics.edit_distance("", "abc"), 3)

    def test_spans_of_otsl(self):
        self.assertEqual(metrics.cells("<fcel>A<lcel><nl><ucel><ecel><nl>"), [[(2, 2, "A")], [(1, 1, "")]])

    def test_teds(self):
        table = "<fcel>a<fcel>b<nl><fcel>c<fcel>d<nl>"
        self.assertEqual(metrics.teds(table, table), 1)
        self.assertAlmostEqual(metrics.teds(table, table.replace("d", "x")), 1 - 1 / 7)
        self.assertAlmostEqual(metrics.teds(table, "<fcel>a<fcel>b<nl>"), 1 - 3 / 7)
        self.assertLess(metrics.teds(table, "no table"), 0.2)

    def test_a_box_is_found_once(self):
        line = "<|box_start|>{} 100 500 200<|box_end|><|ref_start|>{}<|ref_end|>"
        truth = line.format(100, "text")
        self.assertEqual(metrics.boxes_found(truth, line.format(150, "text")), 1)
        self.assertEqual(metrics.boxes_found(truth, line.format(150, "title")), 0)
        self.assertEqual(metrics.boxes_found(truth, line.format(350, "text")), 0)
        self.assertEqual(metrics.boxes_found("\n".join([truth, truth]), truth), 1)


class CellTruths(unittest.TestCase):
    LINE = "<|box_start|>{}<|box_end|><|ref_start|>{}<|ref_end|><|rotate_up|>"

    def test_a_cell_tells_the_block_that_covers_its_middle(self):
        answer = self.LINE.format("050 100 500 400", "text") + "\n" + self.LINE.format("500 100 1000 400", "table")
        truth = cell_truth(answer, 4, 4)
        text, table = 1 + BOX_KINDS.index("text"), 1 + BOX_KINDS.index("table")
        self.assertEqual(truth.kinds.view(4, 4).tolist(), [[text, text, table, table]] * 2 + [[0] * 4] * 2)
        self.assertEqual(truth.covered.tolist(), [True] * 8 + [False] * 8)
        self.assertEqual(truth.digits.view(4, 4, 12)[1, 0].tolist(), [0, 5, 0, 1, 0, 0, 5, 0, 0, 4, 0, 0])
        self.assertEqual(truth.digits.view(4, 4, 12)[1, 3].tolist(), [5, 0, 0, 1, 0, 0, 9, 9, 9, 4, 0, 0])
        # From (375, 125) to 50, 100, 500, 400, in cells of 250.
        for got, right in zip(truth.edges[1].tolist(), (1.3, 0.1, 0.5, 1.1)):
            self.assertAlmostEqual(got, right, 5)

    def test_a_line_lower_than_a_cell_is_told_where_it_lies_in_the_cell(self):
        truth = cell_truth(self.LINE.format("010 020 240 040", "header"), 4, 4)
        self.assertEqual(truth.kinds.nonzero().flatten().tolist(), [0])
        self.assertEqual(truth.digits[0].tolist(), [0, 1, 0, 0, 2, 0, 2, 4, 0, 0, 4, 0])
        for got, right in zip(truth.edges[0].tolist(), (0.46, 0.42, 0.46, -0.34)):
            self.assertAlmostEqual(got, right, 5)

    def test_a_blank_page_has_cells_that_tell_nothing(self):
        truth = cell_truth("", 14, 14)
        self.assertFalse(truth.covered.any() or truth.kinds.any())
        self.assertEqual(truth.edges.shape, (196, 4))

    def test_right_answers_cost_nothing(self):
        artist = Artist(11)
        pages = [draw_page(artist) for _ in range(2)]
        box = torch.zeros(2, 196, BOX_DIGITS * 10 + 1 + len(BOX_KINDS))
        edges, place = torch.zeros(2, 196, 4), torch.zeros(2, 196, 2 * PAGE_CELLS)
        for i, page in enumerate(pages):
            truth = cell_truth(page.answer, 14, 14)
            box[i, :, : BOX_DIGITS * 10].view(196, BOX_DIGITS, 10).scatter_(2, truth.digits[..., None], 50.0)
            box[i, :, BOX_DIGITS * 10 :].scatter_(1, truth.kinds[:, None], 50.0)
            edges[i] = torch.asinh(4 * truth.edges)
            for at in range(196):
                place[i, at, at // 14] = place[i, at, PAGE_CELLS + at % 14] = 50
        heads = Heads(None, edges, place, box)
        for loss in page_losses(heads, pages):
            self.assertLess(loss.item(), 1e-6)
        for loss, more in zip(page_losses(Heads(None, edges.flip(0), place.flip(1), box.flip(0)), pages), (1, 0.05, 1)):
            self.assertGreater(loss.item(), more)


class Generator(unittest.TestCase):
    def test_same_seed_same_samples(self):
        for draw in (Artist.line, Artist.paragraph, draw_table, draw_formula, draw_page):
            a, b = draw(Artist(5)), draw(Artist(5))
            self.assertEqual(a.answer, b.answer)
            self.assertTrue(np.array_equal(a.image, b.image))

    def test_sides_are_whole_tokens_and_print_is_not_too_dense(self):
        artist = Artist(6)
        for _ in range(40):
            sample = artist.line()
            height, width, channels = sample.image.shape
            self.assertEqual((height % CELL, width % CELL, channels), (0, 0, 3))
            self.assertLessEqual(len(sample.answer) * CELL / (width + CELL), MOST_DENSE)

    def test_formulas_are_balanced_and_set_in_faces_that_have_the_signs(self):
        self.assertGreater(min(len(faces(False)), len(faces(True))), 3)
        artist = Artist(8)
        for _ in range(100):
            sample = draw_formula(artist)
            depth = 0
            for character in sample.answer:
                depth += (character == "{") - (character == "}")
                self.assertGreaterEqual(depth, 0)
            self.assertEqual(depth, 0)
            self.assertEqual(sample.answer.count("{"), 2 * sample.answer.count(r"\frac") + sample.answer.count(r"\sqrt")
                             + sample.answer.count("^") + sample.answer.count("_"))  # fmt: skip

    def test_tables_are_whole(self):
        artist = Artist(7)
        for _ in range(200):
            rows, columns = artist.integer(2, 6), artist.integer(2, 5)
            text = otsl(make_grid(artist, rows, columns))
            covered = sum(down * across for row in metrics.cells(text) for down, across, _ in row)
            self.assertEqual(covered, rows * columns, text)

    def test_boxes_lie_on_the_page(self):
        for kind, x0, y0, x1, y1 in metrics.boxes(draw_page(Artist(8)).answer):
            self.assertTrue(0 <= x0 < x1 <= 1000 and 0 <= y0 < y1 <= 1000, kind)

    def test_held_out_is_held_out(self):
        for known, held in (font_files(), paragraphs()):
            self.assertTrue(held)
            self.assertFalse(set(known) & set(held))


class Vocabulary(unittest.TestCase):
    def test_answers_come_back(self):
        for text in ("Plain text, 12.5 %", "<fcel>a<lcel><nl>", "<|box_start|>001<|box_end|>"):
            self.assertEqual(decode_answer(encode_answer(text)), text)

    def test_every_prompt_has_one_length(self):
        self.assertEqual({len(after_image(task)) for task in TASKS}, {AFTER_LENGTH})

    def test_bytes_and_pieces_alone(self):
        self.assertEqual(len(TOKENIZER.encode("hello").ids), 5)
        self.assertEqual(len(TOKENIZER.encode("<|im_start|>assistant\n").ids), 2)


if __name__ == "__main__":
    unittest.main()
