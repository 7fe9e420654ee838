"""Whole pages with their layout, drawn at 1036 x 1036 as the protocol asks and shrunk to 392 x 392, which
is what octavo-mini's image processor makes of them (max_pixels 153,664).

The answer is MinerU's layout grammar, one block a line; coordinates are per mille, in steps of 5, since a
thumbnail cannot show more.
"""

import numpy as np
from PIL import Image, ImageDraw

from draw import Artist, Sample
from fonts import font

PAGE, THUMBNAIL, STEP = 1036, 392, 5


class Page:
    def __init__(self, artist):
        self.artist = artist
        self.paper, self.ink = artist.integer(225, 255), artist.integer(0, 80)
        self.picture = Image.new("L", (PAGE, PAGE), self.paper)
        self.pen = ImageDraw.Draw(self.picture)
        self.blocks = []

    def add(self, kind, x0, y0, x1, y1):
        self.blocks.append((kind, x0, y0, x1, y1))

    def words(self, kind, x, y, width, size, bold=False, lines=1, face=None):
        """Text set in `width` from (x, y); -> y below it. The block is the ink's box."""
        face = font(face or self.artist.face(), size)
        text = self.artist.writer.prose(lines * int(width / size * 2.6) + 20)
        pitch, right, count, current = size * 1.3, x, 0, ""
        for word in text.split():
            candidate = f"{current} {word}".strip()
            if face.getlength(candidate) <= width:
                current = candidate
                continue
            self.pen.text((x, y + count * pitch), current, fill=self.ink, font=face, stroke_width=1 if bold else 0)
            right, count, current = max(right, x + face.getlength(current)), count + 1, word
            if count == lines:
                break
        bottom = y + max(count, 1) * pitch - size * 0.15
        self.add(kind, x, y, min(right, x + width), bottom)
        return bottom

    def table(self, x, y, width):
        rows, columns = self.artist.integer(3, 8), self.artist.integer(2, 5)
        size = self.artist.integer(13, 18)
        face, pitch = font(self.artist.face(), size), size * self.artist.uniform(1.6, 2.2)
        full = self.artist.chance(0.6)
        for r in range(rows + 1):
            if full or r in (0, 1, rows):
                self.pen.line((x, y + r * pitch, x + width, y + r * pitch), fill=self.ink)
        for c in range(columns + 1):
            left = x + width * c / columns
            if full:
                self.pen.line((left, y, left, y + rows * pitch), fill=self.ink)
            for r in range(rows if c < columns else 0):
                text = self.artist.writer.number() if c and r else self.artist.writer.word()
                while text and face.getlength(text) > width / columns - 10:
                    text = text[:-1]
                self.pen.text((left + 5, y + r * pitch + pitch * 0.15), text, fill=self.ink, font=face)
        self.add("table", x, y, x + width, y + rows * pitch)
        return y + rows * pitch

    def image(self, x, y, width):
        height = self.artist.integer(90, 260)
        shade = self.artist.integer(90, 220)
        self.pen.rectangle((x, y, x + width, y + height), fill=shade, outline=self.ink)
        for _ in range(self.artist.integer(2, 9)):
            a, b = sorted(self.artist.integer(0, 100) for _ in range(2))
            c, d = sorted(self.artist.integer(0, 100) for _ in range(2))
            box = (x + width * a / 100, y + height * c / 100, x + width * b / 100, y + height * d / 100)
            self.artist.choice_of([self.pen.ellipse, self.pen.rectangle])(box, fill=self.artist.integer(0, 255))
        self.add("image", x, y, x + width, y + height)
        return y + height

    def equation(self, x, y, width):
        size = self.artist.integer(20, 28)
        face = font(self.artist.face(), size)
        w = self.artist.writer
        text = f"{w.choice('xyzabfg')} = {w.choice('abc')}{w.choice('xyz')} + {w.integer(1, 99)} / ({w.choice('nmk')} - {w.integer(1, 9)})"
        length = face.getlength(text)
        if length > width:
            return y
        left = x + (width - length) / 2
        self.pen.text((left, y), text, fill=self.ink, font=face)
        self.add("equation", left, y, left + length, y + size * 1.2)
        return y + size * 1.2

    def answer(self):
        lines = []
        for kind, *box in self.blocks:
            x0, y0, x1, y1 = (min(1000, max(0, round(v * 1000 / PAGE / STEP) * STEP)) for v in box)
            if x1 > x0 and y1 > y0:
                lines.append(f"<|box_start|>{x0:03d} {y0:03d} {x1:03d} {y1:03d}<|box_end|><|ref_start|>{kind}<|ref_end|><|rotate_up|>")
        return "\n".join(lines)


def fill_column(page, artist, x, y, width, bottom, face, size):
    while y < bottom - size * 4:
        kind = artist.rng.random()
        room = int((bottom - y) / (size * 1.3))
        if kind < 0.6:
            y = page.words("text", x, y, width, size, lines=min(room, artist.integer(2, 9)), face=face)
        elif kind < 0.72:
            y = page.words("title", x, y, width, size + artist.integer(3, 9), bold=True, face=face)
        elif kind < 0.82 and bottom - y > 320:
            y = page.table(x, y, width)
        elif kind < 0.92 and bottom - y > 330:
            y = page.image(x, y, width)
            if artist.chance(0.7):
                y = page.words("image_caption", x, y + 8, width * 0.9, size - 2, face=face)
        elif kind < 0.97:
            y = page.equation(x, y, width)
        y += artist.integer(14, 34)


def draw_page(artist: Artist):
    page = Page(artist)
    face, size = artist.face(), artist.integer(17, 26)
    left, right = artist.integer(60, 110), PAGE - artist.integer(60, 110)
    top, bottom = artist.integer(50, 90), PAGE - artist.integer(60, 100)
    if artist.chance(0.4):
        page.words("header", left, top - 30, (right - left) * 0.5, 14, face=face)
    y = top + 10
    if artist.chance(0.5):
        y = page.words("title", left, y, right - left, size + artist.integer(8, 16), bold=True, face=face) + 20
    columns = 2 if artist.chance(0.4) else 1
    gap = artist.integer(28, 50)
    width = (right - left - gap * (columns - 1)) / columns
    for column in range(columns):
        end = bottom if artist.chance(0.7) else bottom - artist.integer(50, 400)
        fill_column(page, artist, left + column * (width + gap), y, width, end, face, size)
    if artist.chance(0.5):
        number = font(face, 15)
        text = str(artist.integer(1, 400))
        page.pen.text((PAGE / 2, PAGE - 45), text, fill=page.ink, font=number)
        page.add("page_number", PAGE / 2, PAGE - 45, PAGE / 2 + number.getlength(text), PAGE - 28)
    thumbnail = page.picture.resize((THUMBNAIL, THUMBNAIL), Image.BICUBIC)
    return Sample(np.repeat(np.asarray(thumbnail)[..., None], 3, 2), "layout", page.answer())
