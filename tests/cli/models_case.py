"""What the tests of octavo models share: a folder, the servers, a manifest, the program."""

import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from hub_server import Blob, World, sha256

HIDDEN = ("HF_", "HUGGING", "MODELSCOPE_", "MINERU_", "OCTAVO_", "PIP_", "XDG_")
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


def noise(size, seed):
    return random.Random(seed).randbytes(size)


class ModelsCase(unittest.TestCase):
    octavo_path = None

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="octavo-models-")
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)
        self.store = self.folder / "store"
        self.world = World()
        self.world.__enter__()
        self.addCleanup(self.world.__exit__, None, None, None)
        self.weights = noise(400_000, 1)
        self.world.files = {"config.json": Blob(b'{"model_type": "tiny"}'),
                            "model.safetensors": Blob(self.weights, large=True),
                            "tokenizer/vocab.json": Blob(b"{}"),
                            "README.md": Blob(b"not wanted")}
        self.weights_blob = self.world.files["model.safetensors"]
        self.write_manifest([self.model()])

    def model(self, name="tiny", **changes):
        entry = {"name": name, "summary": "a small one", "licence": "Apache-2.0",
                 "files": [{"name": "config.json"},
                           {"name": "model.safetensors", "bytes": len(self.weights), "sha256": sha256(self.weights)}],
                 "further": ["*.json", "tokenizer/*.json"],
                 "sources": [{"kind": "huggingface", "repo": "owner/tiny", "revision": "main"}]}
        return {**entry, **changes}

    def write_manifest(self, models):
        self.manifest = self.folder / "manifest.json"
        self.manifest.write_text(json.dumps({"format": "octavo-models/1", "models": models}), encoding="utf-8")

    def environment(self, **changes):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(HIDDEN) and k.lower() not in PROXIES}
        return {**kept, **self.world.environment(), "HOME": str(self.folder / "home"),
                "OCTAVO_MODELS_DIR": str(self.store), "OCTAVO_MODELS_MANIFEST": str(self.manifest), **changes}

    def octavo(self, *arguments, **environment):
        return subprocess.run([self.octavo_path, "models", *map(str, arguments)], capture_output=True, check=False,
                              text=True, timeout=60, env=self.environment(**environment))

    def start(self, *arguments, **environment):
        return subprocess.Popen([self.octavo_path, "models", *map(str, arguments)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=self.environment(**environment))

    def pull(self, *arguments, code=0, **environment):
        run = self.octavo("pull", *(arguments or ("tiny",)), **environment)
        self.assertEqual(run.returncode, code, run.stderr + run.stdout)
        return run

    def state(self, name="tiny", **environment):
        run = self.octavo("list", "--json", **environment)
        return next(m for m in json.loads(run.stdout)["models"] if m["name"] == name)

    def files(self, root=None):
        root = root or self.store
        return sorted(p.relative_to(root).as_posix() for p in root.rglob("*")
                      if p.is_file() and not p.relative_to(root).as_posix().startswith(".locks/"))

    def assert_tiny_is_here(self):
        self.assertEqual(self.files(), ["tiny/config.json", "tiny/model.safetensors", "tiny/octavo-model.json",
                                        "tiny/tokenizer/vocab.json"])
        self.assertEqual((self.store / "tiny/model.safetensors").read_bytes(), self.weights)
