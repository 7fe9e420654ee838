"""contract.pdf: a service agreement with numbered clauses, a schedule, signatures, and furniture on each page."""

from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

import contract_text as words
from common import SAMPLES, Truth, justified, pipe_table, register_fonts, style, to_markdown

MARGIN = 25 * mm
WIDTH, HEIGHT = A4

NUMBER = dict(bulletFontName="Serif", bulletFontSize=11)
STYLES = {
    "title": style("title", "Serif-Bold", 18, 24, alignment=TA_CENTER, spaceAfter=10),
    "p": justified("p", "Serif", 11, 14, spaceAfter=6),
    "party": justified("party", "Serif", 11, 14, **NUMBER, leftIndent=10 * mm, bulletIndent=2 * mm, spaceAfter=6),
    "h": style("h", "Serif-Bold", 12, 15, spaceBefore=9, spaceAfter=4, keepWithNext=1),
    "clause": justified("clause", "Serif", 11, 14, **NUMBER, leftIndent=12 * mm, bulletIndent=0, spaceAfter=5),
    "sub": justified("sub", "Serif", 11, 14, **NUMBER, leftIndent=20 * mm, bulletIndent=12 * mm, spaceAfter=3),
}


class NumberedCanvas(Canvas):
    """Knows the number of pages when the furniture is drawn: pages are kept back until save()."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self._kept = []

    def showPage(self):  # noqa: N802 (reportlab's name)
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self):
        for state in self._kept:
            self.__dict__.update(state)
            self._furniture(len(self._kept))
            super().showPage()
        super().save()

    def _furniture(self, pages):
        self.setFont("Sans", 8)
        self.setFillGray(0.25)
        self.drawString(MARGIN, HEIGHT - 15 * mm, words.HEADER)
        self.drawRightString(WIDTH - MARGIN, HEIGHT - 15 * mm, "Confidential")
        self.setLineWidth(0.4)
        self.setStrokeGray(0.5)
        self.line(MARGIN, HEIGHT - 17 * mm, WIDTH - MARGIN, HEIGHT - 17 * mm)
        self.drawString(MARGIN, 13 * mm, words.FOOTER)
        self.drawRightString(WIDTH - MARGIN, 13 * mm, f"Page {self._pageNumber} of {pages}")


def _schedule(rows):
    table = Table(rows, colWidths=[14 * mm, 76 * mm, 34 * mm, 36 * mm])
    table.setStyle(TableStyle([
        ("FONT", (0, 0), (-1, 0), "Serif-Bold", 10.5), ("FONT", (0, 1), (-1, -1), "Serif", 10.5),
        ("GRID", (0, 0), (-1, -1), 0.6, "black"), ("ALIGN", (3, 0), (3, -1), "RIGHT"),
        ("BACKGROUND", (0, 0), (-1, 0), (0.92, 0.92, 0.92)), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ]))  # fmt: skip
    return table


def _signatures():
    """Two columns: a line to sign on, and who signs."""
    def side(party):
        lines = [f"Signed for {party['name']}", "", "", "______________________________",
                 f"Name: {party['signer']}", f"Title: {party['role']}", "Date: ____ / ____ / ________"]
        return Paragraph("<br/>".join(lines), STYLES["p"])

    return Table([[side(words.CLIENT), side(words.PROVIDER)]], colWidths=[80 * mm, 80 * mm])


def _clauses(story, truth):
    for number, (heading, clauses) in enumerate(words.CLAUSES, 1):
        story.append(Paragraph(f"{number}. {heading}", STYLES["h"]))
        truth.add(f"## {number}. {heading}")
        for index, clause in enumerate(clauses, 1):
            text, subs = clause if isinstance(clause, tuple) else (clause, [])
            story.append(Paragraph(text, STYLES["clause"], bulletText=f"{number}.{index}"))
            truth.add(f"{number}.{index} {to_markdown(text)}")
            for letter, sub in zip("abcdef", subs):
                story.append(Paragraph(sub, STYLES["sub"], bulletText=f"({letter})"))
                truth.add(f"({letter}) {to_markdown(sub)}")


def make():
    register_fonts()
    truth, story = Truth(), [Paragraph(words.TITLE, STYLES["title"])]
    truth.add(f"# {words.TITLE}")
    for text in words.OPENING:
        story.append(Paragraph(text, STYLES["p"]))
        truth.add(to_markdown(text))
    for number, party in enumerate((words.CLIENT, words.PROVIDER), 1):
        story.append(Paragraph(party["text"], STYLES["party"], bulletText=f"({number})"))
        truth.add(f"({number}) {to_markdown(party['text'])}")
    story.append(Paragraph(words.AGREE, STYLES["p"]))
    truth.add(words.AGREE)
    _clauses(story, truth)
    story += [PageBreak(), Paragraph(words.SCHEDULE_TITLE, STYLES["h"]), Paragraph(words.SCHEDULE_TEXT, STYLES["p"]),
              _schedule(words.SCHEDULE), Spacer(1, 8 * mm), Paragraph(words.SIGNING, STYLES["p"]), Spacer(1, 8 * mm),
              _signatures()]  # fmt: skip
    truth.add(f"## {words.SCHEDULE_TITLE}")
    truth.add(words.SCHEDULE_TEXT)
    truth.add(pipe_table(words.SCHEDULE))
    truth.add(words.SIGNING)
    for party in (words.CLIENT, words.PROVIDER):
        truth.add(f"Signed for {party['name']}\nName: {party['signer']}\nTitle: {party['role']}\nDate:")
    document = SimpleDocTemplate(str(SAMPLES / "contract.pdf"), pagesize=A4, invariant=1, title=words.TITLE,
                                 author="Sample of Octavo", leftMargin=MARGIN, rightMargin=MARGIN,
                                 topMargin=24 * mm, bottomMargin=22 * mm)
    document.build(story, canvasmaker=NumberedCanvas)
    truth.write("contract")


if __name__ == "__main__":
    make()
