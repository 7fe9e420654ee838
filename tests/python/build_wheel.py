#!/usr/bin/env python3
"""Builds the wheel with the tools of this environment, and installs it here for the tests.

build_wheel.py FOLDER DEPS
What CMake builds stays in build/python and comes out of ccache where the program was built before.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def main():
    folder, deps = Path(sys.argv[1]), sys.argv[2]
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([*PIP, "wheel", str(ROOT), "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder),
                    "--config-settings", f"cmake.define.OCTAVO_DEPS_DIR={deps}"], check=True)  # fmt: skip
    (wheel,) = folder.glob("octavo-*.whl")
    subprocess.run([*PIP, "install", "--no-deps", "--no-index", "--force-reinstall", str(wheel)], check=True)


if __name__ == "__main__":
    main()
