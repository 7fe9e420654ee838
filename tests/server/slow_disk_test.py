#!/usr/bin/env python3
"""A disk that does not answer holds up who waits for it, and nobody else.

slow_disk_test.py OCTAVO SLOW_DISK_LIBRARY
"""

import json
import os
import pathlib
import sys
import tempfile
import threading
import unittest

from serving import Server, until

OCTAVO, LIBRARY = "", ""
PLAIN = {"Content-Type": "application/octet-stream"}


class SlowDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.gate = pathlib.Path(folder.name) / "gate"
        os.environ |= {"LD_PRELOAD": LIBRARY, "SLOW_DISK_GATE": str(self.gate)}
        self.addCleanup(lambda: [os.environ.pop(name) for name in ("LD_PRELOAD", "SLOW_DISK_GATE")])
        self.server = Server(OCTAVO, "--tier", "basic")
        self.addCleanup(self.server.close)
        self.addCleanup(self.open)

    def open(self):
        self.gate.unlink(missing_ok=True)

    def waits(self, call):
        until((self.gate.parent / f"gate.{call}").exists, f"a {call} that waits")

    def assert_others_are_answered(self):
        for _ in range(20):
            self.assertEqual(self.server.get("/health").status, 200)
        self.assertEqual(self.server.get("/v1/parse/jobs").status, 200)  # that is answered by a thread for work

    def upload(self):
        _, upload = self.server.json("POST", "/v1/uploads", json.dumps({"filename": "u.pdf"}))
        return upload

    def beside(self, *request):
        """Runs a request; the function it gives waits for the answer."""
        answers = []
        thread = threading.Thread(target=lambda: answers.append(self.server.ask(*request)), daemon=True)
        thread.start()

        def answer():
            thread.join()
            return answers[0]

        return answer

    def test_bytes_that_arrive(self):
        upload = self.upload()
        self.gate.touch()
        put = self.beside("PUT", upload["upload_url"], b"x" * 300_000, PLAIN)
        self.waits("write")
        self.assert_others_are_answered()
        self.open()
        self.assertEqual(put().status, 200)

    def test_files_that_go(self):
        upload = self.upload()
        self.assertEqual(self.server.ask("PUT", upload["upload_url"], b"x" * 1000, PLAIN).status, 200)
        self.gate.touch()
        gone = self.beside("POST", upload["upload_url"].replace("/content", "/cancel"))
        self.waits("unlink")
        self.assert_others_are_answered()
        self.assertEqual(self.server.get("/v1/files").status, 200)
        self.open()
        self.assertEqual(gone().status, 200)

    def test_a_client_that_leaves_its_file_behind(self):
        head = "POST /v1/tasks?filename=a.pdf HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/pdf\r\n"
        staging = self.server.data / "staging"
        with self.server.socket() as connection:
            connection.sendall(head.encode() + b"Content-Length: 100000\r\n\r\n" + b"x" * 1000)
            # All of it, or the write would wait at the gate and nothing would get as far as the unlink.
            until(lambda: any(f.stat().st_size == 1000 for f in staging.glob("arriving-*")), "what has been sent")
            self.gate.touch()
        self.waits("unlink")
        self.assert_others_are_answered()
        self.open()
        until(lambda: not list(staging.glob("arriving-*")), "its removal")


if __name__ == "__main__":
    OCTAVO, LIBRARY = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
