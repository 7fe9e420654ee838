"""Displayed formulas with their LaTeX: sums of terms with indices, fractions, roots and sums.

A formula is set from boxes as TeX does it, in a few sizes: each box knows its width, how far it goes above and
below the baseline, how to paint itself and its LaTeX.
"""

import functools
from dataclasses import dataclass
from typing import Callable

from PIL import Image, ImageDraw

from draw import Artist, Sample, snap
from fonts import font, font_files, has_glyphs

GREEK = {
    r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\delta": "δ", r"\theta": "θ", r"\lambda": "λ", r"\mu": "μ",
    r"\pi": "π", r"\sigma": "σ", r"\phi": "φ", r"\omega": "ω", r"\Delta": "Δ",
}  # fmt: skip
SIGNS = {"+": "+", "-": "−", r"\times": "×", r"\cdot": "·"}
RELATIONS = {"=": "=", "<": "<", ">": ">", r"\leq": "≤", r"\geq": "≥", r"\approx": "≈"}
FUNCTIONS = ("sin", "cos", "log", "exp", "max")
NEEDED = "".join([*GREEK.values(), *SIGNS.values(), *RELATIONS.values(), "∑√"])
WIDEST, TALLEST = 448, 112
ROOM = 1.15


@dataclass
class Box:
    width: float
    up: float
    down: float
    paint: Callable  # (pen, x, baseline) -> None
    latex: str


