#!/usr/bin/env python3
"""The case runner must be able to fail: each expectation against a stand-in for octavo."""

import json
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent

# Writes what a parse would write; --fail makes it an error.
STAND_IN = """#!/usr/bin/env python3
import json, pathlib, sys
if "--fail" in sys.argv:
    sys.exit("x.pdf: file_encrypted: needs a password (use --password)")
out = pathlib.Path(sys.argv[sys.argv.index("-o") + 1]) / "x"
out.mkdir(parents=True)
threads = sys.argv[sys.argv.index("--threads") + 1] if "--threads" in sys.argv else ""
(out / "x.md").write_text("# A title\\n\\nOne two three" + threads + ".\\n")
(out / "x_content_list.json").write_text(json.dumps([{"type": "text", "bbox": [0, 0, 9, 9]}]))
(out / "x_report.json").write_text(json.dumps({"pages": [{"source": "ocr"}, {"source": "text"}]}))
page = {"page_size": [100, 100], "para_blocks": [{"type": "text", "bbox": [0, 0, 50, 50]}], "discarded_blocks": []}
(out / "x_middle.json").write_text(json.dumps({"pdf_info": [page]}))
"""

PASSES = [
    'expect contains "One two"', 'expect lacks "four"', 'expect order "title" "two" "three"', 'expect count 1 "two"',
    "expect pages 2", 'expect json report.pages[*].source any "ocr"', "expect json content_list[*] count 1",
    "expect boxes inside", "expect memory 500", 'expect file "x/x.md"', 'expect files 1 "*.md"', "expect same --again",
    "expect markdown\n    # A title\n\n    One two three.", "expect word_errors 0.2\n    # A title One two four.",
    "expect similar 0.7\n    A title One two four", "expect exit 0", "expect names_at_most 20",
    'expect matches "^One.*three"',
]  # fmt: skip
FAILS = [
    'expect contains "four"', 'expect lacks "two"', 'expect order "two" "title"', 'expect count 2 "two"', "expect pages 1",
    'expect json report.pages[*].source all "ocr"', "expect json content_list[*] count 2", "expect memory 1",
    'expect file "y/*"', 'expect files 2 "*.md"', "expect same --threads 2", "expect markdown\n    # A title",
    "expect markdown empty", "expect markdown golden", "expect word_errors 0.1\n    One two four",
    "expect similar 0.9\n    no such words", "expect exit 1", "expect error file_encrypted", "expect names_at_most 3",
    "expect output empty", "expect seconds 0.0001", 'expect matches "^two"',
]  # fmt: skip


class RunCases(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.octavo = self.folder / "octavo"
        self.octavo.write_text(STAND_IN)
        self.octavo.chmod(0o755)

    def run_case(self, text, *more):
        case = self.folder / "a.case"
        case.write_text("# Why.\n" + textwrap.dedent(text) + "\n")
        command = [sys.executable, str(HERE / "run_cases.py"), "--octavo", str(self.octavo), "--inputs", str(self.folder)]
        result = subprocess.run([*command, *more, str(case)], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr, case

    def test_what_holds_passes(self):
        for text in PASSES:
            with self.subTest(text):
                code, said, _ = self.run_case("input: x.pdf\n" + text)
                self.assertEqual(code, 0, said)

    def test_what_does_not_hold_fails(self):
        for text in FAILS:
            with self.subTest(text):
                code, said, _ = self.run_case("input: x.pdf\n" + text)
                self.assertEqual(code, 1, said)
                self.assertIn("FAILED a", said)

    def test_errors(self):
        code, said, _ = self.run_case("input: x.pdf\noptions: --fail\nexpect error file_encrypted\nexpect output empty")
        self.assertEqual(code, 0, said)
        code, said, _ = self.run_case("input: x.pdf\noptions: --fail\nexpect error file_corrupted")
        self.assertEqual(code, 1, said)
        code, said, _ = self.run_case("input: x.pdf\noptions: --fail\nexpect lacks x")
        self.assertEqual(code, 1, said)

    def test_a_known_gap_does_not_fail_and_says_when_it_is_closed(self):
        code, said, _ = self.run_case('input: x.pdf\nissue: 11\nexpect contains "four"')
        self.assertEqual(code, 77)
        self.assertIn("KNOWN GAP (issue 11)", said)
        code, said, _ = self.run_case('input: x.pdf\nissue: 11\nexpect contains "two"')
        self.assertEqual(code, 0)
        self.assertIn("take the mark away", said)

    def test_update_rewrites_a_block_and_a_golden_file(self):
        text = "input: x.pdf\nexpect markdown\n    old\nexpect markdown golden\nexpect content_list golden"
        code, said, case = self.run_case(text, "--update")
        self.assertEqual(code, 0, said)
        self.assertIn("expect markdown\n    # A title\n\n    One two three.\nexpect markdown golden", case.read_text())
        golden = self.folder / "golden/a.content_list.json"
        self.assertEqual(json.loads(golden.read_text())[0]["type"], "text")
        self.assertEqual((self.folder / "golden/a.md").read_text(), "# A title\n\nOne two three.\n")
        result = subprocess.run([sys.executable, str(HERE / "run_cases.py"), "--octavo", str(self.octavo), "--inputs",
                                 str(self.folder), str(case)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_each_variant_runs(self):
        code, said, _ = self.run_case('input: {}.pdf\nwith: x y\nexpect contains "{}"')
        self.assertEqual(code, 1)
        self.assertIn("a (x)", said)

    def test_nonsense_is_told(self):
        for text in ("expect nothing_known 1", "inputt: x", 'expect contains "open', "input: x.pdf"):
            with self.subTest(text):
                self.assertEqual(self.run_case(text)[0], 1)


if __name__ == "__main__":
    unittest.main()
