#!/usr/bin/env python3
"""octavo parse with a model on another machine, against a server that answers, refuses, stumbles and vanishes; and
MinerU's command line.

remote_test.py OCTAVO [unittest arguments]
"""

import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tiers"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
import protocol_pages  # noqa: E402
from vlm_server import (  # noqa: E402
    LAYOUT, Reply, VlmServer, box, completion, page_png, pdf, prompt_of, without_pictures,
)  # fmt: skip

OCTAVO = None
GOLDEN = Path(__file__).resolve().parents[1] / "golden/http_flow.json"
HIDDEN = ("HF_", "HUGGING", "MODELSCOPE_", "MINERU_", "OCTAVO_VLM", "OCTAVO_MODELS", "SSL_CERT", "REQUESTS_CA", "CURL_CA")
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
LLAMA_SERVER = Path(__file__).resolve().parents[1] / "golden/llama_server.json"
KEY = "sk-0123456789-secret"


class RemoteCase(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="octavo-remote-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.page = self.folder / "page.png"
        self.page.write_bytes(page_png())

    def octavo(self, *words, **variables):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(HIDDEN) and name.lower() not in PROXIES}  # fmt: skip
        environment |= {"HOME": str(self.folder), "OCTAVO_MODELS_DIR": str(self.folder / "none")} | variables
        return subprocess.run([OCTAVO, *map(str, words)], capture_output=True, check=False, timeout=120,
                              text=True, env=environment)  # fmt: skip

    def parse(self, server, *words, source=None, code=0, tier="vlm", **variables):
        """The run as JSON, and the folder of the results."""
        out = self.folder / f"out{time.monotonic_ns()}"
        url = server if isinstance(server, str) else server.url
        run = self.octavo("parse", source or self.page, "-o", out, "--json", "--tier", tier, "--vlm-url", url, *words,
                          **variables)  # fmt: skip
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        self.assertNotIn(KEY, run.stdout + run.stderr)
        return json.loads(run.stdout), out

    def fails(self, code, server, *words, **variables):
        run, _ = self.parse(server, *words, code=1, **variables)
        self.assertEqual(run["error"]["code"], code, run["error"])
        return run["error"]

    @staticmethod
    def markdown(out):
        return next(out.rglob("*.md")).read_text(encoding="utf-8")


class Asking(RemoteCase):
    def test_a_page_is_asked_about_as_the_reference_client_asks(self):
        with VlmServer() as server:
            run, out = self.parse(server)
            sent = sorted((without_pictures(body) for body in server.bodies()), key=json.dumps)
        self.assertEqual(run["status"], "ok")
        wanted = json.loads(GOLDEN.read_text(encoding="utf-8"))
        self.assertEqual(len(sent), len(wanted))
        for ours, theirs in zip(sorted(sent, key=repr), sorted(wanted, key=repr)):
            self.assertEqual(self.plain(ours), self.plain(theirs))
        text = self.markdown(out)
        for part in ("Words of a block.", "a = b", "<td>1</td>", "A grey field."):
            self.assertIn(part, text.replace("| 1 ", "<td>1</td>"))

    @staticmethod
    def plain(body):
        """Numbers as numbers: 0 and 0.0 are the same JSON."""
        return json.dumps(body, sort_keys=True).replace(".0,", ",").replace(".0}", "}")

    def test_the_same_bytes_however_many_at_once(self):
        outputs = []
        for many in ("1", "8"):
            with VlmServer() as server:
                _, out = self.parse(server, "--vlm-concurrency", many)
            outputs.append({p.relative_to(out): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()})
        self.assertEqual(outputs[0], outputs[1])

    def test_keys(self):
        (self.folder / "key").write_text(f"{KEY}\n")
        with VlmServer(key=KEY) as server:
            self.parse(server, OCTAVO_VLM_KEY=KEY)
            self.parse(server, MINERU_VL_API_KEY=KEY)
            _, out = self.parse(server, "--vlm-key-file", self.folder / "key", OCTAVO_VLM_KEY="another")
            for path in out.rglob("*"):
                self.assertFalse(path.is_file() and KEY.encode() in path.read_bytes(), path)
            self.assertIn("OCTAVO_VLM_KEY", self.fails("server_denied", server)["user_action"])
            error = self.fails("server_denied", server, OCTAVO_VLM_KEY="sk-wrong")
            self.assertNotIn("sk-wrong", json.dumps(error))

    def test_models(self):
        with VlmServer(models=["a", "b"]) as server:
            self.assertIn("a, b", self.fails("server_model_missing", server)["user_action"])
            self.fails("server_model_missing", server, "--vlm-model", "c")
            self.parse(server, "--vlm-model", "b")
            self.assertEqual({body["model"] for body in server.bodies()}, {"b"})

    def test_proxies(self):
        with VlmServer() as server:
            self.parse("http://model.invalid:8000", http_proxy=server.url)
            self.assertTrue(all(path.startswith("http://model.invalid:8000/v1/") for _, path, _, _ in server.seen))
            self.fails("server_unreachable", "http://127.0.0.1:9", http_proxy=server.url, no_proxy="127.0.0.1")

    def test_tls(self):
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", self.folder / "key.pem",
                        "-out", self.folder / "cert.pem"], check=True, capture_output=True)  # fmt: skip
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.folder / "cert.pem", self.folder / "key.pem")
        with VlmServer(tls=tls) as server:
            self.fails("server_tls_failed", server)
            self.parse(server, SSL_CERT_FILE=str(self.folder / "cert.pem"))
        with VlmServer() as server:
            self.fails("server_tls_failed", server.url.replace("http:", "https:"))


