#!/usr/bin/env python3
"""The wheel in a fresh environment, by itself: what it holds, and the README's five lines.

fresh_test.py WHEELS REQUIREMENTS
"""

import email
import re
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHEELS, REQUIREMENTS = None, None


def python_block(path):
    """The README's first block of Python."""
    return re.search(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)[1]


class Fresh(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        (cls.wheel,) = WHEELS.glob("octavo-*.whl")

    def test_what_is_in_it(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
            metadata = email.message_from_bytes(archive.read(next(n for n in names if n.endswith("/METADATA"))))
        self.assertEqual(metadata["Name"], "octavo")
        self.assertEqual(metadata["Version"], re.search(r"octavo VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1])
        for name in ("octavo/__init__.py", "octavo/py.typed", "octavo/_octavo.pyi"):
            self.assertIn(name, names)
        self.assertEqual(len([name for name in names if re.match(r"octavo/_octavo\..*so$", name)]), 1)
        models = {line.split()[0] for line in (ROOT / "tools/setup/files.lock").read_text().splitlines()
                  if line.startswith("models/")}  # fmt: skip
        self.assertEqual({name.removeprefix("octavo/") for name in names if name.startswith("octavo/models/")}, models)
        unwanted = [n for n in names if not n.startswith("octavo") or n.endswith((".a", ".h", ".cc"))]
        self.assertEqual(unwanted, [])

    def test_five_lines(self):
        lines = python_block(ROOT / "README.md")
        self.assertLessEqual(len([line for line in lines.splitlines() if line.strip()]), 5)
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = f"{folder}/bin/python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index",
                            "--find-links", str(REQUIREMENTS), str(self.wheel)], check=True)  # fmt: skip
            ran = subprocess.run([python, "-c", lines], cwd=ROOT, env={"PATH": "/usr/bin:/bin", "HOME": folder},
                                 capture_output=True, encoding="utf-8", check=False)  # fmt: skip
            self.assertEqual((ran.returncode, ran.stderr), (0, ""))
            self.assertIn("# Reading Soil Heat from Sparse Boreholes", ran.stdout)


if __name__ == "__main__":
    WHEELS, REQUIREMENTS = map(Path, sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
