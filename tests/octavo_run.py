"""Runs octavo parse once, in a folder of its own, and holds what came out."""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools/bench"))
import measure  # noqa: E402 (the benchmarks measure processes too)

NOBODY = 65534
SMALL_DISK = "64k"


class Skip(Exception):
    """The machine cannot make the circumstances of this case (a file system of its own needs root)."""


@dataclass
class Outcome:
    folder: Path  # of the outputs
    code: int
    stdout: str
    stderr: str
    seconds: float
    megabytes: float  # peak resident memory

    def files(self):
        """{path under the folder: bytes}, sorted."""
        paths = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def one(self, ending):
        """The only output file whose name ends so."""
        found = [data for name, data in self.files().items() if name.endswith(ending)]
        if len(found) != 1:
            raise AssertionError(f"{len(found)} files end in {ending}: {sorted(self.files())}\n{self.stderr}")
        return found[0]

    def markdown(self):
        return self.one(".md").decode("utf-8")

    def json(self, name):
        """content_list, middle or report."""
        return json.loads(self.one(f"_{name}.json"))


def _small_disk(folder):
    """A file system with no room to speak of."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "octavo-test", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        raise Skip("a small file system needs the right to mount one")


class Runner:
    """`inputs` holds the made files; `samples/...` is looked up in `source`. Use as a context.

    `slowdown` is how much longer things may take: 1, or more under a sanitizer."""

    def __init__(self, octavo, inputs, source, slowdown=1.0):
        self.octavo, self.inputs, self.source = str(octavo), Path(inputs), Path(source)
        self.slowdown = slowdown
        self._folders, self._mounts = [], []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for folder in self._mounts:
            subprocess.run(["umount", str(folder)], check=False)
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)

    def folder(self):
        self._folders.append(tempfile.mkdtemp(prefix="octavo-case-"))
        return Path(self._folders[-1])

    def _input(self, word, here):
        """A word of `input:` as a path. `a.pdf->dir/b.pdf` copies the file to that name in {in} first."""
        if word == "-" or word.startswith("{in}"):
            return word.replace("{in}", str(here / "in"))
        name, _, other = word.partition("->")
        path = self.source / name if name.startswith("samples/") else self.inputs / name
        if not other:
            return str(path)
        target = here / "in" / other
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        return str(target)

    def run(self, case, more=()):
        here = self.folder()
        out = here / "out"
        kind = case.fields.get("output", "")
        as_nobody = kind == "readonly" and os.geteuid() == 0
        if kind:
            out.mkdir()
        if kind == "full":
            _small_disk(out)
            self._mounts.append(out)
        elif kind == "readonly":
            out.chmod(0o555)
            here.chmod(0o755)
        for word in case.fields.get("copy", "").split():
            self._input(word, here)
        inputs = [self._input(word, here) for word in case.fields.get("input", "").split()]
        options = case.fields.get("options", "").split()
        command = [self.octavo, "parse", *inputs, *options, *more, "-o", str(out / "file" if kind == "file" else out)]
        if kind == "file":
            (out / "file").write_text("in the way")
        stdin = subprocess.DEVNULL
        if "stdin" in case.fields:
            stdin = open(self._input(case.fields["stdin"], here), "rb")  # noqa: SIM115 (closed with the process)
        timeout = float(case.fields.get("timeout", "120")) * self.slowdown
        run = measure.run(command, timeout, stdin, NOBODY if as_nobody else None)
        return Outcome(out, run.code, run.stdout, run.stderr, run.seconds, run.megabytes)


# A crash of octavo leaves no core files behind in the source folder.
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
