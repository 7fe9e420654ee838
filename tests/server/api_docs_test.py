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


def constants(path, pattern=r"^  [\w:]+ (\w+)(?: = |\{)([^;}]+)\}?;"):
    code = (ROOT / path).read_text(encoding="utf-8")
    return {name: eval(re.sub(r"ULL|'|int64_t", "", value))  # noqa: S307 - our own constants
            for name, value in re.findall(pattern, code, re.M)}  # fmt: skip


def in_numbers(text):
    units = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "s": 1000, "": 1}
    number, _, unit = text.partition(" ")
    return int(number) * units[unit]


class Limits(unittest.TestCase):
    def setUp(self):
        table = (ROOT / "docs/api.md").read_text(encoding="utf-8").split("## Limits")[1]
        self.rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", table, re.M))

    def test_limits_of_what_is_behind_it(self):
        service = constants("src/service/service_options.h", r"^  \w+ (max_\w+) = ([^;]+);")
        chats = constants("apps/server/openai/chat_limits.h")
        uploads = constants("apps/server/run_serve.cc", r"^constexpr \w+ (kMostUpload\w*) = ([^;]+);")
        for row, limit in {
            "chats that wait or are answered, all together": chats["waiting_bytes"],
            "pictures of a chat, as files": chats["picture_bytes"],
            "jobs that wait": service["max_waiting_jobs"],
            "jobs that are kept": service["max_stored_jobs"],
            "disk for all jobs": service["max_disk_bytes"],
            "files in a request": service["max_files_per_job"],
            "one file": service["max_file_bytes"],
            "uploads that wait for their jobs": uploads["kMostUploads"],
            "bytes of these": uploads["kMostUploadBytes"],
        }.items():
            self.assertEqual(in_numbers(self.rows[row]), limit, row)

    def test_the_table_is_what_the_code_has(self):
        there = constants("apps/server/http/limits.h")
        rows = self.rows
        said = {
            "connections": rows["connections"],
            "head_bytes": rows["head of a request"].split(",")[0],
            "head_fields": rows["head of a request"].split(", ")[1].split()[0],
            "json_bytes": rows["body in memory (JSON)"],
            "buffered_bytes": rows["bodies that arrive into memory, all together"],
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
        for name, text in said.items():
            self.assertEqual(there[name], in_numbers(text), name)
        # What is only a detail of forms stands in the code alone.
        self.assertEqual(set(there) - set(said), {"part_head_bytes"})


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    unittest.main()
