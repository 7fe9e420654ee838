#!/usr/bin/env python3
"""The octavo program as a user meets it: streams, exit codes, signals, the terminal, the shape of its JSON.

cli_test.py OCTAVO INPUTS [unittest arguments]
INPUTS holds what tools/fixtures/make_cases.py makes.
"""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from json_schema import problems  # noqa: E402

OCTAVO, INPUTS = None, None


def schema(name):
    return json.loads((ROOT / f"docs/schemas/{name}.schema.json").read_text(encoding="utf-8"))


class CliTest(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="octavo-cli-")
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def octavo(self, *arguments, stdin=None, **environment):
        command = [OCTAVO, *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=300,
                              env={**os.environ, **environment})

    def start(self, *arguments):
        return subprocess.Popen([OCTAVO, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                stdin=subprocess.DEVNULL)

    def files(self, folder="out"):
        root = self.folder / folder
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())

    def assert_schema(self, value, name):
        self.assertEqual(problems(value, schema(name))[:5], [])


class Streams(CliTest):
    def test_stdout_holds_the_result_only(self):
        run = self.octavo("parse", INPUTS / "good.pdf", "-o", "-")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn(b"This page was written for the archive.", run.stdout)
        self.assertEqual(run.stderr, b"")

    def test_standard_input(self):
        data = (INPUTS / "good.pdf").read_bytes()
        piped = self.octavo("parse", "-", "-o", "-", stdin=data)
        named = self.octavo("parse", INPUTS / "good.pdf", "-o", "-")
        self.assertEqual(piped.stdout, named.stdout)
        empty = self.octavo("parse", "-", "-o", "-", stdin=b"")
        self.assertEqual(empty.returncode, 1)
        self.assertIn(b"octavo: stdin: file_empty: ", empty.stderr)

    def test_quiet_says_nothing(self):
        run = self.octavo("parse", INPUTS / "good.pdf", "-o", self.folder / "out", "-q")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, b"", b""))

    def test_verbose_has_a_line_a_page(self):
        run = self.octavo("parse", INPUTS / "furniture.pdf", "-o", self.folder / "out", "-v")
        self.assertEqual(run.stderr.count(b"furniture.pdf: page "), 4, run.stderr)

    def test_reader_that_goes_away(self):
        run = self.start("parse", INPUTS / "pages_400.pdf", "--pages", "1-40", "-o", "-")
        run.stdout.close()
        self.assertEqual(run.wait(timeout=120), 141)
        self.assertEqual(run.stderr.read(), b"")
        run.stderr.close()


class OneFile(CliTest):
    def test_every_kind(self):
        for name in ("a.md", "a.html", "a.json", "a.jsonl", "a.pdf", "a.png"):
            with self.subTest(name):
                run = self.octavo("parse", INPUTS / "headings.pdf", "-o", self.folder / name)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertGreater((self.folder / name).stat().st_size, 100)
        self.assertTrue((self.folder / "a.png").read_bytes().startswith(b"\x89PNG"))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.html", "a.json", "a.jsonl", "a.md", "a.pdf", "a.png"])

    def test_overlay_is_a_pdf_with_every_page(self):
        self.octavo("parse", INPUTS / "furniture.pdf", "-o", self.folder / "boxes.pdf")
        run = self.octavo("parse", self.folder / "boxes.pdf", "-o", self.folder / "out", "--ocr", "never", "--json")
        self.assertEqual(json.loads(run.stdout)["inputs"][0]["pages"]["total"], 4, run.stdout)

    def test_two_documents_do_not_fit(self):
        run = self.octavo("parse", INPUTS / "good.pdf", INPUTS / "code.pdf", "-o", self.folder / "a.md")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(self.files("."), [])


class Json(CliTest):
    def test_everything_is_as_its_schema_says(self):
        names = ["merged_table.pdf", "lists.pdf", "wide_figure.pdf", "code.pdf", "furniture.pdf", "hidden_white.pdf",
                 "paragraph_over_pages.pdf", "blank.pdf", "format.jpg", "huge_in_small_page.pdf"]
        run = self.octavo("parse", *(INPUTS / name for name in names), "-o", self.folder / "out", "--to", "all", "--json")
        self.assertEqual(run.returncode, 0, run.stdout)
        report = json.loads(run.stdout)
        self.assert_schema(report, "run")
        self.assertEqual([entry["status"] for entry in report["inputs"]], ["ok"] * len(names))
        for entry in report["inputs"]:
            outputs = entry["outputs"]
            for what in ("content_list", "content_list_v2", "middle", "model", "structured_content", "report"):
                with self.subTest(outputs[what]):
                    self.assert_schema(json.loads(Path(outputs[what]).read_text(encoding="utf-8")), what)
            for line in Path(outputs["chunks"]).read_text(encoding="utf-8").splitlines():
                self.assert_schema(json.loads(line), "chunk")
            for what in ("md", "html", "overlay"):
                self.assertTrue(Path(outputs[what]).is_file())

    def test_errors_have_one_shape(self):
        partial = self.octavo("parse", INPUTS / "text.pdf", INPUTS / "good.pdf", "-o", self.folder / "out", "--json")
        self.assertEqual(partial.returncode, 3)
        report = json.loads(partial.stdout)
        self.assert_schema(report, "run")
        self.assertEqual(report["error"]["code"], "file_type_unsupported")
        for arguments, code, status in (
            (["parse", "--json", "--pages", "x", "a", "-o", "b"], "page_range_invalid", 2),
            (["prase", "--json"], "invalid_argument", 2),
            (["parse", INPUTS / "good.pdf", "--json", "-o", OCTAVO], "output_unwritable", 1),
            (["parse", self.folder / "no.pdf", "--json", "-o", self.folder / "x"], "file_not_found", 1),
        ):
            with self.subTest(code):
                run = self.octavo(*arguments)
                self.assertEqual(run.returncode, status, run.stdout + run.stderr)
                report = json.loads(run.stdout)
                self.assert_schema(report, "run")
                self.assertEqual(report["error"]["code"], code)

    def test_strict_turns_partial_into_failed(self):
        arguments = ["parse", INPUTS / "text.pdf", INPUTS / "good.pdf", "-o", self.folder / "out"]
        self.assertEqual(self.octavo(*arguments).returncode, 3)
        self.assertEqual(self.octavo(*arguments, "--strict").returncode, 1)


