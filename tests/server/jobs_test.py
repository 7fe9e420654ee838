#!/usr/bin/env python3
"""Jobs of octavo serve over HTTP, on real documents.

jobs_test.py OCTAVO SAMPLES
"""

import hashlib
import http.client
import io
import json
import pathlib
import sys
import time
import unittest
import zipfile

from serving import PATIENCE, Server, events, form, until

OCTAVO, SAMPLES = "", pathlib.Path()


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)
        cls.report = (SAMPLES / "report.pdf").read_bytes()

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        cls.server.close()
        if code != 0:
            raise AssertionError(f"exit code {code} after SIGTERM")

    def submit(self, files, **query):
        status, task = self.server.post_files("/v1/tasks", files, query=query)
        self.assertEqual(status, 202, task)
        return task

    def events_of(self, job, since=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        headers = {} if since is None else {"Last-Event-ID": since}
        connection.request("GET", f"/v1/parse/jobs/{job}/events", headers=headers)
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/event-stream"))
        return list(events(answer))

    def test_a_whole_job_with_events(self):
        task = self.submit([("report.pdf", self.report)], output_formats=["markdown", "middle_json"])
        self.assertRegex(task["task_id"], "^[0-9a-f]{32}$")
        self.assertEqual(task["task_id"], task["job_id"])
        self.assertIn(task["status"], ("queued", "running"))
        job = task["job_id"]
        told = self.events_of(job)
        self.assertEqual(told[-1][0], "job")
        self.assertEqual(told[-1][2]["status"], "completed")
        numbers = [int(number) for _, number, _ in told]
        self.assertEqual(numbers, sorted(set(numbers)))
        done = sorted(data["page"] for name, _, data in told if name == "page" and data["status"] == "done")
        shown = self.server.wait_for(job)
        pages = shown["files"][0]["pages"]
        self.assertEqual(done, list(range(len(pages))))
        self.assertEqual(shown["progress"], {"completed": len(pages), "failed": 0, "total": len(pages)})
        self.assertTrue(all(page["status"] == "done" and sum(page["sources"].values()) > 0 for page in pages))
        # A client that comes back hears nothing twice and misses nothing but what a later event has overtaken:
        # starts of pages that are done, and progress.
        middle = told[len(told) // 2][1]
        again = self.events_of(job, middle)
        later = [event for event in told if int(event[1]) > int(middle)]
        self.assertEqual([event for event in again if event not in later], [])
        lasting = [event for event in later if event[0] == "page" and event[2]["status"] == "done"] + later[-1:]
        self.assertEqual([event for event in lasting if event not in again], [])
        self.assertEqual(self.events_of(job, told[-1][1]), [])

        status, page = self.server.json("GET", f"/v1/parse/jobs/{job}/files/0/pages/0")
        self.assertEqual((status, page["page"], page["status"]), (200, 0, "done"))
        self.assertGreater(len(page["blocks"]), 0)
        for block in page["blocks"]:
            left, top, right, bottom = block["box"]
            self.assertTrue(0 <= left < right <= page["width"] + 1 and 0 <= top < bottom <= page["height"] + 1, block)
        status, headers, picture = self.server.ask("GET", f"/v1/parse/jobs/{job}/files/0/pages/0/image")
        self.assertEqual((status, headers["content-type"], picture[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
        sides = [int.from_bytes(picture[at:at + 4], "big") for at in (16, 20)]
        self.assertAlmostEqual(max(sides), 1400, delta=2)
        self.assertEqual(self.server.ask("GET", f"/v1/parse/jobs/{job}/files/0/pages/999")[0], 404)

        status, result = self.server.json("GET", f"/v1/tasks/{job}/result")
        content = result["files"][0]["content"]
        self.assertEqual((status, set(content) - {"report"}), (200, {"markdown", "middle_json"}))
        self.assertIsInstance(content["middle_json"], dict)
        file_id = result["files"][0]["output_files"]["markdown"]["file_id"]
        self.assertEqual(self.server.ask("GET", f"/v1/files/{file_id}/content")[2].decode(), content["markdown"])
        status, headers, packed = self.server.ask("GET", f"/v1/tasks/{job}/result?response_format=zip")
        self.assertEqual((status, headers["x-mineru-task-id"], headers["x-mineru-task-status"]), (200, job, "completed"))
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            names = [name for name in archive.namelist() if name.endswith(".md")]
            self.assertEqual(archive.read(names[0]).decode(), content["markdown"])
        self.assertEqual(list(pathlib.Path(self.server.data).rglob("*.zip")), [])

    def test_file_parse_waits_or_says_where_to_ask(self):
        status, result = self.server.post_files("/v1/file_parse", [("report.pdf", self.report)], query={"page_range": "1"})
        self.assertEqual((status, result["status"], result["files"][0]["pages_total"]), (200, "completed", 1))
        self.assertGreater(len(result["files"][0]["content"]["markdown"]), 100)
        connection = self.server.socket()
        kind, body = form([], [("files", "left.pdf", self.report)])
        connection.sendall(f"POST /v1/file_parse HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
                           f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        connection.close()  # gone while it waits: the job goes on

        def left():
            jobs = self.server.json("GET", "/v1/parse/jobs")[1]["data"]
            return [job["status"] for job in jobs if job["files"][0]["name"] == "left.pdf"]

        until(lambda: left() == ["completed"], "the job of a client that left")

    def test_bytes_and_json_as_body(self):
        plain = {"Content-Type": "application/octet-stream"}
        status, task = self.server.json("POST", "/v1/tasks?filename=r.pdf&page_range=r1&tier=flash", self.report, plain)
        self.assertEqual((status, task["files"][0]["name"], task["tier"]), (202, "r.pdf", "flash"))
        status, upload = self.server.json("POST", "/v1/uploads", json.dumps({"filename": "u.pdf", "bytes": len(self.report)}))
        self.assertEqual((status, upload["status"]), (201, "pending"))
        self.assertEqual(self.server.ask("POST", upload["complete_url"])[0], 400)
        self.assertEqual(self.server.ask("PUT", upload["upload_url"], b"short")[0], 400)
        self.assertEqual(self.server.ask("PUT", upload["upload_url"], self.report)[0], 200)
        status, upload = self.server.json("POST", upload["complete_url"])
        self.assertEqual((status, upload["status"]), (200, "completed"))
        _, _, back = self.server.ask("GET", f"/v1/files/{upload['file_id']}/content")
        self.assertEqual(hashlib.sha256(back).digest(), hashlib.sha256(self.report).digest())
        body = {"files": [{"source": {"type": "file_id", "file_id": upload["file_id"]}, "page_range": "1"}], "tier": "basic"}
        for _ in range(2):  # a file can be used again
            status, job = self.server.json("POST", "/v1/parse/jobs", json.dumps(body), {"Content-Type": "application/json"})
            self.assertEqual(status, 202, job)
            self.assertEqual(self.server.wait_for(job["job_id"])["status"], "completed")
        self.assertEqual(self.server.ask("DELETE", f"/v1/files/{upload['file_id']}")[0], 200)
        self.assertEqual(self.server.ask("GET", f"/v1/files/{upload['file_id']}")[0], 404)
        self.assertEqual(self.server.wait_for(task["job_id"])["status"], "completed")

    def test_sums_of_what_arrived(self):
        right = hashlib.sha256(self.report).hexdigest()
        plain = {"Content-Type": "application/octet-stream"}
        address = "/v1/tasks?filename=r.pdf&page_range=1&sha256sum="
        status, answer = self.server.json("POST", address + "0" * 64, self.report, plain)
        self.assertEqual((status, answer["error"]["code"]), (400, "checksum_mismatch"))
        status, task = self.server.json("POST", address + right.upper(), self.report, plain)
        self.assertEqual((status, task["files"][0]["sha256"]), (202, right))
        task = self.submit([("a.pdf", self.report), ("b.txt", b"no document")])
        sums = [file["sha256"] for file in task["files"]]
        self.assertEqual(sums, [right, hashlib.sha256(b"no document").hexdigest()])

    def test_a_request_that_is_sent_again(self):
        def send(key, path="/v1/tasks", name="again.pdf", content=self.report, **query):
            return self.server.post_files(path, [(name, content)], query=query, headers={"Idempotency-Key": key})

        status, task = send("one", page_range="1")
        self.assertEqual(status, 202)
        status, again = send("one", page_range="1")
        self.assertEqual((status, again["job_id"]), (202, task["job_id"]))
        self.assertNotEqual(send("two", page_range="1")[1]["job_id"], task["job_id"])
        for changed in ({"page_range": "2"}, {"name": "other.pdf", "page_range": "1"}, {"content": b"x", "page_range": "1"}):
            status, answer = send("one", **changed)
            self.assertEqual((status, answer["error"]["code"], answer["error"]["retryable"]),
                             (409, "idempotency_key_reused", False))  # fmt: skip
        status, result = send("one", path="/v1/file_parse", page_range="1")
        self.assertEqual((status, result["job_id"]), (200, task["job_id"]))
        status, answer = send("x" * 256)
        self.assertEqual((status, answer["error"]["param"]), (400, "Idempotency-Key"))
        self.assertEqual(self.server.ask("DELETE", f"/v1/parse/jobs/{task['job_id']}?purge=true")[0], 200)
        status, new = send("one", page_range="2")  # the job is gone, and its key with it
        self.assertEqual(status, 202)
        self.assertNotEqual(new["job_id"], task["job_id"])

    def test_hostile_names_and_contents(self):
        names = ["../../etc/passwd.pdf", "a/b\\c.pdf", "\u4f60\u597d.pdf", "x" * 300 + ".pdf", "<img src=x onerror=alert(1)>.pdf"]
        task = self.submit([(name, b"no document") for name in names])
        job = self.server.wait_for(task["job_id"])
        self.assertEqual(job["status"], "failed")
        self.assertEqual([file["name"] for file in job["files"]], names)
        self.assertTrue(all(file["error"]["code"] == "file_type_unsupported" for file in job["files"]), job)
        self.assertEqual(self.server.ask("GET", f"/v1/tasks/{job['job_id']}/result")[0], 409)
        status, answer = self.server.post_files("/v1/tasks", [("empty.pdf", b"")])
        self.assertEqual((status, answer["error"]["code"]), (422, "file_empty"))
        status, answer = self.server.post_files("/v1/tasks", [("a.pdf", self.report)], query={"page_range": "nine"})
        self.assertEqual((status, answer["error"]["code"]), (400, "page_range_invalid"))
        status, answer = self.server.post_files("/v1/tasks", [("a.pdf", self.report)], query={"tier": "advanced"})
        self.assertEqual((status, answer["error"]["code"]), (422, "quality_tier_unavailable"))

    def test_cancel_and_purge(self):
        task = self.submit([("report.pdf", self.report)] * 20)
        began = time.monotonic()
        status, job = self.server.json("DELETE", "/v1/parse/jobs/" + task["job_id"])
        self.assertEqual((status, job["status"]), (200, "canceled"))
        self.assertLess(time.monotonic() - began, 10)
        self.assertEqual(self.events_of(task["job_id"])[-1][2]["status"], "canceled")
        listed = self.server.json("GET", "/v1/parse/jobs")[1]["data"]
        self.assertIn(task["job_id"], [job["job_id"] for job in listed])
        self.assertEqual(self.server.ask("DELETE", f"/v1/parse/jobs/{task['job_id']}?purge=true")[0], 200)
        self.assertEqual(self.server.ask("GET", "/v1/parse/jobs/" + task["job_id"])[0], 404)

    def test_metrics(self):
        _, headers, text = self.server.ask("GET", "/metrics")
        self.assertTrue(headers["content-type"].startswith("text/plain; version=0.0.4"))
        for line in text.decode().splitlines():
            self.assertRegex(line, r'^(# (HELP|TYPE) octavo_\w+ .+|octavo_\w+(\{(\w+="[^"]*",?)+\})? [0-9.e+-]+)$')


class Restart(unittest.TestCase):
    def test_jobs_outlive_the_server(self):
        server = Server(OCTAVO)
        self.addCleanup(server.close)
        report = (SAMPLES / "report.pdf").read_bytes()
        key = {"Idempotency-Key": "kept over a restart"}
        _, task = server.post_files("/v1/tasks", [("report.pdf", report)] * 3, headers=key)
        server.process.kill()
        server.process.wait()
        server.start()
        job = server.wait_for(task["job_id"])
        self.assertEqual([file["status"] for file in job["files"]], ["completed"] * 3)
        _, again = server.post_files("/v1/tasks", [("report.pdf", report)] * 3, headers=key)
        self.assertEqual(again["job_id"], task["job_id"])
        status, _ = server.post_files("/v1/tasks", [("report.pdf", report)], headers=key)
        self.assertEqual(status, 409)
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    OCTAVO, SAMPLES = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
    unittest.main()