class Trouble(RemoteCase):
    def test_nobody_listens(self):
        with VlmServer() as server:
            url = server.url
        error = self.fails("server_unreachable", url)
        self.assertTrue(error["retryable"])
        self.assertIn(url, error["message"])

    def test_not_a_model_server(self):
        self.fails("invalid_argument", "model-box:8000")
        with VlmServer(lambda *_: Reply(404, b'{"detail": "Not Found"}')) as server:
            self.fails("server_incompatible", server)

    def test_trouble_that_passes(self):
        def chat(number, _):
            return {0: Reply(429, headers={"Retry-After": "1"}), 2: Reply(500), 4: Reply(body=b"x" * 99, cut=9),
                    5: Reply(cut=0), 6: Reply(503, b"busy")}.get(number)  # fmt: skip

        with VlmServer(chat) as server:
            run, out = self.parse(server)
        self.assertEqual(run["inputs"][0]["pages"]["ok"], 1)
        self.assertIn("a = b", self.markdown(out))

    def test_answers_that_are_none(self):
        """One block's answer is broken: the page is degraded, everything else is there."""
        for reply in (Reply(body=b'{"choices": [{"finish_reason": "stop", "mess'), Reply(body=b'{"choices": "many"}'),
                      Reply(body=b"<html>"), Reply(body=b"\xff\xfe\x00"), Reply(body=b" " * (17 << 20)),
                      Reply(400, b'{"error": {"message": "too long"}}'), completion("x", "content_filter"),
                      Reply(body=b'{"error": {"message": "out of memory"}}')):  # fmt: skip
            with VlmServer(lambda _, body, reply=reply: reply if "Formula" in prompt_of(body) else None) as server:
                run, out = self.parse(server)
            self.assertEqual(run["inputs"][0]["pages"]["degraded"], 1, reply.body[:60])
            text = self.markdown(out)
            self.assertIn("Words of a block.", text)
            self.assertNotIn("a = b", text)

    def test_words_that_are_no_words(self):
        odd = b'{"choices": [{"finish_reason": "stop", "message": {"content": "od\xff \\u0000 \xf0\x9f\x98"}}]}'
        with VlmServer(lambda _, body: Reply(body=odd) if "Text" in prompt_of(body) else None) as server:
            _, out = self.parse(server)
        self.assertIn("od\ufffd", self.markdown(out))

    def test_layouts_that_are_none(self):
        for text in ("", "no boxes", "<|box_start|>" * 1000, box("1 2 3 4", "text") * 20_000):
            with VlmServer(lambda _, body, text=text: completion(text) if prompt_of(body) == LAYOUT else None) as server:
                run, _ = self.parse(server)
            self.assertEqual(run["inputs"][0]["pages"]["failed"], 0)

    def test_a_server_that_never_answers(self):
        with VlmServer(lambda _, body: Reply(hang=True) if "Table" in prompt_of(body) else None) as server:
            start = time.monotonic()
            run, out = self.parse(server, "--page-timeout", "3")
            self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(run["inputs"][0]["pages"]["degraded"], 1)
        self.assertIn("a = b", self.markdown(out))

    def test_the_server_goes_in_the_middle_of_a_document(self):
        source = self.folder / "six.pdf"
        source.write_bytes(pdf(6))
        layouts = 0

        def chat(_, body):
            nonlocal layouts
            layouts += prompt_of(body) == LAYOUT
            if layouts <= 4:
                return None
            time.sleep(0.5)  # what was asked for before is through
            server.stop()
            return Reply(cut=0)

        with VlmServer(chat) as server:
            run, out = self.parse(server, "--vlm-concurrency", "1", source=source, code=3)
        document = run["inputs"][0]
        self.assertEqual(run["status"], "partial")
        self.assertEqual(document["pages"]["total"], 6)
        self.assertEqual(document["pages"]["failed"], 2, document)
        self.assertEqual({error["code"] for error in document["page_errors"]}, {"server_unreachable"})
        lost = {error["page"] - 1 for error in document["page_errors"]}
        blocks = json.loads(next(out.rglob("*_content_list.json")).read_text(encoding="utf-8"))
        self.assertEqual({block["page_idx"] for block in blocks}, set(range(6)) - lost)
        self.assertTrue(self.markdown(out).strip())

    def test_the_hybrid_tier_goes_on_without_its_server(self):
        """The text layer is there; what the server did not say makes pages degraded."""
        source = self.folder / "six.pdf"
        source.write_bytes(protocol_pages.pdf_bytes())
        layouts = 0

        def chat(_, body):
            nonlocal layouts
            layouts += prompt_of(body) == LAYOUT
            if layouts <= 4:
                return None
            time.sleep(0.5)
            server.stop()
            return Reply(cut=0)

        with VlmServer(chat) as server:
            run, out = self.parse(server, "--vlm-concurrency", "1", "--effort", "best", "--pages", "1-6", source=source,
                                  tier="hybrid")  # fmt: skip
        pages = run["inputs"][0]["pages"]
        self.assertEqual((pages["total"], pages["failed"]), (6, 0))
        self.assertGreaterEqual(pages["degraded"], 2)
        text = self.markdown(out)
        for words in ("Growth of Ferns in Low Light", "The left column ends", "On spores.", "Input: pots"):
            self.assertIn(words, text)

    def test_interrupted(self):
        with VlmServer(lambda *_: Reply(hang=True)) as server:
            process = subprocess.Popen([OCTAVO, "parse", self.page, "-o", self.folder / "out", "--tier", "vlm",
                                        "--vlm-url", server.url], stderr=subprocess.DEVNULL)  # fmt: skip
            server.wait_for(1)
            process.terminate()
            self.assertEqual(process.wait(timeout=20), 130)


