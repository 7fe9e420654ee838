#!/usr/bin/env python3
"""octavo models as a user meets it: what is listed, pulled, verified, found, removed.

models_test.py OCTAVO [unittest arguments]
"""

import json
import os
import pty
import shutil
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).resolve().parent)]
from hub_server import COMMIT, Blob, git_blob, sha256  # noqa: E402
from json_schema import problems  # noqa: E402
from models_case import ModelsCase  # noqa: E402


def schema_problems(value):
    schema = json.loads((ROOT / "docs/schemas/models.schema.json").read_text(encoding="utf-8"))
    return problems(value, schema)[:5]


class Flow(ModelsCase):
    def test_list_pull_verify_path_rm(self):
        before = self.state()
        self.assertEqual((before["state"], before["path"], before["sources"]), ("available", None, ["huggingface"]))
        run = self.pull()
        self.assertIn("tiny: ", run.stderr)
        self.assertEqual(run.stdout, "")
        self.assert_tiny_is_here()
        after = self.state()
        self.assertEqual((after["state"], after["where"], after["revision"]), ("installed", "store", COMMIT))
        self.assertEqual(after["bytes"], 400_000 + 22 + 2)
        self.assertEqual(self.octavo("path", "tiny").stdout, str(self.store / "tiny") + "\n")
        verified = self.octavo("verify")
        self.assertEqual((verified.returncode, verified.stdout), (0, "tiny: good, 3 files\n"))
        removed = self.octavo("rm", "tiny")
        self.assertEqual(removed.returncode, 0, removed.stderr)
        self.assertEqual(self.files(), [])
        self.assertFalse((self.store / "tiny").exists())
        self.assertEqual(self.state()["state"], "available")

    def test_second_pull_asks_nobody(self):
        self.pull()
        self.world.seen.clear()
        run = self.pull()
        self.assertIn("is here already", run.stderr)
        self.assertEqual(self.world.seen, [])

    def test_record_says_what_was_compared_with_what(self):
        self.pull()
        record = json.loads((self.store / "tiny/octavo-model.json").read_text())
        self.assertEqual((record["repo"], record["revision"]), ("owner/tiny", COMMIT))
        self.assertEqual([(f["name"], f["checked_by"]) for f in record["files"]],
                         [("config.json", "hub"), ("model.safetensors", "manifest"), ("tokenizer/vocab.json", "hub")])
        self.assertEqual(record["files"][1]["sha256"], sha256(self.weights))

    def test_json_forms(self):
        for arguments in (["list"], ["pull", "tiny"], ["verify"], ["rm", "tiny"]):
            run = self.octavo(*arguments, "--json")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(schema_problems(json.loads(run.stdout)), [], arguments)
        failed = self.octavo("pull", "nothing", "--json")
        self.assertEqual(failed.returncode, 1)
        self.assertEqual(json.loads(failed.stdout)["error"]["code"], "model_missing")

    def test_builtin_models(self):
        names = {m["name"] for m in json.loads(self.octavo("list", "--json").stdout)["models"]}
        self.assertLessEqual({"MinerU2.5-2509-1.2B", "MinerU2.5-Pro-2605-1.2B", "MinerU2.5-Pro-2605-1.2B-GGUF",
                              "Qwen2.5-Coder-0.5B-Instruct-GGUF", "basic-networks", "tiny"}, names)

    def test_usage(self):
        for arguments, words in ((["lisst"], "did you mean list"), (["pull"], "no model is named"),
                                 (["path", "a", "b"], "one model"), (["list", "x"], "nothing is expected"),
                                 (["pull", "tiny", "--source", "ftp"], "--source takes"),
                                 (["pull", "tiny", "--attempts", "0"], "--attempts")):
            run = self.octavo(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(words, run.stderr)

    def test_unknown_names(self):
        for arguments in (["pull", "tinny"], ["path", "tinny"], ["rm", "tinny"], ["verify", "tinny"]):
            run = self.octavo(*arguments)
            self.assertEqual(run.returncode, 1)
            self.assertIn("did you mean tiny?", run.stderr)
        for name in ("../x", ".partial", "a/b", ".."):
            self.assertEqual(self.octavo("rm", name).returncode, 1)

    def test_broken_manifests(self):
        for models, words in (([self.model(name="../x")], "name"), ([self.model(), self.model()], "twice"),
                              ([self.model(files=[{"name": "../../x"}])], "safe file name"),
                              ([self.model(files=[{"name": "x", "sha256": "12"}])], "sha256"),
                              ([self.model(sources=[{"kind": "ftp"}])], "kind")):
            self.write_manifest(models)
            run = self.octavo("list")
            self.assertEqual(run.returncode, 1)
            self.assertIn(words, run.stderr)
        self.manifest.write_text("{")
        self.assertIn("is no JSON", self.octavo("list").stderr)

    def test_names_that_lead_outside_are_not_taken(self):
        self.world.extra_listed = [{"rfilename": "../../evil.json", "size": 2, "blobId": git_blob(b"{}")},
                                   {"rfilename": "/etc/evil.json", "size": 2, "blobId": git_blob(b"{}")}]
        self.pull()
        self.assert_tiny_is_here()

    def test_progress_on_a_terminal(self):
        self.weights_blob.pause = 0.08
        master, slave = pty.openpty()
        pid = os.fork()
        if pid == 0:
            os.dup2(slave, 2)
            os.execve(self.octavo_path, [self.octavo_path, "models", "pull", "tiny"],
                      self.environment(TERM="xterm", COLUMNS="100"))
        os.close(slave)
        seen = b""
        try:
            while chunk := os.read(master, 65536):
                seen += chunk
        except OSError:
            pass
        self.assertEqual(os.waitpid(pid, 0)[1], 0, seen)
        self.assertRegex(seen.decode(), r"model\.safetensors  .*of 400 kB  [0-9.]+ kB/s  ETA [0-9.]+ s")
        self.assertIn("tiny: ", seen.decode().split("\r")[-1] + seen.decode()[-200:])


class Care(ModelsCase):
    def test_damage_is_found_and_mended(self):
        self.pull()
        path = self.store / "tiny/model.safetensors"
        data = bytearray(self.weights)
        data[1000] ^= 1
        path.write_bytes(data)
        run = self.octavo("verify", "tiny")
        self.assertEqual(run.returncode, 1)
        self.assertIn("model.safetensors is damaged", run.stdout)
        self.world.seen.clear()
        self.pull("--force", "tiny")
        self.assert_tiny_is_here()
        self.assertEqual(len(self.world.requests("cdn")), 1)
        self.assertEqual(self.world.requests("hub", "/cache/"), [], "good files are not fetched again")

    def test_a_missing_file_shows_at_once(self):
        self.pull()
        (self.store / "tiny/config.json").unlink()
        self.assertEqual(self.state()["state"], "damaged")
        self.assertIn("config.json is missing", self.octavo("verify").stdout)
        self.pull()
        self.assert_tiny_is_here()

    def test_rm_leaves_what_is_not_ours(self):
        self.pull()
        (self.store / "tiny/notes.txt").write_text("mine")
        run = self.octavo("rm", "tiny", "--json")
        self.assertEqual(self.files(), ["tiny/notes.txt"])
        self.assertEqual(json.loads(run.stdout)["models"][0]["kept"], ["notes.txt"])

    def test_rm_does_not_follow_links_outside(self):
        self.pull()
        outside = self.folder / "outside"
        shutil.move(self.store / "tiny/tokenizer", outside)
        (self.store / "tiny/tokenizer").symlink_to(outside)
        self.octavo("rm", "tiny")
        self.assertTrue((outside / "vocab.json").exists())

    def test_tampered_record_reaches_nothing_outside(self):
        self.pull()
        precious = self.folder / "precious"
        precious.write_text("x")
        record = self.store / "tiny/octavo-model.json"
        value = json.loads(record.read_text())
        value["files"][0]["name"] = "../../precious"
        record.write_text(json.dumps(value))
        self.octavo("rm", "tiny")
        self.assertTrue(precious.exists())


class Elsewhere(ModelsCase):
    def hugging_face(self, commit=COMMIT):
        root = self.folder / "home/.cache/huggingface/hub/models--owner--tiny"
        for name, blob in self.world.files.items():
            digest = sha256(blob.data) if blob.large else git_blob(blob.data)
            (root / "blobs").mkdir(parents=True, exist_ok=True)
            (root / "blobs" / digest).write_bytes(blob.data)
            link = root / "snapshots" / commit / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(os.path.relpath(root / "blobs" / digest, link.parent))
        (root / "refs").mkdir(exist_ok=True)
        (root / "refs/main").write_text(commit)
        return root / "snapshots" / commit

    def test_hugging_face_cache(self):
        folder = self.hugging_face()
        state = self.state()
        self.assertEqual((state["state"], state["where"], state["path"]),
                         ("found", "Hugging Face cache", str(folder)))
        self.assertIn("is here already (Hugging Face cache)", self.pull().stderr)
        self.assertEqual(self.world.seen, [])
        self.assertEqual(self.octavo("path", "tiny").stdout, f"{folder}\n")
        self.assertEqual(self.octavo("verify", "tiny").returncode, 0)
        run = self.octavo("rm", "tiny")
        self.assertEqual(run.returncode, 1)
        self.assertIn("nothing was removed", run.stderr)
        (folder / "config.json").resolve().write_bytes(b'{"model_type": "timy"}')
        run = self.octavo("verify", "tiny")
        self.assertEqual(run.returncode, 1)
        self.assertIn("config.json is damaged", run.stdout)

    def test_unfinished_cache_does_not_count(self):
        folder = self.hugging_face()
        (folder / "model.safetensors").unlink()
        self.assertEqual(self.state()["state"], "available")

    def test_hugging_face_home(self):
        self.hugging_face()
        shutil.move(self.folder / "home/.cache/huggingface", self.folder / "elsewhere")
        self.assertEqual(self.state(HF_HOME=str(self.folder / "elsewhere"))["state"], "found")
        self.assertEqual(self.state(HF_HUB_CACHE=str(self.folder / "elsewhere/hub"))["state"], "found")
        self.assertEqual(self.state()["state"], "available")

    def put(self, folder):
        for name, blob in self.world.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(blob.data)
        return folder

    def test_mineru_settings(self):
        folder = self.put(self.folder / "weights/tiny")
        (self.folder / "home").mkdir()
        (self.folder / "home/mineru.json").write_text(json.dumps({"models-dir": {"pipeline": "", "vlm": str(folder)}}))
        self.assertEqual(self.state()["where"], "MinerU's mineru.json")
        other = self.folder / "weights/other"
        folder.rename(other)
        (self.folder / "home/mineru.json").write_text(json.dumps({"models-dir": {"vlm": str(other)}}))
        self.assertEqual(self.state()["state"], "available", "another model's folder")

    def test_mineru_models(self):
        self.put(self.folder / "home/.mineru/models/tiny")
        self.assertEqual(self.state()["where"], "MinerU's models")

    def test_modelscope_cache(self):
        self.write_manifest([self.model(sources=[
            {"kind": "modelscope", "repo": "Owner/tiny-1.2B", "revision": "master"}])])
        self.put(self.folder / "home/.cache/modelscope/hub/models/Owner/tiny-1___2B")
        self.assertEqual(self.state()["where"], "ModelScope cache")


if __name__ == "__main__":
    ModelsCase.octavo_path = sys.argv.pop(1)
    unittest.main()