class Interruption(CliTest):
    def interrupt(self, signal_number, *more):
        run = self.start("parse", INPUTS / "good.pdf", INPUTS / "pages_400.pdf", "-o", self.folder / "out",
                         "--ocr", "always", "--json", *more)
        done = self.folder / "out/good/ocr/good.md"
        while not done.exists() and run.poll() is None:
            time.sleep(0.02)
        time.sleep(0.3)
        start = time.monotonic()
        run.send_signal(signal_number)
        stdout, stderr = run.communicate(timeout=30)
        return run.returncode, time.monotonic() - start, stdout, stderr

    def test_stops_within_a_second_and_keeps_what_is_done(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                code, seconds, stdout, stderr = self.interrupt(number)
                shutil.rmtree(self.folder / "kept", ignore_errors=True)
                (self.folder / "out").rename(self.folder / "kept")
                self.assertEqual(code, 130, stderr)
                self.assertLess(seconds, 1.5)
                self.assertIn("good/ocr/good.md", self.files("kept"))
                self.assertEqual([name for name in self.files("kept") if not name.startswith("good/")], [])
                report = json.loads(stdout)
                self.assert_schema(report, "run")
                self.assertEqual([entry["status"] for entry in report["inputs"]], ["ok", "cancelled"])

    def test_waiting_for_input_ends_too(self):
        run = subprocess.Popen([OCTAVO, "parse", "-", "-o", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=5), 130)
        for stream in (run.stdin, run.stdout, run.stderr):
            stream.close()


class Terminal(CliTest):
    def on_terminal(self, *arguments, **environment):
        """stdout to a file, stderr to a terminal of 80 columns; (exit code, what the terminal got)."""
        out = self.folder / "stdout"
        pid, terminal = pty.fork()
        if pid == 0:
            os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
            os.execve(OCTAVO, [OCTAVO, *map(str, arguments)], {**os.environ, **environment})
        seen = b""
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            seen += part
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen, out.read_bytes()

    def test_shows_progress(self):
        for environment, colored in (({"TERM": "xterm", "NO_COLOR": ""}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False)):
            code, seen, stdout = self.on_terminal("parse", INPUTS / "furniture.pdf", "-o", self.folder / "out", **environment)
            self.assertEqual((code, stdout), (0, b""))
            self.assertIn(b"4/4 pages", seen)
            self.assertIn(b"pages/s", seen)
            self.assertEqual(b"\x1b[36m" in seen, colored)
            self.assertTrue(seen.endswith(b"furniture.md\r\n"), seen)

    def test_dumb_terminal_gets_plain_lines(self):
        _, seen, _ = self.on_terminal("parse", INPUTS / "good.pdf", "-o", self.folder / "out", TERM="dumb")
        self.assertNotIn(b"\x1b", seen)
        self.assertEqual(seen.count(b"\n"), 1)


class Setup(CliTest):
    def test_info(self):
        run = self.octavo("info", "--json", "--verify")
        self.assertEqual(run.returncode, 0, run.stdout)
        facts = json.loads(run.stdout)
        self.assertTrue(facts["complete"])
        self.assertEqual({entry["state"] for entry in facts["files"]}, {"good"})
        self.assertGreaterEqual(facts["processors"]["usable"], 1)

    def test_missing_files_are_named(self):
        run = self.octavo("info", OCTAVO_HOME=str(self.folder))
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"missing", run.stdout)
        run = self.octavo("parse", INPUTS / "good.pdf", "-o", self.folder / "out", OCTAVO_HOME=str(self.folder))
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"model_missing", run.stderr)
        self.assertEqual(self.files(), [])

    def test_cache_that_cannot_be_made_is_no_error(self):
        run = self.octavo("parse", INPUTS / "format.jpg", "-o", "-", OCTAVO_CACHE_DIR="/proc/none")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_help_and_version(self):
        version = self.octavo("--version")
        self.assertRegex(version.stdout, rb"^octavo \d+\.\d+\.\d+\n$")
        for arguments in (["--help"], ["help"], ["help", "parse"], ["parse", "--help"], ["info", "-h"]):
            run = self.octavo(*arguments)
            self.assertEqual((run.returncode, run.stderr), (0, b""))
            self.assertIn(b"Usage:", run.stdout)
        wrong = self.octavo("prase", "a.pdf")
        self.assertEqual((wrong.returncode, wrong.stdout), (2, b""))
        self.assertEqual(wrong.stderr, b"octavo: invalid_argument: there is no command 'prase' (did you mean parse?)\n")

    def test_full_device(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run([OCTAVO, "parse", str(INPUTS / "good.pdf"), "-o", "-"], stdout=full,
                                 stderr=subprocess.PIPE, check=False)
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"storage_full", run.stderr)


if __name__ == "__main__":
    OCTAVO, INPUTS = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
