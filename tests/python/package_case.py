"""What the tests of the Python package share. They run in an environment that has it installed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
MINI = ROOT / "models/octavo-mini"
OCTAVO = os.environ.get("OCTAVO", "")  # the program: same engine, another way in
CASE_INPUTS = Path(os.environ.get("CASE_INPUTS", ""))


def cli(*arguments, text=True):
    """What the program writes on its standard output."""
    ran = subprocess.run([OCTAVO, *map(str, arguments)], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         encoding="utf-8" if text else None)  # fmt: skip
    return ran.stdout


def python(code, *arguments, **options):
    """Runs a script with this interpreter, apart."""
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, encoding="utf-8",
                          timeout=options.pop("timeout", 300), **options)  # fmt: skip
