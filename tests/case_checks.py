"""The expectations a case may state; each raises AssertionError with what a reader needs to see.

`check(expectation, outcome, runner, case)` is called for one line. Kinds are in CHECKS.
"""

import difflib
import fnmatch
import json
import re
import unicodedata

MAX_DIFF_LINES = 60


def squeeze(text):
    """White space as one blank; Markdown tells a line end from a blank only where it matters."""
    return re.sub(r"\s+", " ", text)


def difference(expected, got, what):
    lines = list(difflib.unified_diff(expected.split("\n"), got.split("\n"), "expected", "got", lineterm="", n=2))
    if len(lines) > MAX_DIFF_LINES:
        lines = lines[:MAX_DIFF_LINES] + [f"... {len(lines) - MAX_DIFF_LINES} more lines"]
    return f"{what} differs:\n" + "\n".join(lines)


def words_of(text):
    """Words without Markdown's marks and display formulas, CJK characters one by one."""
    text = re.sub(r"\$\$.*?\$\$", " ", text, flags=re.DOTALL)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)|<[^>]+>|\]\([^)]*\)|^\s*\|?[\s:|-]+\|?\s*$", " ", text, flags=re.MULTILINE)
    text = unicodedata.normalize("NFKC", text)
    return re.findall(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+", text)


def similarity(truth, got):
    """Share of words that match in order (Ratcliff and Obershelp), 0 to 1."""
    return difflib.SequenceMatcher(None, words_of(truth), words_of(got), autojunk=False).ratio()


def word_error_rate(truth, got):
    """Edits over words between white space, so that a lost space costs."""
    a, b = truth.split(), got.split()
    row = list(range(len(b) + 1))
    for i, word in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != other))
    return row[-1] / max(1, len(a))


# ---- one function a kind --------------------------------------------------------------------------

def exit_code(e, outcome, *_):
    assert outcome.code == int(e.words[0]), f"exit {outcome.code}, not {e.words[0]}\n{outcome.stderr}{outcome.stdout}"


def error(e, outcome, *_):
    """The code of the error is named on stderr (or in the JSON on stdout) and the exit code is not 0."""
    said = outcome.stderr + outcome.stdout
    assert outcome.code != 0, f"exit 0, but expected {e.words[0]}\n{said}"
    assert re.search(rf"\b{re.escape(e.words[0])}\b", said), f"no {e.words[0]} in:\n{said}"


def message(e, outcome, *_):
    said = outcome.stderr + outcome.stdout
    for words in e.words:
        assert words in said, f"{words!r} is not in:\n{said}"


def pages(e, outcome, *_):
    found = len(outcome.json("report")["pages"])
    assert found == int(e.words[0]), f"{found} pages, not {e.words[0]}"


def memory(e, outcome, runner, case):
    if runner.slowdown > 1:  # a sanitizer's own memory says nothing
        return
    assert outcome.megabytes <= float(e.words[-1]), f"peak memory {outcome.megabytes:.0f} MB, allowed {e.words[-1]}"


def seconds(e, outcome, runner, case):
    assert outcome.seconds <= float(e.words[-1]) * runner.slowdown, f"took {outcome.seconds:.1f} s, allowed {e.words[-1]}"


def markdown(e, outcome, runner, case):
    got = outcome.markdown().rstrip("\n")
    if e.words == ["empty"]:
        assert not got.strip(), f"the Markdown is not empty:\n{got}"
    elif e.words == ["golden"]:
        _golden(got + "\n", golden_path(case, "md"))
    else:
        assert got == (e.block or "").rstrip("\n"), difference(e.block or "", got, "Markdown")


def content_list(e, outcome, runner, case):
    got = json.dumps(outcome.json("content_list"), ensure_ascii=False, indent=1) + "\n"
    _golden(got, golden_path(case, "content_list.json"))


def golden_path(case, ending):
    return case.path.parent / "golden" / f"{case.name}.{ending}"


def _golden(got, path):
    assert path.exists(), f"no {path.name}: ./dev golden makes it"
    expected = path.read_text(encoding="utf-8")
    assert got == expected, difference(expected, got, path.name)


def contains(e, outcome, *_):
    text = squeeze(outcome.markdown())
    for words in e.words:
        assert squeeze(words) in text, f"{words!r} is not in:\n{outcome.markdown()}"


def lacks(e, outcome, *_):
    text = squeeze(outcome.markdown())
    for words in e.words:
        assert squeeze(words) not in text, f"{words!r} should not be in:\n{outcome.markdown()}"


def order(e, outcome, *_):
    text, at = squeeze(outcome.markdown()), 0
    for words in e.words:
        found = text.find(squeeze(words), at)
        assert found >= 0, f"{words!r} is not there, or not after what comes before it:\n{outcome.markdown()}"
        at = found + len(words)


def count(e, outcome, *_):
    found = squeeze(outcome.markdown()).count(squeeze(e.words[1]))
    assert found == int(e.words[0]), f"{e.words[1]!r} is there {found} times, not {e.words[0]}:\n{outcome.markdown()}"


def matches(e, outcome, *_):
    assert re.search(e.words[0], outcome.markdown(), re.MULTILINE | re.DOTALL), \
        f"/{e.words[0]}/ is not in:\n{outcome.markdown()}"


