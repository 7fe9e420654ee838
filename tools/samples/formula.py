"""Sets a small part of LaTeX on a reportlab canvas: scripts, fractions, roots, sums, Greek.

parse() turns LaTeX into a tree of boxes; a box knows its width, its height above and below the
baseline, and draws itself. Only what the samples use.
"""

import re
from dataclasses import dataclass, field

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "kappa": "κ",
    "lambda": "λ", "mu": "μ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "omega": "ω", "pi": "π",
    "Delta": "Δ", "partial": "∂", "infty": "∞", "cdot": "·", "times": "×", "pm": "±", "le": "≤", "ge": "≥",
    "approx": "≈", "dots": "…", "quad": "  ", "sum": "∑", "int": "∫", "in": "∈",
}  # fmt: skip
BIG = {"sum", "int"}
UPRIGHT = re.compile(r"[0-9()\[\]{}=+\-−,.;:|/ ·×±≤≥≈…∂∞∑∫Δ∈]")
BINARY = {"=", "+", "−", "≈", "≤", "≥", "±", "×", "∈"}
SCRIPT_SCALE = 0.68
RULE = 0.045  # thickness of a fraction bar, of the font size


@dataclass
class Glyphs:
    text: str
    font: str
    size: float
    pad: float = 0

    def __post_init__(self):
        self.width = stringWidth(self.text, self.font, self.size) + 2 * self.pad
        self.up, self.down = 0.72 * self.size, 0.22 * self.size

    def draw(self, canvas, x, y):
        canvas.setFont(self.font, self.size)
        canvas.drawString(x + self.pad, y, self.text)


@dataclass
class Row:
    boxes: list = field(default_factory=list)

    def __post_init__(self):
        self.width = sum(b.width for b in self.boxes)
        self.up = max((b.up for b in self.boxes), default=0)
        self.down = max((b.down for b in self.boxes), default=0)

    def draw(self, canvas, x, y):
        for box in self.boxes:
            box.draw(canvas, x, y)
            x += box.width


@dataclass
class Scripts:
    base: object
    above: object
    below: object
    size: float
    limits: bool

    def __post_init__(self):
        parts = [s for s in (self.above, self.below) if s]
        widest = max(s.width for s in parts)
        self.width = max(self.base.width, widest) if self.limits else self.base.width + widest + 0.06 * self.size
        self.rise = self.base.up + 0.3 * self.size if self.limits else 0.42 * self.size
        self.drop = self.base.down + 0.5 * self.size if self.limits else 0.2 * self.size
        self.up = self.rise + self.above.up if self.above else self.base.up
        self.down = self.drop + self.below.down if self.below else self.base.down

    def draw(self, canvas, x, y):
        middle = x + self.width / 2
        self.base.draw(canvas, middle - self.base.width / 2 if self.limits else x, y)
        for script, dy in ((self.above, self.rise), (self.below, -self.drop)):
            if script:
                script.draw(canvas, middle - script.width / 2 if self.limits else x + self.base.width + 0.04 * self.size,
                            y + dy)


@dataclass
class Fraction:
    top: object
    bottom: object
    size: float

    def __post_init__(self):
        self.width = max(self.top.width, self.bottom.width) + 0.3 * self.size
        self.axis = 0.26 * self.size
        self.up = self.axis + 0.18 * self.size + self.top.down + self.top.up
        self.down = self.bottom.up + self.bottom.down + 0.18 * self.size - self.axis

    def draw(self, canvas, x, y):
        middle, axis = x + self.width / 2, y + self.axis
        self.top.draw(canvas, middle - self.top.width / 2, axis + 0.18 * self.size + self.top.down)
        self.bottom.draw(canvas, middle - self.bottom.width / 2, axis - 0.18 * self.size - self.bottom.up)
        canvas.setLineWidth(RULE * self.size)
        canvas.line(x + 0.08 * self.size, axis, x + self.width - 0.08 * self.size, axis)


@dataclass
class Root:
    inside: object
    size: float

    def __post_init__(self):
        self.sign = 0.62 * self.size
        self.width = self.sign + self.inside.width + 0.1 * self.size
        self.up, self.down = self.inside.up + 0.22 * self.size, self.inside.down

    def draw(self, canvas, x, y):
        bar, foot = y + self.up - 0.08 * self.size, y - self.down
        path = canvas.beginPath()
        path.moveTo(x, y + 0.25 * self.size)
        path.lineTo(x + 0.15 * self.size, y + 0.32 * self.size)
        path.lineTo(x + 0.36 * self.size, foot)
        path.lineTo(x + self.sign - 0.04 * self.size, bar)
        path.lineTo(x + self.width, bar)
        canvas.setLineWidth(RULE * self.size)
        canvas.drawPath(path)
        self.inside.draw(canvas, x + self.sign, y)


class _Parser:
    def __init__(self, latex):
        self.tokens = re.findall(r"\\[A-Za-z]+|\\[,;]|[^\s]", latex)

    def group(self, size):
        if self.tokens[0] == "{":
            self.tokens.pop(0)
            return self.row(size)
        return self.atom(size)

    def row(self, size):
        boxes = []
        while self.tokens and self.tokens[0] != "}":
            boxes.append(self.scripted(size))
        if self.tokens:
            self.tokens.pop(0)
        return Row(boxes)

    def scripted(self, size):
        big = self.tokens[0].lstrip("\\") in BIG
        base = self.atom(size)
        above = below = None
        while self.tokens and self.tokens[0] in "^_":
            if self.tokens.pop(0) == "^":
                above = self.group(size * SCRIPT_SCALE)
            else:
                below = self.group(size * SCRIPT_SCALE)
        return Scripts(base, above, below, size, limits=big) if above or below else base

    def atom(self, size):
        token = self.tokens.pop(0)
        if token == "\\frac":
            return Fraction(self.group(size), self.group(size), size)
        if token == "\\sqrt":
            return Root(self.group(size), size)
        if token == "\\mathrm":
            assert self.tokens.pop(0) == "{"
            letters = ""
            while (letter := self.tokens.pop(0)) != "}":
                letters += letter
            return Glyphs(letters, "Serif", size)
        if token in ("\\,", "\\;"):
            return Glyphs(" ", "Serif", size * 0.6)
        name = token.lstrip("\\")
        text = {"-": "−"}.get(token) or SYMBOLS.get(name, token)
        if name in BIG:
            return Glyphs(text, "Symbols", size * 1.35)
        font = "Serif" if UPRIGHT.fullmatch(text) else "Serif-Italic"
        return Glyphs(text, font, size, pad=0.22 * size if text in BINARY else 0.02 * size)


def parse(latex, size):
    return _Parser(latex).row(size)


class DisplayFormula(Flowable):
    """A formula in the middle of its column, with its number at the right edge."""

    def __init__(self, latex, number, size=10):
        super().__init__()
        self.row, self.number, self.size = parse(latex, size), number, size
        self.spaceBefore = self.spaceAfter = 5

    def wrap(self, width, height):
        self.width, self.height = width, self.row.up + self.row.down
        return self.width, self.height

    def draw(self):
        number = Glyphs(f"({self.number})", "Serif", self.size)
        left = (self.width - number.width - self.row.width) / 2
        self.row.draw(self.canv, max(0, left), self.row.down)
        number.draw(self.canv, self.width - number.width, self.row.down)
