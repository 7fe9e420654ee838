"""Reads tests/cases/*.case: what to run octavo on, and what must come out. See cases/README.md.

    # What is tested, and why.
    input: headings.pdf            one or more; NAME of the made inputs, or samples/NAME
    copy: a.pdf->dir/b.pdf         optional: put a made input under this name into the folder {in}
    options: --ocr never           more arguments of octavo parse
    with: 0 90 180                 optional: run once for each word, which replaces {} above and below
    issue: 11                      optional: a known gap, kept for that issue
    expect contains "a sentence"   one line an expectation
    expect markdown                some take the indented lines that follow
        # The whole output
"""

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

FIELDS = ("input", "copy", "options", "with", "issue", "stdin", "output", "timeout")


@dataclass
class Expectation:
    kind: str
    words: list  # the rest of the line, split as a shell would
    line: int  # in the case file, from 1
    block: str | None = None
    block_lines: tuple = (0, 0)  # first line of the block and the line after it, counted from 0

    def substitute(self, word):
        def put(text):
            return text.replace("{}", word)

        return Expectation(self.kind, [put(w) for w in self.words], self.line,
                           None if self.block is None else put(self.block), self.block_lines)


@dataclass
class Case:
    path: Path
    comment: str = ""
    fields: dict = field(default_factory=dict)
    expectations: list = field(default_factory=list)

    @property
    def name(self):
        return self.path.stem

    def variants(self):
        """The case once for each word of `with:`."""
        words = self.fields.get("with", "").split()
        for word in words or [""]:
            fields = {key: value.replace("{}", word) for key, value in self.fields.items()}
            expectations = [e.substitute(word) if word else e for e in self.expectations]
            yield word, Case(self.path, self.comment, fields, expectations)


class CaseError(Exception):
    pass


def _split(path, number, text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise CaseError(f"{path}:{number}: {error}") from error


def _block(lines, at):
    """Lines from `at` on that are indented by four or empty; the text and where it ends."""
    end = at
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith("    ")):
        end += 1
    while end > at and not lines[end - 1].strip():
        end -= 1
    return "\n".join(line[4:] for line in lines[at:end]), end


def read_case(path):
    path = Path(path)
    case, lines, at = Case(path), path.read_text(encoding="utf-8").split("\n"), 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if line.startswith("#"):
            case.comment += line[1:].strip() + "\n"
        elif match := re.fullmatch(r"expect (\w+)\s*(.*)", line):
            expectation = Expectation(match[1], _split(path, at, match[2]), at)
            block, end = _block(lines, at)
            if block:
                expectation.block, expectation.block_lines = block, (at, end)
                at = end
            case.expectations.append(expectation)
        elif (match := re.fullmatch(r"(\w+):\s*(.*)", line)) and match[1] in FIELDS:
            case.fields[match[1]] = match[2]
        elif line.strip():
            raise CaseError(f"{path}:{at}: neither a field, an expectation, nor a comment: {line!r}")
    if not case.comment.strip():
        raise CaseError(f"{path}: a case says in a comment what it is about")
    if not case.expectations:
        raise CaseError(f"{path}: expects nothing")
    return case


def write_block(path, expectation, text):
    """Puts `text` in the place of an expectation's block. Blocks below it move."""
    lines = path.read_text(encoding="utf-8").split("\n")
    first, end = expectation.block_lines if expectation.block is not None else (expectation.line, expectation.line)
    lines[first:end] = ["    " + line if line else "" for line in text.split("\n")]
    path.write_text("\n".join(lines), encoding="utf-8")
