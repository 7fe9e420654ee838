#!/usr/bin/env python3
"""Runs octavo on the cases of tests/cases and says what is not as expected. Standard library only.

run_cases.py --octavo PROGRAM --inputs FOLDER [--update] [--slowdown N] CASE_FILE...
--update rewrites what is expected word for word (`expect markdown` blocks, golden files) with what comes
out now: look at the diff before you commit it.
Exit: 0 all as expected, 1 something is not, 77 nothing failed but a known gap or a skip was met.
"""

import argparse
import json
import sys
from pathlib import Path

from case_checks import CHECKS, check, golden_path
from case_file import CaseError, read_case, write_block
from octavo_run import Runner, Skip

SOURCE = Path(__file__).resolve().parents[1]
SKIPPED = 77


def _implied(case):
    """A case that says nothing about exit codes or errors expects success."""
    return not any(e.kind in ("exit", "error") for e in case.expectations)


def failures(case, runner):
    """One text for each expectation that does not hold, over all variants."""
    found = []
    for word, variant in case.variants():
        outcome = runner.run(variant)
        where = f"{case.name}{f' ({word})' if word else ''}"
        if _implied(variant) and outcome.code != 0:
            found.append(f"{where}: exit {outcome.code}\n{outcome.stderr}")
            continue
        for expectation in variant.expectations:
            try:
                check(expectation, outcome, runner, variant)
            except AssertionError as problem:
                found.append(f"{where}: line {expectation.line}: {problem}")
    return found


def update(case, runner):
    """Rewrites exact expectations from the first variant. From the last line up, so that lines keep."""
    outcome = runner.run(next(case.variants())[1])
    for expectation in reversed(case.expectations):
        if expectation.words == ["golden"]:
            kind = expectation.kind
            path = golden_path(case, "md" if kind == "markdown" else "content_list.json")
            path.parent.mkdir(exist_ok=True)
            try:
                check(expectation, outcome, runner, case)
            except AssertionError:
                path.write_text(_fresh(kind, outcome), encoding="utf-8")
                print(f"{case.name}: {path.name} rewritten")
        elif expectation.kind == "markdown" and not expectation.words:
            text = outcome.markdown().rstrip("\n")
            if text != (expectation.block or "").rstrip("\n"):
                write_block(case.path, expectation, text)
                print(f"{case.name}: line {expectation.line} rewritten")


def _fresh(kind, outcome):
    if kind == "markdown":
        return outcome.markdown().rstrip("\n") + "\n"
    return json.dumps(outcome.json("content_list"), ensure_ascii=False, indent=1) + "\n"


def run_one(path, arguments):
    """Prints the verdict on one case; returns the exit code it asks for."""
    case = read_case(path)
    unknown = [e.kind for e in case.expectations if e.kind not in CHECKS]
    if unknown:
        raise CaseError(f"{path}: no expectation is called {', '.join(unknown)}")
    with Runner(arguments.octavo, arguments.inputs, SOURCE, arguments.slowdown) as runner:
        if arguments.update:
            update(case, runner)
            return 0
        try:
            found = failures(case, runner)
        except Skip as reason:
            print(f"SKIPPED {case.name}: {reason}")
            return SKIPPED
    issue = case.fields.get("issue")
    if not found:
        print(f"ok {case.name}" + (f": passes, though marked as a gap of issue {issue}: take the mark away" if issue else ""))
        return 0
    print(f"KNOWN GAP (issue {issue}) {case.name}" if issue else f"FAILED {case.name}")
    print(case.comment.rstrip())
    for text in found:
        print(text)
    return SKIPPED if issue else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--octavo", required=True)
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--slowdown", type=float, default=1, help="for sanitizers: times longer, memory not looked at")
    parser.add_argument("cases", nargs="+")
    arguments = parser.parse_args()
    codes = [run_one(path, arguments) for path in arguments.cases]
    sys.exit(1 if 1 in codes else SKIPPED if SKIPPED in codes else 0)


if __name__ == "__main__":
    try:
        main()
    except CaseError as error:
        sys.exit(str(error))
