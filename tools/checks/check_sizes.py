#!/usr/bin/env python3
"""Files of at most 500 lines, functions of at most 60.

check_sizes.py [ROOT]
C++ functions are found by their braces, Python functions by the parser. Generated tables
(*_table.inc) are no C++ file here and so stand apart. There is no list of exceptions.
"""

import ast
import re
import sys
from pathlib import Path

from source_tree import CPP, Finding, code_only, files, report

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
FOLDERS = ["src", "include", "apps", "fuzz", "tests", "tools", "bench"]

_TYPE = re.compile(r"^(?:template\s*<.*>\s*)?(?:typedef\s+)?(?:class|struct|union|enum)\b", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
_SCOPE = re.compile(r'^(?:inline\s+)?namespace\b|^extern\s*""')


def _kind(header):
    """What a brace opens whose text before it (since the last ; { or }) is `header`."""
    header = re.sub(r"^(?:\s|(?:public|private|protected)\s*:)+", "", header).strip()
    if _SCOPE.match(header):
        return "scope"
    if _TYPE.match(header) and not re.search(r"\)\s*(?:const|noexcept|override)?\s*$", header):
        return "scope"
    if "(" not in header or re.search(r"=\s*$", header):
        return "value"
    # Constructor with a member list: `X(int a) : a_{a}, b_{1} {`; the first braces are members'.
    after_parameters = re.search(r"\)\s*(?:noexcept\s*)?:(?!:)(.*)$", header, re.DOTALL)
    if after_parameters and re.search(r"[\w>]\s*$", header) and not header.endswith(")"):
        return "member"
    return "function"


def functions(text):
    """(first line, last line, first words) of every outermost function body, lines from 1."""
    code = _DIRECTIVE.sub(lambda match: "\n" * match.group(0).count("\n"), code_only(text))
    stack, start, line = [], 0, 1
    inside = 0  # how many open braces of the stack are a function's or below one
    for at, char in enumerate(code):
        if char == "\n":
            line += 1
        elif char == "{":
            header = code[start:at]
            kind = "function" if inside else _kind(header)
            stack.append((kind, at))
            if kind == "function":
                inside += 1
                if inside == 1:
                    first = line - header.lstrip().count("\n")
                    name = " ".join(header.split())[-80:]
            elif kind == "scope":
                start = at + 1
        elif char == "}" and stack:
            kind, _ = stack.pop()
            if kind == "function":
                inside -= 1
                if inside == 0:
                    yield first, line, name
                    start = at + 1
            elif kind == "scope":
                start = at + 1
        elif char == ";" and not inside and (not stack or stack[-1][0] == "scope"):
            start = at + 1


def _python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno, node.name


def check(root):
    findings = []
    for path, name in files(root, FOLDERS, (*CPP, ".py", ".sh")):
        text = path.read_text(encoding="utf-8")
        lines = text.count("\n")
        if lines > MAX_FILE_LINES:
            findings.append(Finding(name, 1, f"{lines} lines; at most {MAX_FILE_LINES}"))
        found = functions(text) if name.endswith(CPP) else _python_functions(text) if name.endswith(".py") else ()
        for first, last, title in found:
            if last - first + 1 > MAX_FUNCTION_LINES:
                findings.append(Finding(name, first, f"{last - first + 1} lines; at most {MAX_FUNCTION_LINES}: {title}"))
    return findings


if __name__ == "__main__":
    report("sizes", check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]))
