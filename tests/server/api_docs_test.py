#!/usr/bin/env python3
"""docs/api.md: its examples run, its table of limits is what the code has.

api_docs_test.py OCTAVO
"""

import json
import re
import sys
import unittest

from doc_examples import ROOT, run_examples
from serving import Server

OCTAVO = ""
HEADING = "A document, three ways"


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.server.close()

    def run_example(self, language):
        return run_examples(self, HEADING, language)[0]

    def test_curl(self):
        result = json.loads(self.run_example("sh"))
        self.assertEqual(result["status"], "completed")
        self.assertGreater(len(result["files"][0]["content"]["markdown"]), 100)

    def test_python(self):
        told = self.run_example("python")
        self.assertIn('"status":"done"', told)
        self.assertGreater(len(told), 500)

    def test_javascript(self):
        self.assertGreater(len(self.run_example("js")), 100)


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
    OCTAVO = sys.argv.pop(1)
    unittest.main()
