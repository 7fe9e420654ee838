#!/usr/bin/env python3
"""Makes the pictures of text that the OCR tests read: tests/fixtures/ocr/*.png.

Needs Pillow and the fonts DejaVu Serif and Noto Sans CJK (both are in ./dev setup). The text is ours.
Usage: make_ocr_pictures.py [FOLDER]
"""
import pathlib
import sys

from PIL import Image, ImageDraw, ImageFont

ENGLISH = [
    "The ferry to the island leaves at nine,",
    "and the last one back sails at 17:45.",
    "Tickets cost 12.50 on weekdays.",
]
CHINESE = ["渡船每天上午九点开往小岛，", "最后一班下午五点返回。票价十二元。"]
SERIF = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
POINTS = 11
LEADING = 1.6  # line pitch, of the size
MARGIN = 0.15  # inches


def paragraph(lines, font_path, dpi):
    size = POINTS * dpi / 72
    font = ImageFont.truetype(font_path, round(size))
    margin = round(MARGIN * dpi)
    width = max(round(font.getlength(line)) for line in lines) + 2 * margin
    height = round(len(lines) * LEADING * size) + 2 * margin
    page = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(page)
    for i, line in enumerate(lines):
        draw.text((margin, margin + round(i * LEADING * size)), line, font=font, fill=20)
    return page


def column(text, font_path, dpi):
    """Chinese written downwards."""
    size = round(POINTS * dpi / 72)
    font = ImageFont.truetype(font_path, size)
    page = Image.new("L", (size * 3, round(size * 1.1 * len(text)) + 2 * size), 255)
    draw = ImageDraw.Draw(page)
    for i, character in enumerate(text):
        draw.text((size, size + round(i * size * 1.1)), character, font=font, fill=20)
    return page


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "tests/fixtures/ocr"
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {f"english_{dpi}": (paragraph(ENGLISH, SERIF, dpi), dpi) for dpi in (100, 150, 200)}
    upright = pictures["english_150"][0]
    for degrees in (90, 180, 270):  # clockwise
        pictures[f"english_turned_{degrees}"] = (upright.rotate(-degrees, expand=True), 150)
    askew = Image.new("L", (upright.width + 40, upright.height + 80), 255)
    askew.paste(upright, (20, 40))
    pictures["english_askew"] = (askew.rotate(-3, Image.BICUBIC, fillcolor=255), 150)
    one_over = Image.new("L", (upright.width, upright.height + 60), 255)
    one_over.paste(upright, (0, 0))
    one_over.paste(paragraph(["Read me from the other side."], SERIF, 150).rotate(180), (40, upright.height - 10))
    pictures["english_one_over"] = (one_over, 150)
    pictures["chinese_150"] = (paragraph(CHINESE, CJK, 150), 150)
    pictures["chinese_down"] = (column("渡船每天上午九点开往小岛", CJK, 150), 150)
    for name, (picture, dpi) in pictures.items():
        picture.quantize(16).save(folder / f"{name}.png", optimize=True, dpi=(dpi, dpi))


if __name__ == "__main__":
    main()
