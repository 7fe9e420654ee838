#!/usr/bin/env python3
"""docs/api.md: its examples run, its table of limits is what the code has.

api_docs_test.py OCTAVO ROOT [NODE]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from serving import PATIENCE, Server

OCTAVO, ROOT = "", pathlib.Path()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.M | re.S)


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.server.close()

    def run_example(self, language, command):
        text = blocks(language)[0]  # examples of other dialects have tests of their own
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.server.port}")
        self.assertIn(str(self.server.port), text)
        run = subprocess.run([*command, text], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_curl(self):
        if not shutil.which("curl"):
            self.skipTest("curl is not here")
        result = json.loads(self.run_example("sh", ["bash", "-ec"]))
        self.assertEqual(result["status"], "completed")
        self.assertGreater(len(result["files"][0]["content"]["markdown"]), 100)

    def test_python(self):
        told = self.run_example("python", [sys.executable, "-c"])
        self.assertIn('"status":"done"', told)
        self.assertGreater(len(told), 500)

    def test_javascript(self):
        node = shutil.which("node")
        if not node:
            self.skipTest("node is not here")
        self.assertGreater(len(self.run_example("js", [node, "-e"])), 100)


class Limits(unittest.TestCase):
    def test_the_table_is_what_the_code_has(self):
        code = (ROOT / "apps/server/http/limits.h").read_text(encoding="utf-8")
        there = {name: eval(re.sub(r"ULL|'", "", value))  # noqa: S307 - our own constants
                 for name, value in re.findall(r"^  [\w:]+ (\w+)(?: = |\{)([^;}]+)\}?;", code, re.M)}
        table = (ROOT / "docs/api.md").read_text(encoding="utf-8").split("## Limits")[1]
        rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", table, re.M))
        said = {
            "connections": rows["connections"],
            "head_bytes": rows["head of a request"].split(",")[0],
            "head_fields": rows["head of a request"].split(", ")[1].split()[0],
            "json_bytes": rows["body in memory (JSON)"],
            "buffered_bytes": rows["bodies in memory, all together"],
            "file_bytes": rows["one file"],
            "upload_bytes": rows["all files of a request"],
            "files": rows["files in a request"],
            "parts": rows["parts of a form"],
            "form_bytes": rows["fields of a form that are no files"],
            "head_time": rows["time for a head"],
            "idle_time": rows["time between two requests of a connection"],
            "stall_time": rows["time without a byte, in a body or an answer"],
            "body_time": rows["time for a whole body"],
            "drain_time": rows["after SIGTERM, for what is under way"],
        }
        units = {"KiB": 1 << 10, "MiB": 1 << 20, "s": 1000, "": 1}
        for name, text in said.items():
            number, _, unit = text.partition(" ")
            self.assertEqual(there[name], int(number) * units[unit], name)
        # What is only a detail of forms stands in the code alone.
        self.assertEqual(set(there) - set(said), {"part_head_bytes"})


if __name__ == "__main__":
    OCTAVO, ROOT = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
