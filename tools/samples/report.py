"""report.pdf: a paper in two columns with formulas, a table, a wide figure, a footnote and references."""

import math

from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import (BaseDocTemplate, Flowable, Frame, FrameBreak, NextPageTemplate, PageTemplate,
                                Paragraph, Table, TableStyle)

import report_text as words
from common import SAMPLES, Truth, justified, markup, pipe_table, register_fonts, style, to_markdown
from formula import DisplayFormula

MARGIN, GUTTER = 18 * mm, 7 * mm
WIDTH, HEIGHT = A4
COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2
TITLE_HEIGHT, FIGURE_HEIGHT, NOTE_HEIGHT = 62 * mm, 68 * mm, 12 * mm

BODY = justified("body", "Serif", 9.6, 11.8, spaceAfter=3, firstLineIndent=10)
FIRST = justified("first", "Serif", 9.6, 11.8, spaceAfter=3)
STYLES = {
    "title": style("title", "Serif-Bold", 17, 20, alignment=TA_CENTER, spaceAfter=6),
    "authors": style("authors", "Serif", 11, 14, alignment=TA_CENTER),
    "place": style("place", "Serif-Italic", 9, 11, alignment=TA_CENTER, spaceAfter=6),
    "abstract": justified("abstract", "Serif", 9, 11, leftIndent=12 * mm, rightIndent=12 * mm),
    "h1": style("h1", "Serif-Bold", 12, 15, spaceBefore=7, spaceAfter=3, keepWithNext=1),
    "h2": style("h2", "Serif-BoldItalic", 10.5, 13, spaceBefore=4, spaceAfter=2, keepWithNext=1),
    "caption": justified("caption", "Serif", 8.4, 10, spaceBefore=3, spaceAfter=6),
    "bullet": justified("bullet", "Serif", 9.6, 11.8, leftIndent=12, bulletIndent=2, spaceAfter=2),
    "reference": style("reference", "Serif", 8.6, 10.4, leftIndent=16, firstLineIndent=-16, spaceAfter=2),
    "note": style("note", "Serif", 8, 9.6),
}


class Plot(Flowable):
    """Measured points and two fitted curves over a year, drawn as vectors over both columns."""

    def wrap(self, width, height):
        self.width, self.height = width, 50 * mm
        return self.width, self.height

    def _axes(self, x0, y0, w, h):
        self.canv.setLineWidth(0.6)
        self.canv.rect(x0, y0, w, h)
        self.canv.setFont("Sans", 7)
        for month in range(0, 13, 2):
            x = x0 + w * month / 12
            self.canv.line(x, y0, x, y0 + 2)
            self.canv.drawCentredString(x, y0 - 9, str(month))
        for value in range(-10, 11, 5):
            y = y0 + h * (value + 12) / 24
            self.canv.line(x0, y, x0 + 2, y)
            self.canv.drawRightString(x0 - 3, y - 2.5, str(value).replace("-", "−"))
        self.canv.drawCentredString(x0 + w / 2, y0 - 19, "months since 1 January")
        self.canv.saveState()
        self.canv.translate(x0 - 22, y0 + h / 2)
        self.canv.rotate(90)
        self.canv.drawCentredString(0, 0, "heat flux (W/m²)")
        self.canv.restoreState()

    def _curve(self, x0, y0, w, h, amplitude, phase, color, dash):
        path = self.canv.beginPath()
        for step in range(121):
            value = amplitude * math.sin(2 * math.pi * (step / 120 - phase))
            x, y = x0 + w * step / 120, y0 + h * (value + 12) / 24
            path.lineTo(x, y) if step else path.moveTo(x, y)
        self.canv.setStrokeColorRGB(*color)
        self.canv.setDash(*dash)
        self.canv.setLineWidth(1.2)
        self.canv.drawPath(path)
        self.canv.setDash()

    def draw(self):
        gap, y0, h = 14 * mm, 9 * mm, self.height - 10 * mm
        w = (self.width - 2 * gap) / 2
        for panel, (name, amplitude, phase) in enumerate([("meadow", 8.1, 0.27), ("forest", 4.4, 0.33)]):
            x0 = gap * 0.8 + panel * (w + gap)
            self.canv.setStrokeColorRGB(0, 0, 0)
            self._axes(x0, y0, w, h)
            self._curve(x0, y0, w, h, amplitude * 0.93, phase + 0.01, (0.75, 0.2, 0.15), (3, 2))
            self._curve(x0, y0, w, h, amplitude, phase, (0.1, 0.3, 0.65), ())
            self.canv.setFillColorRGB(0.1, 0.1, 0.1)
            for point in range(24):
                noise = 0.6 * math.sin(point * 12.9898 + panel * 4.1)
                value = amplitude * math.sin(2 * math.pi * (point / 24 - phase)) + noise
                self.canv.circle(x0 + w * point / 24, y0 + h * (value + 12) / 24, 1.3, stroke=0, fill=1)
            self.canv.setFont("Sans-Bold", 8)
            self.canv.drawString(x0 + 5, y0 + h - 11, name)
            self.canv.setStrokeColorRGB(0, 0, 0)


def _furniture(canvas, page):
    canvas.setFont("Serif-Italic", 8.5)
    if page > 1:
        canvas.drawString(MARGIN, HEIGHT - 12 * mm, words.RUNNING_HEAD)
    canvas.setFont("Serif", 9)
    canvas.drawCentredString(WIDTH / 2, 10 * mm, str(page))


