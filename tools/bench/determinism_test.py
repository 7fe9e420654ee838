"""determinism.py notices what it is for: a reader stands in whose output depends on --threads as each case says."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(__file__).with_name("determinism.py")
# Called as octavo is: parse IN -o OUT ... --threads N. `threads` and `out` are at hand for the line of the case.
READER = """#!{python}
import sys
from pathlib import Path
threads = int(sys.argv[sys.argv.index("--threads") + 1])
out = Path(sys.argv[sys.argv.index("-o") + 1])
(out / "a.md").write_text("the same")
{line}
"""


class Determinism(unittest.TestCase):
    def compare(self, line):
        with tempfile.TemporaryDirectory() as folder:
            reader, document = Path(folder) / "reader", Path(folder) / "in" / "x.pdf"
            reader.write_text(READER.format(python=sys.executable, line=line), encoding="utf-8")
            reader.chmod(0o755)
            document.parent.mkdir()
            document.touch()
            return subprocess.run([sys.executable, PROGRAM, "--octavo", reader, "--threads", "1,2,1", document.parent],
                                  capture_output=True, text=True, check=False)  # fmt: skip

    def test_the_same(self):
        run = self.compare("")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("1 of 1 documents", run.stdout)

    def test_another_byte(self):
        run = self.compare('(out / "b.json").write_text(str(threads))')
        self.assertEqual(run.returncode, 1)
        self.assertIn("--threads 2: differs: b.json", run.stdout)
        self.assertNotIn("--threads 1: differs", run.stdout)

    def test_a_file_more(self):
        run = self.compare('threads == 2 and (out / "b.json").touch()')
        self.assertEqual(run.returncode, 1)
        self.assertIn("--threads 2: only once: b.json", run.stdout)

    def test_another_exit_code(self):
        run = self.compare("sys.exit(3 if threads == 2 else 0)")
        self.assertEqual(run.returncode, 1)
        self.assertIn("--threads 2: exit 0 and 3", run.stdout)

    def test_a_crash_each_time_is_not_the_same(self):
        run = self.compare("import os; os.abort()")
        self.assertEqual(run.returncode, 1)
        self.assertIn("crashed", run.stdout)

    def test_nothing_compared(self):
        self.assertEqual(self.compare('(out / "a.md").unlink()').returncode, 1)


if __name__ == "__main__":
    unittest.main()
