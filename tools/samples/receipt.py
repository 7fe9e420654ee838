"""receipt.jpg: a till receipt on a table, seen by a phone: perspective, shadow, grain."""

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from common import LIBERATION, SAMPLES, Truth

SEED = 20250211
PAPER_WIDTH, MARGIN, LINE = 660, 46, 31
COLUMNS = 38  # characters a line
PHOTO = (1180, 1700)
# Corners of the receipt in the photo: top left, top right, bottom right, bottom left.
CORNERS = [(236, 96), (894, 132), (968, 1626), (176, 1584)]

SHOP = ["GREEN LANTERN GROCERS", "27 Quay Road, Tarnhavn", "Tel 555 0142   VAT GB 294 5501 78"]
FACTS = [("Receipt", "004-18832"), ("Date", "11/02/2025 17:46"), ("Till", "3  Cashier: Ines")]
ITEMS = [
    ("Rye bread 750 g", 1, 3.40), ("Apples Jonagold kg", 1.284, 2.89), ("Oat milk 1 L", 3, 1.95),
    ("Blue cheese 200 g", 1, 4.75), ("Lentils red 500 g", 2, 1.60), ("Paper bag", 1, 0.15),
]  # fmt: skip
VAT_RATE = 0.05
PAID, THANKS = 30.00, ["Goods may be returned within 14 days", "THANK YOU, COME AGAIN"]


def _row(left, right):
    return left + " " * (COLUMNS - len(left) - len(right)) + right


def _lines():
    """(text, style) from top to bottom; style is one of center, big, row."""
    lines = [(SHOP[0], "big")] + [(text, "center") for text in SHOP[1:]] + [("-" * COLUMNS, "row")]
    lines += [(_row(name + ":", value), "row") for name, value in FACTS] + [("-" * COLUMNS, "row")]
    total = 0
    for name, count, price in ITEMS:
        amount = round(count * price + 1e-9, 2)
        total += amount
        lines.append((_row(name, f"{amount:.2f}"), "row"))
        if count != 1:
            unit = f"{count:.3f} kg" if isinstance(count, float) else str(count)
            lines.append((f"   {unit} x {price:.2f}", "row"))
    vat = total * VAT_RATE / (1 + VAT_RATE)
    lines += [("-" * COLUMNS, "row"), (_row("TOTAL GBP", f"{total:.2f}"), "big"),
              (_row("Cash", f"{PAID:.2f}"), "row"), (_row("Change", f"{PAID - total:.2f}"), "row"),
              (_row("VAT 5 % included", f"{vat:.2f}"), "row"), ("-" * COLUMNS, "row")]
    return lines + [(text, "center") for text in THANKS]


def _paper(lines):
    height = 2 * MARGIN + sum(LINE + 10 if style == "big" else LINE for _, style in lines)
    paper = Image.new("L", (PAPER_WIDTH, height), 243)
    draw = ImageDraw.Draw(paper)
    normal = ImageFont.truetype(str(LIBERATION / "LiberationMono-Regular.ttf"), 24)
    bold = ImageFont.truetype(str(LIBERATION / "LiberationMono-Bold.ttf"), 27)
    y = MARGIN
    for text, style in lines:
        font = bold if style == "big" else normal
        if style == "big" and "TOTAL" in text:
            name, amount = text.rsplit(None, 1)
            draw.text((MARGIN, y), name, font=bold, fill=48)
            draw.text((PAPER_WIDTH - MARGIN - draw.textlength(amount, bold), y), amount, font=bold, fill=48)
        elif style == "row":
            draw.text((MARGIN, y), text, font=font, fill=60)
        else:
            draw.text(((PAPER_WIDTH - draw.textlength(text, font)) / 2, y), text, font=font, fill=52)
        y += LINE + 10 if style == "big" else LINE
    return paper


def _perspective(size, corners):
    """Coefficients that take a point of the photo to a point of the paper (8 unknowns, 4 corners)."""
    w, h = size
    rows, right = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (w, 0), (w, h), (0, h)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return numpy.linalg.solve(numpy.array(rows, float), numpy.array(right, float)).round(12).tolist()


def _table(random):
    """A wooden table: streaks along x."""
    width, height = PHOTO
    streaks = random.normal(0, 1, (height, 12)).cumsum(axis=0)
    streaks = numpy.repeat(streaks - streaks.mean(axis=0), width // 12 + 1, axis=1)[:, :width]
    grain = Image.fromarray(numpy.clip(96 + 1.2 * streaks, 60, 140).astype("uint8")).filter(ImageFilter.GaussianBlur(9))
    return numpy.asarray(grain, float)[:, :, None] * numpy.array([1.0, 0.78, 0.58])


def _light(random):
    """Light from the upper left, a hand's soft shadow across the lower right."""
    width, height = PHOTO
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    light = 1.04 - 0.22 * (x / width) - 0.12 * (y / height)
    edge = (x - 640) * 0.8 + (y - 1180) * 0.6
    return light * (1 - 0.3 / (1 + numpy.exp(-edge / 70)))


def make():
    random = numpy.random.default_rng(SEED)
    lines = _lines()
    paper = _paper(lines)
    coefficients = _perspective(paper.size, CORNERS)
    placed = paper.transform(PHOTO, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC, fillcolor=243)
    mask = Image.new("L", paper.size, 255).transform(PHOTO, Image.Transform.PERSPECTIVE, coefficients,
                                                     Image.Resampling.BILINEAR)
    share = numpy.asarray(mask.filter(ImageFilter.GaussianBlur(0.8)), float)[:, :, None] / 255
    receipt = numpy.asarray(placed.filter(ImageFilter.GaussianBlur(0.7)), float)[:, :, None] * numpy.array([1.0, 0.985, 0.95])
    photo = (receipt * share + _table(random) * (1 - share)) * _light(random)[:, :, None]
    photo += random.normal(0, 4.5, photo.shape)
    image = Image.fromarray(numpy.clip(photo, 0, 255).astype("uint8"))
    image.save(SAMPLES / "receipt.jpg", quality=82, dpi=(72, 72))
    truth = Truth()
    truth.add("\n".join(" ".join(text.split()) for text, _ in lines if not text.startswith("---")))
    truth.write("receipt")


if __name__ == "__main__":
    make()
