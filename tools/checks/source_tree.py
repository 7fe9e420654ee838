"""Walks the project's own files and strips C++ of what checks must not see. Standard library only."""

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

CPP = (".h", ".cc")
SKIPPED_FOLDERS = {".git", ".deps", "build", "out", "__pycache__", "node_modules", "dist"}


@dataclass(frozen=True)
class Finding:
    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def files(root, folders, suffixes):
    """Paths under root/folder with one of the suffixes, as (Path, name relative to root), sorted."""
    for folder in folders:
        for here, names, file_names in os.walk(Path(root) / folder):
            names[:] = sorted(n for n in names if n not in SKIPPED_FOLDERS)
            for name in sorted(file_names):
                if name.endswith(tuple(suffixes)):
                    path = Path(here) / name
                    yield path, path.relative_to(root).as_posix()


# One alternative for each thing whose inside is not code; raw strings first, they may hold quotes.
_NOT_CODE = re.compile(
    r'R"(?P<tag>[^()\\\s]{0,16})\(.*?\)(?P=tag)"'
    r"|//(?:[^\n\\]|\\.|\\\n)*"
    r"|/\*.*?\*/"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|(?<![0-9a-zA-Z_])'(?:[^'\\\n]|\\.)+'",
    re.DOTALL,
)


def code_only(text, keep_strings=False):
    """The text with comments (and the insides of strings) blanked; line numbers stay."""

    def blank(match):
        found = match.group(0)
        if found.startswith(("//", "/*")):
            return re.sub(r"[^\n]", " ", found)
        if keep_strings:
            return found
        quote = '"' if not found.startswith("'") else "'"
        return quote + "\n" * found.count("\n") + quote

    return _NOT_CODE.sub(blank, text)


def report(name, findings):
    """Prints the findings and ends the process: 0 when there are none."""
    for finding in findings:
        print(finding)
    print(f"{name}: {len(findings)} finding{'' if len(findings) == 1 else 's'}")
    sys.exit(1 if findings else 0)