class Setter:
    """Sets formulas in one upright and one slanted face of one family."""

    def __init__(self, artist):
        self.artist = artist
        self.upright, self.slanted = artist.choice_of(faces(artist.files is font_files()[1]))
        self.ink = artist.integer(0, 90)

    def text(self, text, latex, size, slanted=False):
        face = font(self.slanted if slanted else self.upright, round(size))
        paint = lambda pen, x, y: pen.text((x, y), text, fill=self.ink, font=face, anchor="ls")
        return Box(face.getlength(text), size * 0.72, size * 0.22, paint, latex)

    def row(self, boxes, gap=0.0, join=""):
        def paint(pen, x, y):
            for box in boxes:
                box.paint(pen, x, y)
                x += box.width + gap

        return Box(sum(b.width for b in boxes) + gap * (len(boxes) - 1), max(b.up for b in boxes),
                   max(b.down for b in boxes), paint, join.join(b.latex for b in boxes))  # fmt: skip

    def atom(self, size):
        kind = self.artist.rng.random()
        if kind < 0.5:
            letter = self.artist.choice_of("abcdefghkmnpqrstuvwxyzABCEFGHKLMNPRSTVXY")
            return self.text(letter, letter, size, slanted=True)
        if kind < 0.75:
            number = str(self.artist.integer(0, 9 if self.artist.chance(0.7) else 99))
            return self.text(number, number, size)
        latex = self.artist.choice_of(list(GREEK))
        return self.text(GREEK[latex], latex, size)

    def scripts(self, size):
        """x^{2}, a_{i}, a_{i}^{2}"""
        base, small = self.atom(size), size * 0.68
        while not base.latex[-1].isalpha():
            base = self.atom(size)
        which = self.artist.integer(0, 4)
        low = self.atom(small) if which in (0, 1, 4) else None
        high = self.atom(small) if which in (2, 3, 4) else None
        width = base.width + 1 + max(b.width for b in (low, high) if b)

        def paint(pen, x, y):
            base.paint(pen, x, y)
            if low:
                low.paint(pen, x + base.width + 1, y + size * 0.26)
            if high:
                high.paint(pen, x + base.width + 1, y - size * 0.42)

        latex = base.latex + (f"_{{{low.latex}}}" if low else "") + (f"^{{{high.latex}}}" if high else "")
        return Box(width, size * (0.95 if high else 0.72), size * (0.42 if low else 0.22), paint, latex)

    def fraction(self, size, depth):
        top, bottom = (self.sum_of_terms(size * 0.85, depth + 1, self.artist.integer(1, 2)) for _ in range(2))
        width, axis = max(top.width, bottom.width) + 6, size * 0.28

        def paint(pen, x, y):
            pen.line((x, y - axis, x + width, y - axis), fill=self.ink, width=max(1, round(size / 22)))
            top.paint(pen, x + (width - top.width) / 2, y - axis - top.down - 2)
            bottom.paint(pen, x + (width - bottom.width) / 2, y - axis + bottom.up + 4)

        return Box(width, axis + top.up + top.down + 2, bottom.up + bottom.down + 4 - axis, paint,
                   rf"\frac{{{top.latex}}}{{{bottom.latex}}}")  # fmt: skip

    def root(self, size, depth):
        inside = self.sum_of_terms(size, depth + 1, self.artist.integer(1, 2))
        hook, line = size * 0.55, max(1, round(size / 22))

        def paint(pen, x, y):
            top, bottom = y - inside.up - 3, y + inside.down
            points = [(x, y - size * 0.25), (x + hook * 0.3, y - size * 0.32), (x + hook * 0.6, bottom), (x + hook, top),
                      (x + hook + inside.width + 3, top)]  # fmt: skip
            pen.line(points, fill=self.ink, width=line)
            inside.paint(pen, x + hook + 2, y)

        return Box(hook + inside.width + 4, inside.up + 4, inside.down, paint, rf"\sqrt{{{inside.latex}}}")

    def summation(self, size):
        sign, small = self.text("∑", r"\sum", size * 1.5), size * 0.6
        low = self.row([self.text("i", "i", small, True), self.text("=", "=", small), self.text(d := str(self.artist.integer(0, 1)), d, small)])
        high = self.text(n := self.artist.choice_of("nNmk"), n, small, True)
        width = max(sign.width, low.width, high.width)

        def paint(pen, x, y):
            for box, lower in ((sign, size * 0.22), (low, size * 1.05), (high, -size * 1.15)):
                box.paint(pen, x + (width - box.width) / 2, y + lower)

        return Box(width + 3, size * 1.65, size * 1.15, paint, rf"\sum_{{{low.latex}}}^{{{high.latex}}}")

    def term(self, size, depth):
        kind = self.artist.rng.random()
        if depth == 0 and kind < 0.22:
            return self.fraction(size, depth)
        if depth < 2 and kind < 0.3:
            return self.root(size, depth)
        if kind < 0.6:
            return self.scripts(size)
        if depth == 0 and kind < 0.66:
            return self.row([self.summation(size), self.scripts(size)], 2, " ")
        if kind < 0.73:
            name = self.artist.choice_of(FUNCTIONS)
            return self.row([self.text(name, "\\" + name, size), self.atom(size)], size * 0.2, " ")
        if kind < 0.8 and depth == 0:
            inside = self.sum_of_terms(size, depth + 1, 2)
            return self.row([self.text("(", "(", size), inside, self.text(")", ")", size)])
        return self.atom(size)

    def sum_of_terms(self, size, depth, count):
        boxes = [self.term(size, depth)]
        for _ in range(count - 1):
            sign = self.artist.choice_of(list(SIGNS))
            boxes += [self.text(SIGNS[sign], sign, size), self.term(size, depth)]
        return self.row(boxes, size * 0.2, " ")

    def equation(self, size):
        left = self.scripts(size) if self.artist.chance(0.5) else self.atom(size)
        relation = self.artist.choice_of(list(RELATIONS) if self.artist.chance(0.3) else ["="])
        right = self.sum_of_terms(size, 0, self.artist.integer(1, 3))
        return self.row([left, self.text(RELATIONS[relation], relation, size), right], size * 0.28, " ")


def slanted_twin(path, able):
    """The italic file of the same family and weight, by the ways in which foundries name it."""
    stem, ending = path.rsplit(".", 1)
    for word in ("Italic", "Oblique", "It", "I"):
        for candidate in (f"{stem.removesuffix('Regular')}{word}.{ending}", f"{stem}{word}.{ending}"):
            if candidate != path and candidate in able:
                return candidate
    return None


@functools.lru_cache(maxsize=2)
def faces(held_out):
    """(upright, slanted) files of the families that have every sign."""
    able = {f for f in font_files()[1 if held_out else 0] if has_glyphs(f, NEEDED)}
    return [(path, twin) for path in sorted(able) if (twin := slanted_twin(path, able))]


def draw_formula(artist: Artist):
    while True:
        setter = Setter(artist)
        box = setter.equation(artist.integer(20, 30))
        margin = artist.integer(3, 9)
        width, height = int(box.width) + 2 * margin, int(box.up + box.down) + 2 * margin
        across, down = snap(width * ROOM), snap(height * ROOM)  # never smaller than it was set
        if across > WIDEST or down > TALLEST:
            continue
        picture = Image.new("L", (width, height), artist.integer(215, 255))
        box.paint(ImageDraw.Draw(picture), margin, margin + box.up)
        return Sample(artist.weather(picture, down, across), "formula", box.latex)