def _first_page(canvas, document):
    _furniture(canvas, 1)
    canvas.setLineWidth(0.5)
    top = MARGIN + NOTE_HEIGHT - 2 * mm
    canvas.line(MARGIN, top, MARGIN + COLUMN / 3, top)
    note = Paragraph(markup(f"<super>1</super>{words.FOOTNOTE}"), STYLES["note"])
    note.wrap(COLUMN, NOTE_HEIGHT)
    note.drawOn(canvas, MARGIN, top - 2 * mm - note.height)


def _figure_page(canvas, document):
    """The figure stands over both columns; the text flows on below it."""
    _furniture(canvas, document.page)
    top = HEIGHT - MARGIN
    for flowable in (Plot(), Paragraph(markup(words.FIGURE_CAPTION), STYLES["caption"])):
        _, height = flowable.wrapOn(canvas, WIDTH - 2 * MARGIN, FIGURE_HEIGHT)
        top -= height
        flowable.drawOn(canvas, MARGIN, top)
        top -= STYLES["caption"].spaceBefore


def _frame(column, bottom, top):
    x = MARGIN + column * (COLUMN + GUTTER)
    return Frame(x, bottom, COLUMN, top - bottom, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def _templates():
    wide = dict(leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    top = HEIGHT - MARGIN
    title = Frame(MARGIN, top - TITLE_HEIGHT, WIDTH - 2 * MARGIN, TITLE_HEIGHT, **wide)
    return [
        PageTemplate("first", [title, _frame(0, MARGIN + NOTE_HEIGHT, top - TITLE_HEIGHT),
                               _frame(1, MARGIN, top - TITLE_HEIGHT)], onPage=_first_page),
        PageTemplate("figure", [_frame(0, MARGIN, top - FIGURE_HEIGHT), _frame(1, MARGIN, top - FIGURE_HEIGHT)],
                     onPage=_figure_page),
        PageTemplate("plain", [_frame(0, MARGIN, top), _frame(1, MARGIN, top)],
                     onPage=lambda canvas, document: _furniture(canvas, document.page)),
    ]  # fmt: skip


def _booktabs(rows):
    table = Table(rows, colWidths=[COLUMN * share for share in (0.31, 0.17, 0.17, 0.17, 0.18)], rowHeights=12.5, spaceAfter=7)
    table.setStyle(TableStyle([
        ("FONT", (0, 0), (-1, 0), "Serif-Bold", 8.6), ("FONT", (0, 1), (-1, -1), "Serif", 8.6),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"), ("LINEABOVE", (0, 0), (-1, 0), 0.9, "black"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"), ("LINEBELOW", (0, -1), (-1, -1), 0.9, "black"),
        ("LEFTPADDING", (0, 0), (0, -1), 1), ("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]))  # fmt: skip
    return table


class _Writer:
    """Adds the same content to the story and to the truth."""

    def __init__(self):
        self.story, self.truth, self.after_heading = [], Truth(), True

    def put(self, kind, text, prefix="", **more):
        self.story.append(Paragraph(markup(text), STYLES[kind], **more))
        self.truth.add(prefix + to_markdown(text))

    def item(self, kind, content):
        if kind in ("h1", "h2"):
            self.put(kind, content, "## " if kind == "h1" else "### ")
            self.after_heading = True
            return
        if kind == "p":
            self.story.append(Paragraph(markup(content), FIRST if self.after_heading else BODY))
            self.truth.add(to_markdown(content))
        elif kind == "formula":
            latex, number = content
            self.story.append(DisplayFormula(latex, number))
            self.truth.add(f"$$\n{latex} \\tag{{{number}}}\n$$")
        elif kind == "bullets":
            self.story += [Paragraph(markup(text), STYLES["bullet"], bulletText="•") for text in content]
            self.truth.add("\n".join("- " + to_markdown(text) for text in content))
        elif kind == "table":
            caption, rows = content
            self.put("caption", caption)
            self.story.append(_booktabs(rows))
            self.truth.add(pipe_table(rows))
        elif kind == "references":
            for number, text in enumerate(content, 1):
                self.put("reference", f"[{number}]&nbsp;{text}".replace("&nbsp;", " "))
        self.after_heading = kind in ("formula", "table")


def _front(writer):
    writer.put("title", words.TITLE, "# ")
    writer.put("authors", words.AUTHORS)
    writer.put("place", words.PLACE)
    writer.put("abstract", f"<b>Abstract.</b> {words.ABSTRACT}")
    writer.story += [FrameBreak(), NextPageTemplate("figure")]


def make():
    register_fonts()
    writer = _Writer()
    _front(writer)
    for kind, content in words.BEFORE_FIGURE:
        writer.item(kind, content)
    writer.truth.add(to_markdown(words.FOOTNOTE))
    writer.truth.add(to_markdown(words.FIGURE_CAPTION))
    for kind, content in words.AFTER_FIGURE:
        writer.item(kind, content)
        if kind == "bullets":  # on the second page by now
            writer.story.append(NextPageTemplate("plain"))
    document = BaseDocTemplate(str(SAMPLES / "report.pdf"), pagesize=A4, invariant=1, pageTemplates=_templates(),
                               title=words.TITLE, author="M. Lindqvist, C. Okafor", subject="Sample of Octavo")
    document.build(writer.story)
    writer.truth.write("report")


if __name__ == "__main__":
    make()
