"""Pictures with their exact text: lines, paragraphs, tables as OTSL, whole pages with their layout.

Every picture has sides that are multiples of 28 pixels (one merged token) so that the image processor
leaves it alone. A sample is Sample(image uint8 [H, W, 3], task, answer, ctc): `ctc` is the text again when
the picture is one printed line, for the auxiliary loss.
"""

import io
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from fonts import font, font_files
from text import Writer

CELL = 28
MOST_DENSE = 2.4


@dataclass
class Sample:
    image: np.ndarray
    task: str
    answer: str
    ctc: str = ""


def snap(value):
    return max(CELL, round(value / CELL) * CELL)


class Artist:
    """Makes samples. Deterministic for (seed, held_out)."""

    def __init__(self, seed, held_out=False):
        self.writer = Writer(seed, held_out)
        self.rng = np.random.default_rng([seed, 1])
        self.files = font_files()[1 if held_out else 0]

    # ---- ink and paper
    def integer(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def uniform(self, low, high):
        return float(self.rng.uniform(low, high))

    def chance(self, probability):
        return self.rng.random() < probability

    def choice_of(self, items):
        return items[int(self.rng.integers(len(items)))]

    def face(self):
        return self.choice_of(self.files)

    def colours(self):
        paper = self.integer(205, 255)
        ink = self.integer(0, 110) if self.chance(0.9) else self.integer(110, paper - 80)
        return (ink, paper) if self.chance(0.05) else (paper, ink)

    def weather(self, picture, height, width):
        """What scanning does: blur, JPEG, noise, tint; and the final size."""
        picture = picture.resize((width, height), Image.BICUBIC)
        if self.chance(0.2):
            picture = picture.filter(ImageFilter.GaussianBlur(self.uniform(0.2, 0.8)))
        if self.chance(0.08):
            buffer = io.BytesIO()
            picture.save(buffer, "JPEG", quality=self.integer(40, 90))
            picture = Image.open(buffer)
        pixels = np.asarray(picture, np.float32)
        if self.chance(0.3):
            pixels = pixels + self.rng.normal(0, self.uniform(2, 12), pixels.shape).astype(np.float32)
        tint = np.array([self.uniform(0.78, 1) for _ in range(3)], np.float32) if self.chance(0.2) else np.ones(3, np.float32)
        return np.clip(pixels[..., None] * tint, 0, 255).astype(np.uint8)

    # ---- one printed line
    def line(self, max_width=616, tall=0.3):
        while True:
            size = self.integer(14, 44) if self.chance(tall * 1.6) else self.integer(14, 30)
            face = font(self.face(), size)
            text = self.writer.line().strip()
            scale = max(1.0, CELL / (size * 1.25))
            room = min(max_width * 0.97 / scale, self.uniform(0.15, 1.0) * max_width)
            text = self.fit(text, face, room)
            if not text:
                continue
            sample = self.draw_line(text, face, max_width, tall)
            if sample is not None:
                return sample

    def fit(self, text, face, room):
        length = face.getlength(text)
        if length > room:
            text = text[: max(1, int(len(text) * room / length))]
            while len(text) > 1 and face.getlength(text) > room:
                text = text[:-1]
            if " " in text and self.chance(0.85):
                text = text[: text.rfind(" ")]
        return text.strip()

    def draw_line(self, text, face, max_width, tall):
        x0, y0, x1, y1 = face.getbbox(text)
        if x1 - x0 < 3:
            return None
        ascent, descent = face.getmetrics()
        if self.chance(0.7):
            top, bottom = min(self.integer(-2, 4), y0 - 1), max(ascent + descent + self.integer(-2, 4), y1 + 1)
        else:
            top, bottom = y0 - self.integer(1, 5), y1 + self.integer(1, 5)
        left, right = self.integer(1, 8), self.integer(1, 8)
        width, height = x1 - x0 + left + right, bottom - top
        scale = max(1.0, CELL / height)
        # At most MOST_DENSE characters a token: wider print is what a reader of so few parameters can learn.
        stretch = max(1.0, len(text) * CELL / (MOST_DENSE * width * scale))
        out_height, out_width = snap(height * scale), snap(width * scale * stretch)
        if stretch > 1.35:
            return None
        if out_height > 2 * CELL or out_width > max_width or (out_height == 2 * CELL and not self.chance(tall / 0.45)):
            return None
        paper, ink = self.colours()
        picture = Image.new("L", (width, height), paper)
        ImageDraw.Draw(picture).text((left - x0, -top), text, fill=ink, font=face)
        if self.chance(0.25):
            picture = picture.rotate(self.uniform(-1.2, 1.2) * min(1, 200 / width), Image.BILINEAR, fillcolor=paper)
        return Sample(self.weather(picture, out_height, out_width), "text", text, text)

    # ---- a paragraph of several lines; the answer is one line of text
    def wrap(self, text, face, room, count):
        lines, current = [], ""
        for word in text.split():
            candidate = f"{current} {word}".strip()
            if face.getlength(candidate) <= room:
                current = candidate
                continue
            if not current:
                return []
            lines.append(current)
            current = word
            if len(lines) == count:
                break
        return lines

    def paragraph(self, count=None, max_width=448):
        while True:
            size = self.integer(17, 26)
            face = font(self.face(), size)
            wanted = count or 2 + min(self.integer(0, 4), self.integer(0, 4))  # short ones teach where lines go on
            width = self.integer(168, max_width)
            source = self.writer.prose(wanted * 70) if self.chance(0.8) else " ".join(self.writer.line() for _ in range(wanted))
            lines = self.wrap(source, face, width - 12, wanted)
            if len(lines) < wanted:
                continue
            if self.chance(0.6):
                lines[-1] = lines[-1][: max(3, int(len(lines[-1]) * self.uniform(0.2, 1)))].strip() or "a"
            pitch = size * self.uniform(1.15, 1.5)
            height = int(pitch * wanted) + self.integer(4, 10)
            paper, ink = self.integer(215, 255), self.integer(0, 90)
            picture = Image.new("L", (width, height), paper)
            pen, y = ImageDraw.Draw(picture), float(self.integer(1, 4))
            indent = self.integer(8, 24) if self.chance(0.2) and face.getlength(lines[0]) < width - 40 else 6
            for i, text in enumerate(lines):
                pen.text((indent if i == 0 else 6, y), text, fill=ink, font=face)
                y += pitch
            return Sample(self.weather(picture, snap(height), snap(width)), "text", " ".join(lines))
