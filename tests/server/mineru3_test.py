#!/usr/bin/env python3
"""octavo serve in the dialect of MinerU 3.x, as scripts and its own client use it.

mineru3_test.py OCTAVO [unittest arguments]
"""

import base64
import io
import json
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]
from doc_examples import run_examples  # noqa: E402
from serving import BROKEN, Server, form, until  # noqa: E402
from vlm_server import pdf  # noqa: E402

OCTAVO = None
ROOT = HERE.parents[1]
SAMPLE = ROOT / "samples/receipt.jpg"
BASIC = ("backend", "pipeline")
EVERYTHING = [("return_md", "true"), ("return_middle_json", "True"), ("return_model_output", "1"),
              ("return_content_list", "yes"), ("return_images", "on")]  # fmt: skip
STATUS = {"task_id", "status", "backend", "file_names", "created_at", "started_at", "completed_at", "error",
          "status_url", "result_url"}  # fmt: skip


def setUpModule():
    Case.server = Server(OCTAVO)
    unittest.addModuleCleanup(Case.server.__exit__)


class Case(unittest.TestCase):
    server = None

    def parse(self, fields, files, path="/file_parse", status=200):
        answer = self.server.send_form(path, fields, files)
        self.assertEqual(answer.status, status, answer.body[:2000])
        return answer

    def finished(self, task_id):
        def over():
            status = self.server.get(f"/tasks/{task_id}").json()
            return status if status["status"] in ("completed", "failed") else None

        return until(over, f"the end of task {task_id}")


