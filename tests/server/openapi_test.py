#!/usr/bin/env python3
"""Answers of octavo serve are what /openapi.json says: every operation is asked, what comes is held against its schema.

openapi_test.py OCTAVO [unittest arguments]
"""

import json
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "cli")]
from json_schema import problems  # noqa: E402
from serving import BROKEN, FINAL, Server, form, until  # noqa: E402
from vlm_server import pdf  # noqa: E402

OCTAVO = None


class OpenApi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(OCTAVO)
        cls.addClassCleanup(cls.server.__exit__)
        cls.document = cls.server.get("/openapi.json").json()
        cls.asked = set()

    def said(self, method, pattern, status):
        """What the document says of an answer: {media type: schema}."""
        responses = self.document["paths"][pattern][method]["responses"]
        response = responses.get(str(status), responses["default"])
        if "$ref" in response:
            response = self.document["components"]["responses"][response["$ref"].rpartition("/")[2]]
        return {kind: content["schema"] for kind, content in response.get("content", {}).items()}

    def ask(self, method, pattern, status=200, body=None, headers=None, query="", **names):
        path = pattern.format(**names)
        answer = self.server.ask(method.upper(), path + query, body, headers)
        where = f"{method} {path}{query}"
        self.assertEqual(answer.status, status, (where, answer.body[:1000]))
        self.asked.add((method, pattern))
        said = self.said(method, pattern, status)
        kind = answer.headers["content-type"].partition(";")[0]
        self.assertIn(kind, said, where)
        self.assertIn("x-request-id", answer.headers, where)
        if kind == "application/json":
            found = problems(answer.json(), said[kind], self.document)
            self.assertEqual(found, [], (where, answer.body[:1500]))
        return answer

    def send(self, pattern, status, fields, files, query=""):
        kind, body = form(fields, files)
        return self.ask("post", pattern, status, body, {"Content-Type": kind}, query)

    def health(self):
        for name in ("health", "livez", "ready", "readyz", "version", "metrics", "v1/health", "v1/tiers",
                     "openapi.json"):  # fmt: skip
            self.ask("get", "/" + name)

    def mineru3(self):
        document, basic = [("files", "a.pdf", pdf(2))], ("backend", "pipeline")
        wanted = [("return_" + what, "1") for what in ("middle_json", "model_output", "content_list", "images")]
        answer = self.send("/file_parse", 200, [basic, *wanted], [*document, ("files", "b.pdf", BROKEN)])
        task = answer.json()["task_id"]
        self.ask("get", "/tasks/{task_id}", task_id=task)
        self.ask("get", "/tasks/{task_id}/result", task_id=task)
        self.ask("get", "/tasks/{task_id}", 404, task_id="no")
        self.ask("get", "/tasks/{task_id}/result", 404, task_id="no")
        self.send("/file_parse", 200, [basic, ("response_format_zip", "1")], document)
        self.send("/file_parse", 409, [basic], [("files", "b.pdf", BROKEN)])
        self.send("/file_parse", 400, [("backend", "banana")], document)
        self.send("/tasks", 202, [basic], [("files", "many.pdf", pdf(30))])
        task = self.send("/tasks", 202, [basic], document).json()["task_id"]
        self.ask("get", "/tasks/{task_id}/result", 202, task_id=task)
        self.send("/tasks", 400, [basic], [])

    def finished(self, job):
        def over():
            answer = self.ask("get", "/v1/parse/jobs/{id}", id=job).json()
            return answer if answer["status"] in FINAL else None

        return until(over, f"the end of job {job}")

    def jobs(self):
        files = [("files", "a.pdf", pdf(2)), ("files", "b.pdf", BROKEN)]
        job = self.send("/v1/parse/jobs", 202, [], files, "?tier=basic").json()["job_id"]
        self.assertEqual(self.finished(job)["status"], "partial")
        self.ask("get", "/v1/parse/jobs")
        self.ask("get", "/v1/parse/jobs/{id}/events", id=job)
        page = {"id": job, "file": 0, "page": 1}
        self.ask("get", "/v1/parse/jobs/{id}/files/{file}/pages/{page}", **page)
        self.ask("get", "/v1/parse/jobs/{id}/files/{file}/pages/{page}/image", **page)
        self.ask("get", "/v1/parse/jobs/{id}/files/{file}/pages/{page}", 404, id=job, file=7, page=0)
        self.ask("get", "/v1/parse/jobs/{id}", 404, id="no")
        self.send("/v1/parse/jobs", 400, [], [("files", "a.pdf", pdf(1))], "?tier=banana")
        self.ask("delete", "/v1/parse/jobs/{id}", id=job)
        self.ask("delete", "/v1/parse/jobs/{id}", query="?purge=true", id=job)

    def tasks(self):
        document = [("files", "a.pdf", pdf(2))]
        options = "?tier=flash&output_formats=markdown,middle_json"
        task = self.send("/v1/tasks", 202, [], document, options).json()["task_id"]
        self.ask("get", "/v1/tasks/{id}", id=task)
        self.finished(task)
        self.ask("get", "/v1/tasks/{id}/result", id=task)
        self.ask("get", "/v1/tasks/{id}/result", query="?response_format=zip", id=task)
        self.ask("get", "/v1/tasks/{id}/result", 400, query="?response_format=xml", id=task)
        self.ask("delete", "/v1/tasks/{id}", id=task)
        self.send("/v1/file_parse", 200, [], document, "?tier=basic&wait_timeout=600")
        self.send("/v1/file_parse", 202, [], [("files", "many.pdf", pdf(200))], "?tier=basic&wait_timeout=1")

    def files(self):
        announcement = json.dumps({"filename": "a.pdf", "bytes": len(pdf(1))})
        json_type = {"Content-Type": "application/json"}
        upload = self.ask("post", "/v1/uploads", 201, announcement, json_type).json()["upload_id"]
        bytes_type = {"Content-Type": "application/octet-stream"}
        self.ask("put", "/v1/uploads/{id}/content", 200, pdf(1), bytes_type, id=upload)
        self.ask("post", "/v1/uploads/{id}/complete", 200, b"", json_type, id=upload)
        self.ask("get", "/v1/files")
        self.ask("get", "/v1/files/{id}", id=upload)
        self.ask("get", "/v1/files/{id}/content", id=upload)
        self.ask("delete", "/v1/files/{id}", id=upload)
        self.ask("get", "/v1/files/{id}", 404, id=upload)
        self.ask("post", "/v1/uploads", 400, b"{", json_type)
        other = self.ask("post", "/v1/uploads", 201, announcement, json_type).json()["upload_id"]
        self.ask("post", "/v1/uploads/{id}/cancel", 200, b"", json_type, id=other)

    def openai(self):
        self.ask("get", "/v1/models")
        self.ask("get", "/v1/models/{id}", 404, id="no-such-model")
        body = json.dumps({"model": "no-such-model", "messages": [{"role": "user", "content": "Hello"}]})
        self.ask("post", "/v1/chat/completions", 404, body, {"Content-Type": "application/json"})

    def test_every_operation_answers_as_it_is_described(self):
        for part in (self.health, self.mineru3, self.jobs, self.tasks, self.files, self.openai):
            with self.subTest(part.__name__):
                part()
        operations = {(method, path) for path, methods in self.document["paths"].items() for method in methods}
        self.assertEqual(self.asked, operations)


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    unittest.main()
