"""Strings for comparing tokenizers, the same ones as tests/engine/tokenizer_strings.h makes: both read
tests/golden/engine/tokenizer_strings.json and draw from the same random numbers (splitmix64)."""

import json
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[2] / "tests/golden/engine"
MASK = 2**64 - 1


class Random:
    def __init__(self, seed):
        self.state = seed & MASK

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (z ^ (z >> 31)) % bound


def utf8(code):
    return chr(0xFFFD if 0xD800 <= code <= 0xDFFF else code).encode()


class Strings:
    def __init__(self):
        self.kinds = json.loads((GOLDEN / "tokenizer_strings.json").read_text(encoding="utf-8"))["kinds"]

    def part(self, kind, block, random):
        ranges, words = kind["ranges"], kind["words"]
        if words:
            return words[random.below(len(words))].encode()
        if ranges:
            first, last = ranges[random.below(len(ranges))]
            return utf8(first + random.below(last - first + 1))
        if kind["name"] == "bytes":
            return bytes([random.below(256)])
        return utf8(block + random.below(128))  # "block"

    def make(self, random):
        """The bytes of a string; they may be no valid UTF-8."""
        kind = self.kinds[random.below(len(self.kinds))]
        block = 128 * random.below(0x110000 // 128)
        out = b""
        for _ in range(1 + random.below(kind["longest"])):
            chosen = kind
            while chosen["name"] == "mixed":
                chosen = self.kinds[random.below(len(self.kinds))]
            out += self.part(chosen, block, random)
        return out