class LlamaServer(RemoteCase):
    """What a llama-server (0.6.0-dev, octavo-mini) has answered, word for word."""

    @classmethod
    def setUpClass(cls):
        recorded = json.loads(LLAMA_SERVER.read_text(encoding="utf-8"))
        # What it refuses, it ends the connection with.
        close = {"Connection": "close", "Content-Type": "application/json; charset=utf-8"}
        cls.said = {name: Reply(status, body.encode(), close if status != 200 else {})
                    for name, (status, body) in recorded.items()}  # fmt: skip

    def server(self, layout="layout_with_special", text="text", listing=lambda _: None):
        return VlmServer(lambda _, body: self.said[layout if prompt_of(body) == LAYOUT else text],
                         listing=lambda number: listing(number) or self.said["models"])  # fmt: skip

    def warnings(self, out):
        report = json.loads(next(out.rglob("*_report.json")).read_text(encoding="utf-8"))
        return {item["id"]: item["text"] for item in report["diagnostics"]}

    def test_a_page(self):
        """The end token that --special shows is no text; the first model of its list is asked."""
        with self.server() as server:
            run, out = self.parse(server)
            self.assertEqual({body["model"] for body in server.bodies()}, {"language.gguf"})
        self.assertEqual(run["inputs"][0]["pages"]["ok"], 1)
        self.assertEqual(run["inputs"][0]["model_use"]["tokens"], 178 + 4 * 33)
        self.assertEqual(self.markdown(out).count("Albert Einstein or his theories;"), 3)  # and a running head
        self.assertNotIn("im_end", self.markdown(out))

    def test_it_loads_a_while(self):
        with self.server(listing=lambda number: self.said["loading"] if number < 2 else None) as server:
            self.assertEqual(self.parse(server)[0]["inputs"][0]["pages"]["ok"], 1)
        with self.server(listing=lambda _: self.said["loading"]) as server:
            error = self.fails("server_failed", server)
        self.assertTrue(error["retryable"])
        self.assertIn("503: Loading model", error["message"])

    def test_it_leaves_special_tokens_out(self):
        with self.server(layout="layout_without_special") as server:
            run, out = self.parse(server)
        self.assertEqual(run["inputs"][0]["pages"]["degraded"], 1)
        self.assertIn("--special", self.warnings(out)["vlm_layout_unreadable"])

    def test_its_context_is_too_small(self):
        with self.server(layout="small_context") as server:
            run, _ = self.parse(server, code=1)
            self.assertEqual(len(server.bodies()), 1)  # to ask again would not help
        self.assertIn("exceeds the available context size (256 tokens)", run["inputs"][0]["page_errors"][0]["message"])
        for text, warning in (("small_context", "vlm_blocks_unread"), ("bad_picture", "vlm_blocks_unread"),
                              ("end_of_context", "vlm_answers_cut")):  # fmt: skip
            with self.server(text=text) as server:
                run, out = self.parse(server)
            self.assertEqual(run["inputs"][0]["pages"]["degraded"], 1, text)
            self.assertIn(warning, self.warnings(out))

    def test_it_refuses(self):
        """Its list of models is for everybody; the first question is refused, and no other is asked."""
        for text, code in (("wrong_key", "server_denied"), ("no_such_path", "server_incompatible")):
            with self.server(layout=text) as server:
                run, _ = self.parse(server, code=1)
                self.assertEqual(len(server.bodies()), 1)
            self.assertEqual(run["inputs"][0]["page_errors"][0]["code"], code)


