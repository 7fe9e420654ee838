#!/usr/bin/env python3
"""Every Python example of the documentation runs as it stands, at the root of the repository."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Examples(unittest.TestCase):
    def test_they_run(self):
        for name in ("docs/python.md", "docs/guide.md"):
            examples = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
            self.assertGreater(len(examples), 0, name)
            for number, example in enumerate(examples, 1):
                with self.subTest(f"{name}, example {number}"):
                    ran = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, encoding="utf-8",
                                         env={"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8", "HOME": str(Path.home())},
                                         check=False)  # fmt: skip
                    self.assertEqual((ran.returncode, ran.stderr), (0, ""))
                    self.assertTrue(ran.stdout or "print" not in example)


if __name__ == "__main__":
    unittest.main()
