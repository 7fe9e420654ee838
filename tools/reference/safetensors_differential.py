#!/usr/bin/env python3
"""Headers, good and damaged, before the `safetensors` package and before our reader.

safetensors_differential.py goldens OUT [COUNT]        tests/golden/engine/safetensors_cases.bin
safetensors_differential.py compare PROGRAM [COUNT]    PROGRAM: octavo_safetensors_verdicts, from tests/engine
(environment: tools/reference/engine-files.txt)
A case is u32 size, u8 accepted, the bytes of a file. What we refuse on purpose (see safetensors.cc) is
recognised here by name and counted apart; any other difference is a failure.
"""

import json
import random
import struct
import subprocess
import sys
from collections import Counter

import safetensors

BITS = {"F32": 32, "BF16": 16, "F16": 16, "U8": 8, "I64": 64, "BOOL": 8, "F4": 4, "F6_E2M3": 6, "F8_E4M3": 8, "C64": 64}
EDGES = ["0", "1", "-1", "-0", "1.0", "1e0", "1e999", "1e-999", "18446744073709551615", "18446744073709551616", "4294967296",
         "9223372036854775808", "00", "01", "+1", "null", "true", "\"1\"", "[]", "{}", "NaN", "0.5e1", ".5", "1.", "1e"]  # fmt: skip
NAMES = ["a", "b", "model.norm.weight", "", "é", "日本", "\U0001F600", "a b", "__metadata__x", "x" * 40]
SNIPPETS = ['"', "\\", "{", "}", "[", "]", ",", ":", " ", "\n", "\t", "\0", "\x1f", "\x7f", '"dtype":"F32",', '"x":1,', "[[[[]]]]",
            "\\u0041", "\\ud800", "\\udc00", "\\ud83d\\ude00", "\\x", "/", "null", "é", '"__metadata__":{},', '"__metadata__":null,',
            '"__metadata__":{"k":"v"},', '"__metadata__":{"k":1},']  # fmt: skip


def good(rng):
    """A valid header as text, and the number of data bytes."""
    entries, at = [], 0
    for name in rng.sample(NAMES, rng.randint(0, 3)):
        dtype = rng.choice(list(BITS))
        shape = [rng.choice([0, 1, 2, 3, 4, 8]) for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 6]))]
        count = 1
        for size in shape:
            count *= size
        if count * BITS[dtype] % 8 or count * BITS[dtype] > 4096:
            shape, count = [8], 8
        size = count * BITS[dtype] // 8
        entries.append((name, {"dtype": dtype, "shape": shape, "data_offsets": [at, at + size]}))
        at += size
    if rng.random() < 0.3:
        entries.append(("__metadata__", rng.choice([{}, None, {"format": "pt"}, {"a": "\u00e9", "b": ""}])))
    rng.shuffle(entries)
    text = json.dumps(dict(entries), ensure_ascii=rng.random() < 0.5, separators=rng.choice([(",", ":"), (", ", ": ")]))
    if rng.random() < 0.2:
        text = text.replace('"dtype"', '"extra":' + rng.choice(["1", "[{}]", '"s"', "[" * 100 + "]" * 100, "[" * 124 + "]" * 124,
                                                                "[" * 125 + "]" * 125, "[" * 126 + "]" * 126]) + ',"dtype"', 1)  # fmt: skip
    text = rng.choice(["", "", "", " ", "\n"]) + text + rng.choice(["", "", " ", "   ", "\r\n\t"])
    return text, at