def similar(e, outcome, runner, case):
    truth = (runner.source / e.words[1]).read_text(encoding="utf-8") if len(e.words) > 1 else e.block
    found = similarity(truth, outcome.markdown())
    assert found >= float(e.words[0]), \
        f"similarity {found:.3f}, at least {e.words[0]}\n" + difference(truth, outcome.markdown(), "Markdown")


def outline(e, outcome, runner, case):
    """The headings, their levels included, are those of the truth."""
    truth = (runner.source / e.words[0]).read_text(encoding="utf-8")
    wanted, found = [re.findall(r"^#+ .*", text, re.MULTILINE) for text in (truth, outcome.markdown())]
    assert wanted == found, difference("\n".join(wanted), "\n".join(found), "the outline")


def word_errors(e, outcome, *_):
    found = word_error_rate(e.block, outcome.markdown())
    assert found <= float(e.words[0]), f"word error rate {found:.3f}, at most {e.words[0]}:\n{outcome.markdown()}"


def json_values(root, path):
    """Values at a path like pages[*].blocks[0].type, in order."""
    values = [root]
    for name, index in re.findall(r"\.?(\w+)|\[(\*|-?\d+)\]", path):
        if name:
            values = [v[name] for v in values if isinstance(v, dict) and name in v]
        elif index == "*":
            values = [item for v in values for item in v]
        else:
            values = [v[int(index)] for v in values if -len(v) <= int(index) < len(v)]
    return values


def json_check(e, outcome, *_):
    """expect json report.pages[*].source all "ocr": ops is, not, any, none, all, count, least, most, has."""
    path, op, *rest = e.words
    name, _, tail = path.partition(".") if re.match(r"\w+\.", path) else (re.match(r"\w+", path)[0], "", "")
    tail = tail if tail else path[len(name):]
    values = json_values(outcome.json(name), tail)
    try:
        wanted = json.loads(rest[0]) if rest else None
    except json.JSONDecodeError:
        wanted = rest[0]
    holds = {
        "is": lambda: values == [wanted], "not": lambda: values != [wanted], "any": lambda: wanted in values,
        "none": lambda: wanted not in values, "all": lambda: values and all(v == wanted for v in values),
        "count": lambda: len(values) == wanted, "least": lambda: values and min(values) >= wanted,
        "most": lambda: values and max(values) <= wanted,
        "has": lambda: any(str(wanted) in str(v) for v in values),
    }[op]  # fmt: skip
    shown = json.dumps(values, ensure_ascii=False)[:1500]
    assert holds(), f"{path} {op} {rest[0] if rest else ''} does not hold; values: {shown}"


def boxes(e, outcome, *_):
    """Every box of middle.json lies on its page and is not empty."""
    for page in outcome.json("middle")["pdf_info"]:
        width, height = page["page_size"]
        for block in page["para_blocks"] + page["discarded_blocks"]:
            x0, y0, x1, y1 = block["bbox"]
            assert -1 <= x0 < x1 <= width + 1 and -1 <= y0 < y1 <= height + 1, \
                f"{block['type']} {block['bbox']} is not on the page of {width} x {height}"


def output(e, outcome, *_):
    found = sorted(outcome.files())
    assert e.words == ["empty"] and not found, f"files are left: {found}"


def file_check(e, outcome, *_):
    for pattern in e.words:
        assert fnmatch.filter(outcome.files(), pattern), f"no {pattern} in {sorted(outcome.files())}"


def files(e, outcome, *_):
    """expect files 2 "*.md": so many files match."""
    found = fnmatch.filter(outcome.files(), e.words[1])
    assert len(found) == int(e.words[0]), f"{len(found)} files {e.words[1]}, not {e.words[0]}: {sorted(outcome.files())}"


def names_at_most(e, outcome, *_):
    """No part of any path is longer than so many bytes."""
    for name in outcome.files():
        longest = max(len(part.encode()) for part in name.split("/"))
        assert longest <= int(e.words[0]), f"{longest} bytes: {name}"


def same(e, outcome, runner, case):
    """The same bytes come out of another run, with these options more."""
    other = runner.run(case, e.words)
    mine, theirs = outcome.files(), other.files()
    assert list(mine) == list(theirs), f"other files with {e.words}: {list(mine)} and {list(theirs)}"
    for name, data in mine.items():
        if data != theirs[name]:
            text = difference(data.decode("utf-8", "replace"), theirs[name].decode("utf-8", "replace"), name)
            raise AssertionError(f"with {e.words}: {text}")


CHECKS = {
    "exit": exit_code, "error": error, "message": message, "pages": pages, "memory": memory, "seconds": seconds,
    "markdown": markdown, "content_list": content_list, "contains": contains, "lacks": lacks, "order": order,
    "count": count, "matches": matches, "similar": similar, "outline": outline, "word_errors": word_errors, "json": json_check,
    "boxes": boxes, "output": output, "file": file_check, "files": files, "names_at_most": names_at_most, "same": same,
}  # fmt: skip


def check(expectation, outcome, runner, case):
    CHECKS[expectation.kind](expectation, outcome, runner, case)
