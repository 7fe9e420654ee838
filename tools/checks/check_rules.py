#!/usr/bin/env python3
"""Rules of the house that a pattern can see.

check_rules.py [ROOT]
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from source_tree import CPP, Finding, code_only, files, report

TEXT = (*CPP, ".py", ".sh", ".md", ".txt", ".cmake", ".json", ".case", ".inc", "dev", ".lock")


@dataclass(frozen=True)
class Rule:
    said: str
    pattern: str
    folders: tuple = ("src",)
    suffixes: tuple = CPP
    code: bool = True  # look at code alone; otherwise at comments and strings too
    except_for: frozenset = field(default_factory=frozenset)


# The failed invariant of base/check.cc is the one thing that ends the process.
_CHECK = frozenset({"src/base/check.cc"})
# Children that are no program yet, or none but a test's: returning from them would run the parent's clean-up.
_CHILDREN = frozenset(f"src/service/{name}" for name in
                      ("worker_process.cc", "scripted_worker.cc", "recovery_test.cc", "page_log_test.cc"))
# Put together here so that this file does not complain about itself.
_MARKS = "|".join(["TO" + "DO", "FIX" + "ME", "X" * 3])

RULES = [
    Rule("the library never prints: return an Error or add a Diagnostic",
         r"\b(?:std::)?(?:v?f?printf|puts|fputs|putchar|perror)\s*\(|\bstd::(?:cout|cerr|clog)\b", except_for=_CHECK),
    Rule("the library never ends the process", r"\b(?:std::)?(?:_?exit|quick_exit|abort|terminate)\s*\(",
         except_for=_CHECK | _CHILDREN),
    Rule("the library never reads the environment: options come from the caller",
         r"\b(?:std::)?(?:secure_)?getenv\s*\(|\benviron\b"),
    Rule("no exceptions of our own: return Result", r"\bthrow\b"),
    Rule("no `using namespace` (literals apart)",
         r"\busing\s+namespace\b(?!\s+std::(?:\w+::)*\w*literals\b)", ("src", "include", "apps", "fuzz", "tests")),
    Rule("asserts are OCTAVO_CHECK (always on) or a Result", r"(?<![\w_])assert\s*\(", ("src", "include")),
    Rule("results depend on it: write the reassociation out", r"^(?![ \t]*(?:#|//)).*(?:-ffast-math|-Ofast)",
         (".",), (".cmake", "CMakeLists.txt", ".json", ".sh", *CPP), code=False),
    Rule("unfinished work goes into an issue", rf"\b(?:{_MARKS})\b", (".",), TEXT, code=False),
    Rule("a path of one machine", r"(?<![\w.])/(?:home|root|Users|work|mnt|opt)/\w", (".",), TEXT, code=False),
    Rule("trailing white space", r"[ \t]+$", ("src", "include", "apps", "fuzz", "tools"), (*CPP, ".py", ".sh"),
         code=False),
]  # fmt: skip

# A Markdown table or a lock file of hashes may hold what looks like a mark; a path may not hide there.
_GENERATED = re.compile(r"^(?:tools/setup/.*\.lock|tests/cases/golden/|samples/truth/)")


def _rule_findings(root, rule):
    for path, name in files(root, rule.folders, rule.suffixes):
        if name in rule.except_for or _GENERATED.match(name):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        seen = code_only(text) if rule.code else text
        for match in re.finditer(rule.pattern, seen, re.MULTILINE):
            where = seen.count("\n", 0, match.start()) + 1
            yield Finding(name, where, f"{rule.said}: {' '.join(match.group(0).split())}")


def _pragma_findings(root):
    for path, name in files(root, ["src", "include", "apps", "tests", "fuzz"], (".h",)):
        code = code_only(path.read_text(encoding="utf-8")).split()
        if code[:2] != ["#pragma", "once"]:
            yield Finding(name, 1, "a header starts with #pragma once (after its comment)")


def check(root):
    findings = [finding for rule in RULES for finding in _rule_findings(root, rule)]
    findings += _pragma_findings(root)
    return sorted(findings, key=lambda f: (f.path, f.line, f.text))


if __name__ == "__main__":
    report("rules", check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]))