def damage(text, rng):
    kind = rng.randrange(8)
    at = rng.randrange(len(text) + 1)
    if kind == 0:  # another character
        return text[:at] + chr(rng.randrange(1, 256)) + text[at + 1 :]
    if kind == 1:  # a part goes
        return text[:at] + text[at + rng.randint(1, 4) :]
    if kind == 2:
        return text[:at] + rng.choice(SNIPPETS) + text[at:]
    if kind == 3:  # a number becomes another
        numbers = [i for i, c in enumerate(text) if c.isdigit() and text[i - 1 : i] in "[, "]
        if numbers:
            at = rng.choice(numbers)
            end = at
            while end < len(text) and text[end].isdigit():
                end += 1
            return text[:at] + rng.choice(EDGES + [str(rng.randrange(64))] * 8) + text[end:]
    if kind == 4:  # a part twice
        end = min(len(text), at + rng.randint(1, 60))
        return text[:end] + text[at:end] + text[end:]
    if kind == 5:
        for word in rng.sample(list(BITS) + ["dtype", "shape", "data_offsets"], 13):
            if word in text:
                return text.replace(word, rng.choice(list(BITS) + ["F64", "f32", "dtype", "shape", "", "x"]), 1)
    if kind == 6:
        return text.replace("[", rng.choice(["[ ", "[0,", "{", "[["]), 1)
    return text.replace(":", rng.choice([" : ", "::", ""]), 1)


def case(rng):
    text, size = good(rng)
    if rng.random() < 0.7:
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            text = damage(text, rng)
    header = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.05 and header:  # bytes that are no UTF-8
        at = rng.randrange(len(header))
        header = header[:at] + bytes([rng.randrange(128, 256)]) + header[at + rng.randint(0, 1) :]
    length = len(header)
    if rng.random() < 0.05:
        length = rng.choice([0, 1, 2**64 - 1, 2**63, 100_000_001, length + 1, max(length - 1, 0), length + size, 2**32])
    if rng.random() < 0.05:
        size = max(0, size + rng.choice([-8, -1, 1, 8]))
    file = struct.pack("<Q", length) + header + bytes(size)
    return file[: rng.randrange(len(file) + 1)] if rng.random() < 0.02 else file


def accepted(file):
    try:
        safetensors.deserialize(file)
        return True
    except safetensors.SafetensorError:
        return False


class Twice(Exception):
    pass


def refused_on_purpose(file):
    """Why our reader may refuse what the package accepts, or None."""

    def pairs(items):
        keys = [key for key, _ in items]
        if len(set(keys)) < len(keys):
            raise Twice
        return dict(items)

    header = file[8 : 8 + struct.unpack("<Q", file[:8])[0]]
    try:
        tensors = json.loads(header, object_pairs_hook=pairs)
    except Twice:
        return "a name twice"
    for name, info in tensors.items():
        if name != "__metadata__" and isinstance(info, list):
            return "a tensor as an array"
        if name != "__metadata__" and isinstance(info.get("dtype"), dict):
            return "an element type as an object"
    return None


def cases(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        file = case(rng)
        yield file, accepted(file)


def goldens(path, count):
    with open(path, "wb") as out:
        for file, good_one in cases(count, seed=1):
            if not (good_one and refused_on_purpose(file)):
                out.write(struct.pack("<IB", len(file), good_one) + file)


def compare(program, count):
    made = list(cases(count, seed=2))
    sent = b"".join(struct.pack("<IB", len(file), good_one) + file for file, good_one in made)
    answers = subprocess.run([program], input=sent, stdout=subprocess.PIPE, check=True).stdout
    if len(answers) != len(made):
        sys.exit(f"{len(answers)} answers to {len(made)} cases")
    seen, wrong = Counter(), 0
    for (file, theirs), ours in zip(made, answers):
        ours = ours == ord("+")
        why = refused_on_purpose(file) if theirs and not ours else None
        if ours == theirs:
            seen["both accept" if ours else "both refuse"] += 1
        elif why:
            seen["refused on purpose: " + why] += 1
        else:
            wrong += 1
            print("package", "accepts" if theirs else "refuses", file)
    print(count, "cases:", dict(seen), wrong, "differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    action, argument, *rest = sys.argv[1:]
    {"goldens": goldens, "compare": compare}[action](argument, int(rest[0]) if rest else 1200 if action == "goldens" else 100_000)
