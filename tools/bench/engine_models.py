"""The model that every engine runs: of MinerU2.5's sizes, with made weights, in each engine's own form.

They lie in build/large (7 GB in all) and are made when they are wanted first, or when octavo no longer takes its own.
"""

import subprocess
import sys
from pathlib import Path

import measure

HERE = Path(__file__).resolve().parent
GGUF = {"language-bf16": ("convert", "bf16"), "vision-bf16": ("convert-vision", "bf16"), "vision-f16": ("convert-vision", "f16")}
QUANTIZED = {"language-q8_0": "Q8_0", "language-q4_0": "Q4_0"}


class ModelError(Exception):
    """A form of the model that cannot be had, and why."""


def vision_type(cpuinfo):
    """16-bit weights of the kind that the processor multiplies: llama.cpp's best case."""
    return "bf16" if "avx512_bf16" in cpuinfo else "f16"


class Models:
    def __init__(self, octavo, build, peers, threads):
        self.octavo, self.peers, self.threads = Path(octavo), Path(peers), threads
        self.folder = Path(build) / "full_size"
        self.out = Path(build)
        self.why = {}  # forms that could not be made
        self.good = set()  # those that can be used
        if not (self.folder / "complete").exists():
            sys.exit(f"{self.folder} is not there: ./dev bench engine makes it")

    def gguf(self, name):
        if name == "vision":
            name = f"vision-{vision_type(Path('/proc/cpuinfo').read_text(encoding='utf-8'))}"
        return self._once(self.out / "gguf" / f"{name}.gguf", lambda path: self._gguf_command(name, path), lambda path: True)

    def packed(self, precision):
        return self._once(self.out / f"{precision}.octavo", lambda path: self._quantize_command(precision, path),
                          self._is_taken)  # fmt: skip

    def _gguf_command(self, name, path):
        if name in QUANTIZED:
            return [self.peers / "build/bin/llama-quantize", self.gguf("language-bf16"), path, QUANTIZED[name], self.threads]
        verb, kind = GGUF[name]
        return [self.peers / "venv/bin/python", HERE / "engine_peer_run.py", verb, self.peers / "source/vendor/llama.cpp",
                self.folder, path, kind]  # fmt: skip

    def _quantize_command(self, precision, path):
        return [self.octavo, "quantize", self.folder, "--to", precision, "-o", path, "--steps", "0", "--quiet",
                "--threads", self.threads]  # fmt: skip

    def _is_taken(self, path):
        return measure.run([self.octavo, "info", path], timeout=300).code == 0

    def _once(self, path, command, good):
        """`path`, made by `command(path)` unless it is there and good."""
        if path in self.why:
            raise ModelError(self.why[path])
        if path in self.good or (path.exists() and good(path)):
            self.good.add(path)
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        print(f"making {path.name}", file=sys.stderr, flush=True)
        part = path.with_name(f"part-{path.name}")
        try:
            run = measure.run(command(part), timeout=1200)
        except (OSError, subprocess.SubprocessError) as error:
            run = measure.Run(1, 0, 0, 0, "", str(error), False)
        if run.code != 0:
            part.unlink(missing_ok=True)
            lines = run.stderr.strip().splitlines()
            self.why[path] = f"{path.name} could not be made: {lines[-1][:200] if lines else run.code}"
            raise ModelError(self.why[path])
        part.replace(path)
        self.good.add(path)
        return path
