#!/usr/bin/env python3
"""The front of octavo serve against clients that are wrong, slow, hostile or gone.

http_test.py OCTAVO
"""

import contextlib
import http.client
import json
import pathlib
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from serving import PATIENCE, Server, form, receive_all, status_of

OCTAVO = ""
HEAD = b"POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\n"


class Front(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)

    @classmethod
    def tearDownClass(cls):
        code = cls.server.stop()
        cls.server.close()
        if code != 0:
            raise AssertionError(f"exit code {code} after SIGTERM")

    def tearDown(self):
        self.assertEqual(self.server.ask("GET", "/health")[0], 200)

    def staged(self):
        """Files of uploads that are still on their way."""
        return [path for path in pathlib.Path(self.server.data).rglob("arriving-*")]

    def assert_nothing_staged(self):
        deadline = time.monotonic() + PATIENCE
        while self.staged() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(self.staged(), [])

    def error(self, answer, status, code):
        self.assertEqual(status_of(answer), status, answer[:300])
        error = json.loads(answer.split(b"\r\n\r\n", 1)[1])["error"]
        self.assertEqual(error["code"], code)
        self.assertEqual(set(error), {"type", "code", "message", "param", "request_id", "retryable"})
        self.assertIn(f"X-Request-Id: {error['request_id']}".encode(), answer)

    # What routes there are, and how they are asked.

    def test_unknown_route_wrong_method_head_and_options(self):
        self.error(self.server.raw_answer(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
                   404, "not_found")
        status, headers, _ = self.server.ask("PUT", "/health")
        self.assertEqual((status, headers["allow"]), (405, "GET, HEAD"))
        for path in ("/health", "/tasks", "/v1/tasks", "/v1/chat/completions"):  # whichever dialect words the rest
            answer = self.server.raw_answer(f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            self.assertEqual((status_of(answer), answer.count(b"\r\nAllow: ")), (405, 1), path)
        self.assertEqual(self.server.ask("OPTIONS", "/v1/tasks")[0], 405)
        self.assertEqual(self.server.ask("BREW", "/health")[0], 405)
        status, headers, body = self.server.ask("HEAD", "/health")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(headers["content-length"]), 10)

    def test_what_every_answer_carries(self):
        for path in ("/health", "/nothing", "/"):
            _, headers, _ = self.server.ask("GET", path)
            self.assertRegex(headers["x-request-id"], "^[0-9a-f]{32}$")
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertIn("default-src 'none'", headers["content-security-policy"])
            self.assertNotIn("access-control-allow-origin", headers)
            self.assertNotIn("server", headers)

    def test_one_connection_many_requests(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        ids = set()
        for _ in range(20):
            connection.request("GET", "/health")
            answer = connection.getresponse()
            answer.read()
            ids.add(answer.headers["X-Request-Id"])
        connection.close()
        self.assertEqual(len(ids), 20)
        two = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /version HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        self.assertEqual(self.server.raw_answer(two).count(b"HTTP/1.1 200 OK"), 2)

    def test_other_hosts_and_other_pages(self):
        for host, status in (("localhost:1", 200), ("127.0.0.1", 200), ("[::1]:9", 200), ("evil.example", 421),
                             ("127.0.0.1.evil.example", 421), ("localhost.evil.example:80", 421)):
            self.assertEqual(self.server.ask("GET", "/health", headers={"Host": host})[0], status, host)
        kind, body = form([], [("files", "a.pdf", b"x")])
        for origin in ("http://evil.example", "null", "http://localhost:1"):
            status, answer = self.server.json("POST", "/v1/tasks", body, {"Content-Type": kind, "Origin": origin})
            self.assertEqual((status, answer["error"]["code"]), (403, "origin_not_allowed"))

    # Bodies.

    def test_too_large_by_content_length_and_by_chunks(self):
        announced = HEAD + b"Content-Type: application/octet-stream\r\nContent-Length: 99999999999\r\n\r\n"
        began = time.monotonic()
        self.error(self.server.raw_answer(announced + b"x" * 1000), 413, "file_too_large")
        self.assertLess(time.monotonic() - began, 30)
        # JSON without end: refused when 64 MiB have arrived, whatever is still being sent.
        with self.server.socket() as connection:
            connection.sendall(HEAD + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            piece = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
            with contextlib.suppress(ConnectionError):
                for _ in range(80):
                    connection.sendall(piece)
            self.error(receive_all(connection), 413, "request_too_large")
        self.assert_nothing_staged()

    def test_truncated_and_damaged_forms(self):
        kind, body = form([], [("files", "a.pdf", b"%PDF-1.4")])
        for cut in (0, 1, 20, len(body) - 20, len(body) - 4):
            data = HEAD + f"Content-Type: {kind}\r\nContent-Length: {cut}\r\nConnection: close\r\n\r\n".encode()
            self.assertEqual(status_of(self.server.raw_answer(data + body[:cut])), 400, cut)
        status, answer = self.server.json("POST", "/v1/tasks", body, {"Content-Type": "multipart/form-data"})
        self.assertEqual((status, answer["error"]["code"]), (400, "invalid_multipart"))
        self.assert_nothing_staged()

    def test_clients_that_leave_in_each_phase(self):
        kind, body = form([], [("files", "a.pdf", b"x" * 100_000)])
        whole = HEAD + f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        for cut in (0, 3, len(HEAD), len(HEAD) + 60, len(whole) // 2, len(whole) - 1):
            with self.server.socket() as connection:
                connection.sendall(whole[:cut])
        for cut in (10, len(whole) // 2):  # with a reset in place of an end
            connection = self.server.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            connection.sendall(whole[:cut])
            connection.close()
        self.assert_nothing_staged()

    def test_smuggling(self):
        for wrong in (b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"Content-Length: 5\r\nContent-Length: 6",
                      b"Transfer-Encoding : chunked", b"Transfer-Encoding: xchunked", b"A: b\r\n folded",
                      b"A: b\nC: d", b"Content-Length: +5", b"A\0: b"):
            answer = self.server.raw_answer(HEAD + wrong + b"\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n")
            self.assertIn(status_of(answer), (400, 501), wrong)
            self.assertEqual(answer.count(b"HTTP/1.1"), 1, wrong)
        for size in (b"-2", b"0x5", b"zz", b"fffffffffffffffff", b""):
            data = HEAD + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + size + b"\r\nhello"
            # 0: closed in the middle of what can only be the end of the body.
            self.assertIn(status_of(self.server.raw_answer(data)), (400, 0) if size == b"0x5" else (400,), size)
        many = b"".join(b"A%d: b\r\n" % i for i in range(200))
        self.assertEqual(status_of(self.server.raw_answer(HEAD + many + b"\r\n")), 431)
        self.assertEqual(status_of(self.server.raw_answer(HEAD + b"A: " + b"b" * 20000 + b"\r\n\r\n")), 431)

    def test_invalid_json(self):
        kind = {"Content-Type": "application/json"}
        for wrong in (b"", b"{", b"[1,]", b'{"a":1,"a":2}', b'{"a":1e999}', b'"\xff"', b'{"a":NaN}', b"{} {}", b'"\\ud800"',
                      b"[" * 100_000):
            status, answer = self.server.json("POST", "/v1/parse/jobs", wrong, kind)
            self.assertEqual((status, answer["error"]["code"]), (400, "invalid_json"), wrong[:20])
        for wrong in (b"[]", b"{}", b'{"files":1}', b'{"files":[1]}', b'{"files":[{"source":{"type":"inline"}}]}',
                      b'{"files":[{"source":{"type":"inline","data":"%%%"}}]}', b'{"files":[],"tier":7.5}'):
            self.assertEqual(self.server.ask("POST", "/v1/parse/jobs", wrong, kind)[0], 400, wrong)
        for source in (b'{"type":"url","url":"http://169.254.169.254/"}', b'{"type":"local","path":"/etc/passwd"}'):
            status, answer = self.server.json("POST", "/v1/parse/jobs", b'{"files":[{"source":' + source + b"}]}", kind)
            self.assertEqual((status, answer["error"]["code"]), (403, "source_not_allowed"))

    def test_wrong_types_and_options(self):
        kind, body = form([], [("files", "a.pdf", b"x")])
        for query, code in (("tier=best", "invalid_parameter"), ("nothing=1", "unknown_parameter"),
                            ("password=secret", "invalid_parameter"), ("output_formats=docx", "invalid_parameter")):
            status, answer = self.server.json("POST", "/v1/tasks?" + query, body, {"Content-Type": kind})
            self.assertEqual((status, answer["error"]["code"]), (400, code), query)
        for name in ("wait_timeout=5", "response_format=zip"):  # of answers that have a result
            for path in ("/v1/tasks?", "/v1/parse/jobs?"):
                status, answer = self.server.json("POST", path + name, body, {"Content-Type": kind})
                self.assertEqual((status, answer["error"]["code"], answer["error"]["param"]),
                                 (400, "unknown_parameter", name.split("=")[0]))  # fmt: skip
        self.assertEqual(self.server.ask("POST", "/v1/tasks", b"a=b", {"Content-Type": "text/csv"})[0], 415)
        plain = {"Content-Type": "application/octet-stream"}
        status, answer = self.server.json("POST", "/v1/tasks?filename=a.pdf", b"", plain)
        self.assertEqual((status, answer["error"]["code"]), (422, "file_empty"))
        _, upload = self.server.json("POST", "/v1/uploads", json.dumps({"filename": "u.pdf"}))
        status, answer = self.server.json("PUT", upload["upload_url"], b"", plain)
        self.assertEqual((status, answer["error"]["code"]), (422, "file_empty"))
        gzip = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        self.assertEqual(self.server.ask("POST", "/v1/parse/jobs", b"x", gzip)[0], 415)
        self.assertEqual(self.server.ask("GET", "/health", b"body")[0], 400)
        for path in ("/v1/parse/jobs/" + "0" * 32, "/v1/tasks/x/result", "/v1/parse/jobs/..%2f..%2fetc/events",
                     "/v1/files/file-1/content", "/v1/parse/jobs/x/files/0/pages/0/image"):
            self.assertEqual(self.server.ask("GET", path)[0], 404, path)

    def test_expect_continue(self):
        with self.server.socket() as connection:
            connection.sendall(HEAD + b"Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
            self.assertTrue(connection.recv(1000).startswith(b"HTTP/1.1 100 Continue\r\n\r\n"))
            connection.sendall(b"{}")
            self.assertEqual(status_of(receive_all(connection)), 400)
            # What is refused anyhow need not be sent.
        answer = self.server.raw_answer(HEAD + b"Content-Type: application/octet-stream\r\nContent-Length: 9999999999\r\nExpect: 100-continue\r\n\r\n")
        self.assertEqual(status_of(answer), 413)

    # Many, and slow.

    def test_health_answers_beside_idle_connections(self):
        idle = [self.server.socket() for _ in range(200)]
        for connection in idle[:100]:
            connection.sendall(b"GET /hea")
        seconds = []
        for _ in range(20):
            began = time.monotonic()
            self.assertEqual(self.server.ask("GET", "/health")[0], 200)
            seconds.append(time.monotonic() - began)
        self.assertLess(sorted(seconds)[10], 1, "a second, on a machine that may be busy")
        _, _, text = self.server.ask("GET", "/metrics")
        self.assertGreaterEqual(int(re.search(rb"^octavo_http_connections (\d+)$", text, re.MULTILINE)[1]), 200)
        for connection in idle:
            connection.close()

    def test_a_slow_head_is_closed(self):
        with self.server.socket() as connection:
            began = time.monotonic()
            with contextlib.suppress(ConnectionError):
                for byte in b"GET /health HTTP/1.1\r\nHost: localhost\r\n" * 2:
                    connection.sendall(bytes([byte]))
                    time.sleep(1)
                    if time.monotonic() - began > 60:
                        break
            self.assertEqual(receive_all(connection), b"")
            self.assertLess(time.monotonic() - began, 50)

    def test_log_holds_no_names(self):
        kind, body = form([], [("files", "secret-name.pdf", b"%PDF")])
        self.server.ask("POST", "/v1/tasks?page_range=secret-range", body, {"Content-Type": kind})
        self.server.ask("GET", "/secret-path?secret-query=1", headers={"X-Secret": "secret-header"})
        self.server.ask("GET", "/health")
        deadline = time.monotonic() + PATIENCE
        while self.server.lines[-1].get("route") != "/health" and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertNotIn("secret", "".join(self.server.raw))
        line = self.server.lines[-1]
        self.assertEqual((line["event"], line["method"], line["status"]), ("request", "GET", 200))


class Memory(unittest.TestCase):
    def test_the_plan_is_told_at_the_start(self):
        with Server(OCTAVO, "--memory", "6G", "--workers", "2", "--tier", "basic") as server:
            (plan,) = [line for line in server.lines if line["event"] == "memory_plan"]
            self.assertEqual(plan["total_bytes"], 6 << 30)
            self.assertEqual(plan["document_workers"], 2)
            self.assertEqual(plan["front_bytes"], 384 << 20)
            # Nobody chats here: what is left is for two that read and one that draws.
            self.assertEqual((plan["engine_bytes"], plan["document_worker_bytes"]), (0, ((6 << 30) - (384 << 20)) // 3))
            self.assertEqual(plan["picture_worker_bytes"], plan["document_worker_bytes"])


class Keys(unittest.TestCase):
    def test_keys(self):
        with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
            file.write("# ours\nfirst-key-of-two\n\nsecond-key-of-two\r\n")
            file.flush()
            server = Server(OCTAVO, "--api-key-file", file.name)
        self.addCleanup(server.close)
        for headers, status in (({}, 401), ({"Authorization": "Bearer first-key-of-two"}, 200),
                                ({"X-Api-Key": "second-key-of-two"}, 200), ({"authorization": "bearer second-key-of-two"}, 200),
                                ({"X-Api-Key": "first-key-of-tw"}, 401), ({"X-Api-Key": "first-key-of-two2"}, 401),
                                ({"Authorization": "Basic first-key-of-two"}, 401)):
            self.assertEqual(server.ask("GET", "/v1/tiers", headers=headers)[0], status, headers)
        for path in ("/health", "/livez", "/ready", "/readyz", "/v1/health", "/version", "/"):
            self.assertEqual(server.ask("GET", path)[0], 200, path)
        for path in ("/metrics", "/v1/tasks/x", "/v1/parse/jobs", "/nothing", "/v1/files"):
            self.assertEqual(server.ask("GET", path)[0], 401, path)
        # A body is not read before the key.
        answer = server.raw_answer(HEAD + b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
        self.assertEqual(status_of(answer), 401)
        for _ in range(12):
            status, headers, _ = server.ask("GET", "/v1/tiers", headers={"X-Api-Key": "wrong-key-of-ours"})
        self.assertEqual((status, headers["retry-after"]), (429, "60"))
        # Behind a proxy all come from one address: whoever has a key is not held up by who has none.
        self.assertEqual(server.ask("GET", "/v1/tiers", headers={"X-Api-Key": "second-key-of-two"})[0], 200)
        server.stop()
        self.assertNotIn("key-of", "".join(server.raw))

    def refuse(self, *arguments, environment=None):
        with tempfile.TemporaryDirectory() as data:
            command = [OCTAVO, "serve", "--port", "0", "--tier", "basic", "--data", data, *arguments]
            return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)

    def test_what_does_not_start(self):
        for arguments in (("--host", "0.0.0.0"), ("--host", "::"), ("--api-key", "short"), ("--host", "0.0.0.0", "--api-key", "a b c d e f"),
                          ("--port", "70000"), ("--workers", "0"), ("--memory", "1M"), ("--nothing",),
                          ("--memory", "4G", "--workers", "8")):
            self.assertEqual(self.refuse(*arguments).returncode, 2, arguments)
        self.assertIn("fewer --workers", self.refuse("--memory", "4G", "--workers", "8").stderr)
        with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
            file.write("# ours\n\nfirst-key-of-two\nshort\n")
            file.flush()
            said = self.refuse("--api-key-file", file.name).stderr
        self.assertIn("line 4", said)
        self.assertIn("one key a line", said)
        self.assertIn("needs a key", self.refuse("--host", "0.0.0.0").stderr)
        self.assertEqual(self.refuse("--host", "nowhere.example", "--api-key", "long-enough-key").returncode, 1)


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    unittest.main()
