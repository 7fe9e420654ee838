"""What every sample needs: fonts of Debian packages, a PDF without dates, and Markdown of the same text."""

import re
from pathlib import Path

from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FONTS = Path("/usr/share/fonts")
LIBERATION = FONTS / "truetype/liberation2"
DEJAVU = FONTS / "truetype/dejavu"
CJK_SANS = FONTS / "opentype/noto/NotoSansCJK-Regular.ttc"
CJK_SANS_BOLD = FONTS / "opentype/noto/NotoSansCJK-Bold.ttc"
CJK_SERIF = FONTS / "opentype/noto/NotoSerifCJK-Regular.ttc"
CJK_SIMPLIFIED = 2  # index of the SC face in the collections


def register(name, stem, folder=LIBERATION):
    """Registers a family of four faces with reportlab under `name`."""
    faces = {"": "Regular", "-Bold": "Bold", "-Italic": "Italic", "-BoldItalic": "BoldItalic"}
    for suffix, face in faces.items():
        pdfmetrics.registerFont(TTFont(name + suffix, str(folder / f"{stem}-{face}.ttf")))
    pdfmetrics.registerFontFamily(name, normal=name, bold=name + "-Bold", italic=name + "-Italic",
                                  boldItalic=name + "-BoldItalic")


def register_fonts():
    register("Serif", "LiberationSerif")
    register("Sans", "LiberationSans")
    pdfmetrics.registerFont(TTFont("Mono", str(LIBERATION / "LiberationMono-Regular.ttf")))
    pdfmetrics.registerFont(TTFont("Symbols", str(DEJAVU / "DejaVuSans.ttf")))


def style(name, font, size, leading=None, **more):
    return ParagraphStyle(name, fontName=font, fontSize=size, leading=leading or size * 1.2, **more)


def justified(name, font, size, leading, **more):
    # Soft hyphens in the text are where a word may be broken; reportlab knows no others.
    return style(name, font, size, leading, alignment=TA_JUSTIFY, embeddedHyphenation=1, **more)


def markup(text):
    """Small raised and lowered characters, as typesetters do it; reportlab's own are nearly full size."""
    return text.replace("<super>", '<super size="65%" rise="33%">').replace("<sub>", '<sub size="65%" rise="15%">')


def to_markdown(text):
    """A paragraph's reportlab markup as the Markdown it should become."""
    text = text.replace("\u00ad", "").replace("<br/>", "\n").replace("&amp;", "&")
    text = re.sub(r'<(?:link|a) href="([^"]+)"[^>]*>(.*?)</(?:link|a)>', r"[\2](\1)", text)
    text = text.replace("<super>", "<sup>").replace("</super>", "</sup>")
    text = re.sub(r"</?i>", "*", text)
    text = re.sub(r"</?b>", "**", text)
    return re.sub(r"</?(?:font|para|u)\b[^>]*>", "", text)


def pipe_table(rows):
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


class Truth:
    """The Markdown that a sample should become, written beside it."""

    def __init__(self):
        self.parts = []

    def add(self, text):
        self.parts.append(text.strip("\n"))

    def write(self, name):
        path = SAMPLES / "truth" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(self.parts) + "\n", encoding="utf-8")