class Mineru(RemoteCase):
    def test_the_command_line_of_mineru(self):
        out = self.folder / "out.md"
        with VlmServer() as server:
            run = self.octavo("-p", self.page, "-o", out, "-b", "vlm-http-client", "-u", server.url, "-l", "korean")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("--lang korean", run.stderr)
            self.assertIn("a = b", (out / "page/vlm/page.md").read_text(encoding="utf-8"))
            for ending in ("_content_list.json", "_content_list_v2.json", "_middle.json", "_model.json", "_layout.pdf"):
                self.assertTrue((out / f"page/vlm/page{ending}").is_file(), ending)
            run = self.octavo("mineru", "-p", self.page, "-o", self.folder / "two", "-b", "vlm-http-client",
                              MINERU_VL_SERVER=server.url)  # fmt: skip
            self.assertEqual(run.returncode, 0, run.stderr)

    def test_pages_count_from_zero(self):
        source = self.folder / "six.pdf"
        source.write_bytes(pdf(6))
        run = self.octavo("-p", source, "-o", self.folder / "out", "-b", "pipeline", "-s", "1", "-e", "2", "-m", "txt")
        self.assertEqual(run.returncode, 0, run.stderr)
        middle = json.loads(next(self.folder.rglob("*_middle.json")).read_text(encoding="utf-8"))
        self.assertEqual([page["page_idx"] for page in middle["pdf_info"]], [1, 2])

    def test_wrong_use(self):
        for words in (["-p", self.page], ["-p", self.page, "-o", "x", "-b", "nothing"],
                      ["-p", self.page, "-o", "x", "-b", "vlm-http-client"], ["mineru"]):  # fmt: skip
            run = self.octavo(*words)
            self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(self.octavo("mineru", "-v").stdout.split()[0], "octavo")


if __name__ == "__main__":
    OCTAVO = os.path.abspath(sys.argv.pop(1))
    unittest.main()
