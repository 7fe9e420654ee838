"""Text for the pictures: public-domain and permissive sources, and templates of our own.

Paragraphs are held out by hash, so that a held-out sentence was never seen in training. Sources (Debian
packages): wordnet-base (WordNet licence), bible-kjv-text (public domain), wamerican (public-domain word
list); Newton's Opticks (public domain). English only; characters are printable ASCII.
"""

import functools
import hashlib
import re
import string
import subprocess

import numpy as np

OPTICKS = "/usr/local/go/src/testdata/Isaac.Newton-Opticks.txt"
HELD_OUT = 40  # one paragraph in so many
PRINTABLE = string.ascii_letters + string.digits + string.punctuation


def clean(text):
    text = re.sub(r"[^\x20-\x7e]+", " ", text)
    return re.sub(r"\s+", " ", re.sub(r"([^\w\s])\1{2,}", r"\1", text)).strip()


def wordnet():
    for kind in ("noun", "verb", "adj", "adv"):
        try:
            with open(f"/usr/share/wordnet/data.{kind}", encoding="latin-1") as file:
                for line in file:
                    if not line.startswith("  ") and "|" in line:
                        yield line.split("|", 1)[1]
        except FileNotFoundError:
            return


def scripture():
    try:
        out = subprocess.run(["bible", "-f", "Gen1:1-Rev22:21"], capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        return
    for line in out.splitlines():
        yield re.sub(r"^\S+ ", "", line)


def opticks():
    try:
        with open(OPTICKS, encoding="utf-8", errors="ignore") as file:
            yield from re.split(r"\n\s*\n", file.read())
    except FileNotFoundError:
        return


@functools.lru_cache(maxsize=1)
def paragraphs():
    """(training, held out)"""
    training, held = [], []
    for source in (wordnet, scripture, opticks):
        for raw in source():
            paragraph = clean(raw)
            letters = sum(c.isalpha() or c == " " for c in paragraph)
            if len(paragraph) < 30 or letters < 0.75 * len(paragraph):
                continue
            held_out = int(hashlib.md5(paragraph.encode()).hexdigest(), 16) % HELD_OUT == 0
            (held if held_out else training).append(paragraph)
    if not training:
        raise SystemExit("no text: install wordnet-base bible-kjv-text wamerican")
    return training, held


@functools.lru_cache(maxsize=1)
def words():
    with open("/usr/share/dict/words", encoding="utf-8") as file:
        return [w.strip() for w in file if w.strip().isascii()]


class Writer:
    """An endless source of words in the manner of documents. Deterministic for a seed."""

    def __init__(self, seed, held_out=False):
        self.rng = np.random.default_rng(seed)
        self.paragraphs = paragraphs()[1 if held_out else 0]

    def integer(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def choice(self, items):
        return items[int(self.rng.integers(len(items)))]

    def number(self):
        r = self.rng
        digits = self.integer(1, 7)
        forms = (
            lambda: str(self.integer(0, 10**digits)),
            lambda: f"{r.random() * 10 ** self.integer(0, 5):,.{self.integer(1, 3)}f}",
            lambda: f"${r.random() * 10 ** self.integer(1, 5):,.2f}",
            lambda: f"{self.integer(1, 31):02d}{(s := self.choice('/-.'))}{self.integer(1, 12):02d}{s}{self.integer(1950, 2030)}",
            lambda: f"{self.integer(0, 23)}:{self.integer(0, 59):02d}",
            lambda: f"{r.random() * 100:.{self.integer(0, 2)}f}%",
            lambda: f"({self.integer(200, 999)}) {self.integer(100, 999)}-{self.integer(1000, 9999)}",
            lambda: self.choice(["Fig.", "Table", "No.", "Eq.", "Sec.", "p.", "Chapter"]) + f" {self.integer(1, 40)}",
            lambda: "".join(self.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(self.integer(3, 10))),
        )
        return self.choice(forms)()

    def word(self):
        word, style = self.choice(words()), self.rng.random()
        word = word.upper() if style < 0.12 else word.capitalize() if style < 0.4 else word
        if self.rng.random() < 0.15:
            word += self.choice(",.;:!?")
        if self.rng.random() < 0.04:
            word = self.choice(["(%s)", '"%s"', "'%s'", "[%s]"]) % word
        return word

    def prose(self, length):
        """Words from the middle of a paragraph, continued with others until `length` characters."""
        paragraph = self.choice(self.paragraphs)
        start = paragraph.find(" ", self.integer(0, len(paragraph) - 1)) + 1 if self.rng.random() < 0.7 else 0
        text = paragraph[start:]
        while len(text) < length:
            text += " " + self.choice(self.paragraphs)
        return text

    def line(self, length=100):
        kind = self.rng.random()
        if kind < 0.65:
            return self.prose(length)[:length]
        if kind < 0.80:
            return " ".join(self.word() for _ in range(16))[:length]
        if kind < 0.94:
            return " ".join(self.number() if self.rng.random() < 0.7 else self.choice(words()) for _ in range(12))[:length]
        return " ".join(
            "".join(self.choice(PRINTABLE) for _ in range(self.integer(1, 9))) for _ in range(12))[:length]
