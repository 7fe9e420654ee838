#!/usr/bin/env python3
"""octavo ask over documents as a user meets it, on a model made by a formula: what it says makes no sense, so that every
answer is what octavo itself finds, checks and refuses.

ask_document_test.py OCTAVO WRITE_MADE_MODELS [unittest arguments]
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from json_schema import problems  # noqa: E402

OCTAVO, WRITER = None, None
CONTRACT = ROOT / "samples/contract.pdf"
FEE = "What is the fee for the letter books?"


def blank_png(width, height):
    rows = b"".join(b"\0" + b"\xff" * width for _ in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class AskDocument(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="octavo-ask-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        subprocess.run([WRITER, cls.folder, "text_only"], check=True, timeout=300)
        cls.model = ["--model", cls.folder / "text_only", "--prompt-tokens", "400", "--max-new-tokens", "8"]
        cls.schema = json.loads((ROOT / "docs/schemas/ask.schema.json").read_text(encoding="utf-8"))

    def octavo(self, *arguments, stdin=None, **environment):
        return subprocess.run([OCTAVO, "ask", *map(str, arguments)], input=stdin, capture_output=True, check=False, timeout=600,
                              encoding="utf-8", env={**os.environ, **environment})

    def ask(self, *arguments, code=0, stdin=None):
        run = self.octavo(*arguments, *self.model, "--json", stdin=stdin)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        report = json.loads(run.stdout)
        self.assertEqual(problems(report, self.schema)[:5], [])
        return report

    def test_the_row_is_quoted_with_its_place(self):
        answer = self.ask(CONTRACT, FEE)["answers"][0]
        self.assertEqual((answer["found"], answer["origin"]), (True, "quote"))
        self.assertIn("Letter books", answer["text"])
        self.assertIn("29,120.00", answer["text"])
        place = answer["citations"][0]
        self.assertEqual(place["page"], 4)
        self.assertEqual(place["label"], f"[4:{place['block']}]")
        left, top, right, bottom = place["boxes"][0]["bbox"]
        self.assertTrue(0 < left < right and 0 < top < bottom < top + 40, "one row, not the table")
        self.assertLess(answer["used"]["passages"], answer["used"]["passages_of"], "what was used is told")

    def test_text_streamed_text_and_the_line_about_it(self):
        plain, streamed = self.octavo(CONTRACT, FEE, *self.model), self.octavo(CONTRACT, FEE, *self.model, "--stream", "-q")
        self.assertEqual((plain.returncode, streamed.returncode), (0, 0), plain.stderr)
        self.assertEqual(plain.stdout, streamed.stdout)
        first, place = plain.stdout.splitlines()
        self.assertRegex(first, r"29,120\.00 \[4:\d+\]$")
        self.assertRegex(place, r"^  \[4:\d+\] page 4: .*29,120\.00")
        self.assertRegex(plain.stderr, r"octavo: the model saw \d+ of \d+ passages, \d+ tokens .*first token after .*is quoted")
        self.assertEqual(streamed.stderr, "")

    def test_what_stands_nowhere_is_refused(self):
        report = self.ask(CONTRACT, "--question", "Who is Ulrich Zwingli?", "--question", "Which soups does the canteen serve?")
        for answer in report["answers"]:
            self.assertFalse(answer["found"], answer)
            self.assertEqual((answer["text"], answer["citations"]), ("", []))
        self.assertEqual(report["precision"], "", "no model was needed")
        plain = self.octavo(CONTRACT, "Who is Ulrich Zwingli?", *self.model)
        self.assertEqual((plain.returncode, plain.stdout), (0, 'Not in the document: "Ulrich" stands nowhere in the document.\n'))

    def test_questions_over_one_document_read_its_beginning_once(self):
        questions = self.folder / "questions.txt"
        questions.write_text("Which law applies?\n\nWhich law applies?\n", encoding="utf-8")
        first, second = self.ask(CONTRACT, "--page", "3", "--questions", questions)["answers"]
        self.assertEqual(first["text"], second["text"])
        self.assertEqual(first["used"]["reused_tokens"], 0)
        self.assertGreaterEqual(second["used"]["reused_tokens"], second["used"]["prompt_tokens"] - 1)

    def test_questions_from_standard_input(self):
        report = self.ask(CONTRACT, "--questions", "-", stdin=f"{FEE}\nWho is Ulrich Zwingli?\n")
        self.assertEqual([answer["found"] for answer in report["answers"]], [True, False])

    def test_pages(self):
        self.assertTrue(self.ask(CONTRACT, "Which law applies?")["answers"][0]["found"])
        report = self.ask(CONTRACT, "--page", "4", "Which law of England applies?")
        self.assertEqual(report["pages"], {"read": 1, "failed": 0})
        self.assertFalse(report["answers"][0]["found"])

    def test_several_documents(self):
        report = self.ask(CONTRACT, ROOT / "samples/slide.pdf", "--question", FEE,
                          "--question", "How many sleeping cars should be ordered?")
        fee, cars = report["answers"]
        self.assertRegex(fee["citations"][0]["label"], r"^\[1:4:\d+\]$")
        self.assertRegex(cars["citations"][0]["label"], r"^\[2:1:\d+\]$")
        self.assertEqual(cars["citations"][0]["document"], str(ROOT / "samples/slide.pdf"))

    def test_the_overlay_has_the_cited_page(self):
        for ending, begins in (("pdf", b"%PDF-"), ("png", b"\x89PNG")):
            drawn = self.folder / f"cited.{ending}"
            report = self.ask(CONTRACT, FEE, "--overlay", drawn)
            self.assertEqual(report["overlay"], str(drawn))
            self.assertTrue(drawn.read_bytes().startswith(begins))

    def test_a_chinese_scan(self):
        answer = self.ask(ROOT / "samples/report-zh-scan.pdf", "西山区新建了几处口袋公园？")["answers"][0]
        self.assertTrue(answer["found"])
        self.assertIn("新建口袋公园: 5", answer["text"])

    def test_no_model(self):
        empty = self.folder / "empty_store"
        empty.mkdir()
        places = {"OCTAVO_MODELS_DIR": str(empty), "OCTAVO_HOME": str(empty), "HOME": str(empty), "HF_HOME": str(empty)}
        run = self.octavo(CONTRACT, FEE, **places)
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertIn("model_missing", run.stderr)
        self.assertIn("octavo models pull qwen2.5-0.5b", run.stderr)
        run = self.octavo(CONTRACT, FEE, "--json", **places)
        self.assertEqual(run.returncode, 1)
        report = json.loads(run.stdout)
        self.assertEqual(problems(report, self.schema)[:5], [])
        self.assertEqual(report["error"]["code"], "model_missing")

    def test_nothing_to_read(self):
        blank = self.folder / "blank.png"
        blank.write_bytes(blank_png(400, 300))
        report = self.ask(blank, "--read", FEE, code=1)
        self.assertEqual(report["error"]["code"], "invalid_argument")
        self.assertIn("holds no text", report["error"]["message"])
        self.assertEqual(self.ask(self.folder / "none.pdf", FEE, code=1)["error"]["code"], "file_not_found")

    def test_a_question_longer_than_the_room_for_it(self):
        answer = self.ask(CONTRACT, FEE[:-1] + ", please" * 3000 + "?")["answers"][0]
        self.assertTrue(answer["used"]["question_cut"])
        self.assertLessEqual(answer["used"]["prompt_tokens"], 450)
        self.assertIn("29,120.00", answer["text"])


if __name__ == "__main__":
    OCTAVO, WRITER = (os.path.abspath(path) for path in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