class Waiting(Case):
    def test_the_answer_is_the_status_and_the_results(self):
        answer = self.parse([BASIC], [("files", "two pages.pdf", pdf(2))]).json()
        self.assertLessEqual(STATUS | {"version", "results"}, set(answer))
        self.assertEqual(answer["status"], "completed")
        self.assertEqual(answer["backend"], "pipeline")
        self.assertEqual(answer["file_names"], ["two pages"])
        self.assertIsNone(answer["error"])
        self.assertRegex(answer["created_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$")
        self.assertEqual(list(answer["results"]), ["two pages"])
        self.assertEqual(list(answer["results"]["two pages"]), ["md_content"])
        self.assertIsInstance(answer["results"]["two pages"]["md_content"], str)
        self.assertEqual(self.server.ask("GET", answer["status_url"].removeprefix(self.server.url)).status, 200)

    def test_json_comes_as_text_and_pictures_as_data(self):
        answer = self.parse([BASIC, *EVERYTHING], [("files", "receipt.jpg", SAMPLE.read_bytes())]).json()
        result = answer["results"]["receipt"]
        self.assertEqual(set(result), {"md_content", "middle_json", "model_output", "content_list", "images"})
        self.assertEqual(json.loads(result["middle_json"])["_backend"], "pipeline")
        self.assertIsInstance(json.loads(result["model_output"]), list)
        for item in json.loads(result["content_list"]):
            self.assertIn("bbox", item)
            self.assertEqual(item["page_idx"], 0)
        for name, uri in result["images"].items():
            self.assertTrue(name.endswith(".jpg"), name)
            kind, _, data = uri.partition(",")
            self.assertEqual(kind, "data:image/jpeg;base64")
            self.assertEqual(base64.b64decode(data)[:2], b"\xff\xd8")

    def test_pages_are_counted_from_zero_and_both_ends_belong(self):
        fields = [BASIC, ("return_middle_json", "true"), ("start_page_id", "1"), ("end_page_id", "2")]
        answer = self.parse(fields, [("files", "five.pdf", pdf(5))]).json()
        pages = json.loads(answer["results"]["five"]["middle_json"])["pdf_info"]
        self.assertEqual([page["page_idx"] for page in pages], [1, 2])

    def test_the_form_without_a_backend_is_read_and_says_how(self):
        answer = self.parse([], [("files", "a.pdf", pdf(1))]).json()
        self.assertEqual(answer["backend"], "hybrid-engine")
        self.assertEqual(answer["tier"], "basic")
        self.assertIn("no vision-language model", answer["notes"][0])


class Zip(Case):
    def test_entries_and_headers(self):
        fields = [BASIC, *EVERYTHING, ("response_format_zip", "true"), ("return_original_file", "true")]
        answer = self.parse(fields, [("files", "receipt.jpg", SAMPLE.read_bytes())])
        self.assertEqual(answer.headers["content-type"], "application/zip")
        task = answer.headers["x-mineru-task-id"]
        self.assertEqual(answer.headers["x-mineru-task-status"], "completed")
        self.assertEqual(answer.headers["x-mineru-task-status-url"], f"{self.server.url}/tasks/{task}")
        self.assertEqual(answer.headers["x-mineru-task-result-url"], f"{self.server.url}/tasks/{task}/result")
        names = zipfile.ZipFile(io.BytesIO(answer.body)).namelist()
        flat = [name for name in names if not name.startswith("receipt/auto/images/")]
        self.assertEqual(sorted(flat), sorted("receipt/auto/receipt" + ending for ending in (
            ".md", "_middle.json", "_model.json", "_content_list.json", "_content_list_v2.json", "_origin.jpg")))
        again = self.server.get(f"/tasks/{task}/result")
        self.assertEqual(again.headers["content-type"], "application/zip")
        self.assertNotIn("x-mineru-task-id", again.headers)
        self.assertEqual(zipfile.ZipFile(io.BytesIO(again.body)).namelist(), names)

    def test_folders_are_called_after_what_was_asked_for(self):
        for fields, folder in (([BASIC, ("parse_method", "txt")], "txt"),
                               ([("backend", "hybrid-auto-engine")], "hybrid_auto")):  # fmt: skip
            answer = self.parse([*fields, ("response_format_zip", "1")], [("files", "a.pdf", pdf(1))])
            self.assertEqual(zipfile.ZipFile(io.BytesIO(answer.body)).namelist(), [f"a/{folder}/a.md"])

    def test_documents_of_the_same_name_are_told_apart(self):
        files = [("files", name, pdf(1)) for name in ("a.pdf", "A.PDF", "dir/a.pdf")]
        answer = self.parse([BASIC, ("response_format_zip", "true")], files)
        names = zipfile.ZipFile(io.BytesIO(answer.body)).namelist()
        self.assertEqual(names, ["a/auto/a.md", "A_2/auto/A_2.md", "a_3/auto/a_3.md"])


class Tasks(Case):
    def test_a_task_is_submitted_followed_and_fetched(self):
        answer = self.parse([BASIC], [("files", "a.pdf", pdf(3))], "/tasks", 202).json()
        self.assertLessEqual(STATUS | {"queued_ahead", "message"}, set(answer))
        self.assertEqual(answer["message"], "Task submitted successfully")
        self.assertIn(answer["status"], ("pending", "processing", "completed"))
        self.assertEqual(answer["result_url"], f"{self.server.url}/tasks/{answer['task_id']}/result")
        status = self.finished(answer["task_id"])
        self.assertEqual(status["status"], "completed")
        self.assertEqual(status["queued_ahead"], 0)
        result = self.server.get(f"/tasks/{answer['task_id']}/result")
        self.assertEqual(result.status, 200)
        self.assertEqual(set(result.json()), {"backend", "version", "results"})

    def test_what_is_not_ready_is_202(self):
        many = self.parse([BASIC], [("files", "many.pdf", pdf(40))], "/tasks", 202).json()
        behind = self.parse([BASIC], [("files", "one.pdf", pdf(1))], "/tasks", 202).json()
        answer = self.server.get(f"/tasks/{behind['task_id']}/result")
        self.assertEqual(answer.status, 202)
        self.assertEqual(answer.json()["message"], "Task result is not ready yet")
        self.assertEqual(self.finished(behind["task_id"])["status"], "completed")
        self.assertEqual(self.finished(many["task_id"])["progress"], {"completed": 40, "failed": 0, "total": 40})

    def test_unknown_tasks_are_404(self):
        for path in ("/tasks/0123", "/tasks/0123/result", "/tasks/..%2f..%2fetc"):
            answer = self.server.get(path)
            self.assertEqual(answer.status, 404, path)
        self.assertEqual(self.server.get("/tasks/0123").json()["detail"], "Task not found")

    def test_a_document_that_cannot_be_read_is_409(self):
        waited = self.parse([BASIC], [("files", "broken.pdf", BROKEN)], status=409).json()
        self.assertEqual(waited["status"], "failed")
        self.assertIn("broken.pdf", waited["error"])
        task = self.parse([BASIC], [("files", "broken.pdf", BROKEN)], "/tasks", 202).json()["task_id"]
        self.assertEqual(self.finished(task)["status"], "failed")
        result = self.server.get(f"/tasks/{task}/result")
        self.assertEqual(result.status, 409)
        self.assertEqual(result.json()["message"], "Task execution failed")

    def test_one_that_fails_among_several_costs_itself_alone(self):
        files = [("files", "good.pdf", pdf(1)), ("files", "broken.pdf", BROKEN)]
        answer = self.parse([BASIC], files).json()
        self.assertEqual(answer["status"], "completed")
        self.assertIn("broken.pdf", answer["error"])
        self.assertNotIn("good.pdf", answer["error"])
        self.assertIsInstance(answer["results"]["good"]["md_content"], str)
        self.assertIsNone(answer["results"]["broken"]["md_content"])
        self.assertIn("broken.pdf", answer["results"]["broken"]["error"])


class Refusals(Case):
    def refused(self, fields, files, status=400):
        answer = self.server.send_form("/tasks", fields, files)
        self.assertEqual(answer.status, status, answer.body)
        self.assertIsInstance(answer.json()["detail"], str)
        return answer.json()["detail"]

    def test_wrong_values_are_400_with_a_detail(self):
        document = [("files", "a.pdf", pdf(1))]
        for field, value in (("backend", "banana"), ("effort", "max"), ("parse_method", "magic"), ("lang_list", "xx"),
                             ("return_md", "perhaps"), ("start_page_id", "one"), ("end_page_id", "NaN"),
                             ("start_page_id", "-1"), ("table_enable", "2")):  # fmt: skip
            self.assertIn(field, self.refused([(field, value)], document))
        self.assertIn("vision-language model", self.refused([("backend", "vlm-engine")], document))
        client = [("backend", "vlm-http-client"), ("server_url", "http://10.0.0.1")]
        self.assertIn("--vlm-url", self.refused(client, document))

    def test_a_form_without_documents_is_400(self):
        self.assertIn("files", self.refused([BASIC], []))
        self.assertIn("files", self.refused([BASIC, ("files", "a text")], []))
        self.refused([BASIC], [("files", "empty.pdf", b"")])

    def test_unknown_fields_are_passed_over(self):
        fields = [BASIC, ("output_dir", "./output"), ("server_port", "1"), ("return_info", "maybe")]
        self.parse(fields, [("files", "a.pdf", pdf(1))])

    def test_other_bodies_and_methods(self):
        for kind, body in (("application/json", b"{}"), ("multipart/form-data; boundary=x", b"--x\r\n"),
                           ("application/octet-stream", pdf(1))):  # fmt: skip
            answer = self.server.ask("POST", "/file_parse", body, {"Content-Type": kind})
            self.assertEqual(answer.status, 400, kind)
            self.assertIn("detail", answer.json())
        answer = self.server.get("/file_parse")
        self.assertEqual(answer.status, 405)
        self.assertIn("POST", answer.headers["allow"])
        self.assertIn("detail", answer.json())


class Going(Case):
    def test_whoever_closes_takes_the_job_along(self):
        kind, body = form([BASIC], [("files", "going.pdf", pdf(200))])
        connection = self.server.connect()
        connection.request("POST", "/file_parse", body, {"Content-Type": kind})

        def job():
            jobs = self.server.get("/v1/parse/jobs").json()["data"]
            return next((job["job_id"] for job in jobs if job["files"][0]["name"] == "going.pdf"), None)

        task = until(job, "the job")
        self.assertIn(self.server.get(f"/tasks/{task}").json()["status"], ("pending", "processing"))
        connection.close()
        until(lambda: self.server.get(f"/tasks/{task}").status == 404, "its removal")

    def test_a_task_outlives_its_client_and_the_server(self):
        with tempfile.TemporaryDirectory() as folder:
            with Server(OCTAVO, folder=folder) as server:
                answer = server.send_form("/tasks", [BASIC], [("files", "a.pdf", pdf(2))])
                task = answer.json()["task_id"]
                self.assertEqual(server.stop(), 0)
            with Server(OCTAVO, folder=folder) as server:
                until(lambda: server.get(f"/tasks/{task}").json()["status"] == "completed", "the end")
                self.assertIn("a", server.get(f"/tasks/{task}/result").json()["results"])


    def test_what_is_lost_afterwards_is_said_and_the_rest_is_there(self):
        with tempfile.TemporaryDirectory() as folder, Server(OCTAVO, folder=folder) as server:
            task = server.send_form("/tasks", [BASIC, *EVERYTHING], [("files", "a.pdf", pdf(1))]).json()["task_id"]
            until(lambda: server.get(f"/tasks/{task}").json()["status"] == "completed", "the end")
            for damage in (lambda path: path.write_text("cut"), Path.unlink):
                (written,) = Path(folder).rglob(f"{task}/output/**/a.md")
                damage(written)
                result = server.get(f"/tasks/{task}/result").json()["results"]["a"]
                self.assertIsNone(result["md_content"])
                self.assertIsInstance(result["content_list"], str)
                self.assertIn("is lost", result["error"])


class SameBytes(Case):
    def test_over_http_as_on_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [OCTAVO, "mineru", "-p", str(SAMPLE), "-o", folder, "-b", "pipeline", "-q"]
            subprocess.run(command, check=True, capture_output=True)
            paths = [path for path in Path(folder).rglob("*") if path.is_file()]
            here = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        fields = [BASIC, *EVERYTHING, ("response_format_zip", "1")]
        answer = self.parse(fields, [("files", SAMPLE.name, SAMPLE.read_bytes())])
        archive = zipfile.ZipFile(io.BytesIO(answer.body))
        self.assertGreaterEqual(len(archive.namelist()), 5)
        for name in archive.namelist():
            self.assertEqual(archive.read(name), here[name], name)


class Documentation(Case):
    def run_examples(self, language):
        for told in run_examples(self, "MinerU 3.x", language):
            self.assertGreater(len(told), 500)

    def test_curl(self):
        self.run_examples("sh")

    def test_python(self):
        self.run_examples("python")

    def test_javascript(self):
        self.run_examples("js")


if __name__ == "__main__":
    OCTAVO = sys.argv.pop(1)
    unittest.main()
