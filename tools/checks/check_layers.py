#!/usr/bin/env python3
"""Includes go down only: every quoted #include in src/, include/, apps/ and fuzz/ against src/LAYERS.

check_layers.py [ROOT]
A folder of src/ may include itself and any folder on an earlier line of LAYERS; a line "apart A B" says
that nothing under A may include anything under B, nor the other way round. include/ sees only
include/, an app sees include/, service/ and its own folder (apps/server also base/, which knows no documents;
apps/cli also what server/ offers as a whole, apps/python how cli/ finds models and folders). A test may also use what
lies in tests/.
"""

import re
import sys
from pathlib import Path

from source_tree import CPP, Finding, code_only, files, report

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
PUBLIC = "public"
# Beside include/ and its own folder.
APP_LAYERS = {"server": {"service", "base", "net"}}
APP_HEADERS = {
    "cli": {"server/run_serve.h"},
    "python": {"cli/environment.h", "cli/plan.h", "cli/store_settings.h"},
}


def read_layers(root):
    """{folder: height}; the public headers stand for include/octavo. Pairs kept apart: {(A, B), (B, A)}."""
    heights, apart = {}, set()
    text = (Path(root) / "src/LAYERS").read_text(encoding="utf-8")
    for line in text.splitlines():
        names = line.split("#")[0].split()
        if names[:1] == ["apart"]:
            apart |= {(names[1], names[2]), (names[2], names[1])}
        elif names:
            height = len(set(heights.values()))
            heights.update({name: height for name in names})
    return heights, apart


def layer_of(include, heights):
    """The layer an include path (or a path under src/) belongs to; None when it is in none."""
    if include.startswith("octavo/"):
        return PUBLIC
    candidates = [name for name in heights if include.startswith(name + "/")]
    return max(candidates, key=len, default=None)


def complaint(name, include, heights, apart):
    """Why this file may not include that path, or None."""
    target = layer_of(include, heights)
    top = name.split("/")[0]
    if top == "apps":
        app = name.split("/")[1]
        own = include.startswith(app + "/") or "/" not in include
        if target == PUBLIC or target in APP_LAYERS.get(app, {"service"}):
            return None
        if target is None and (own or include in APP_HEADERS.get(app, set()) or include.startswith("tests/")):
            return None
        return f'apps may include only "octavo/...", "service/..." and their own folder, not "{include}"'
    if top == "include":
        return None if target == PUBLIC else f'public headers may include only "octavo/...", not "{include}"'
    if include.startswith("tests/"):
        return None if name.endswith("_test.cc") else f'only tests may include "{include}"'
    if target is None and top == "fuzz" and include.startswith("server/"):
        return None
    if target is None:
        return f'"{include}" is in no layer of src/LAYERS (write the path from src/)'
    if top == "fuzz":
        return None
    own = layer_of(name.removeprefix("src/"), heights)
    if own is None:
        return "the folder of this file is not in src/LAYERS"
    if (own.split("/")[0], target.split("/")[0]) in apart:
        return f"{own} and {target} are kept apart (src/LAYERS)"
    if own == target or heights[target] < heights[own]:
        return None
    return f"{own} may not include {target} (src/LAYERS)"


def check(root):
    heights, apart = read_layers(root)
    findings = []
    for path, name in files(root, ["src", "include", "apps", "fuzz"], CPP):
        text = code_only(path.read_text(encoding="utf-8"), keep_strings=True)
        for match in INCLUDE.finditer(text):
            said = complaint(name, match.group(1), heights, apart)
            if said:
                findings.append(Finding(name, text.count("\n", 0, match.start()) + 1, said))
    return findings


if __name__ == "__main__":
    report("layers", check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]))
