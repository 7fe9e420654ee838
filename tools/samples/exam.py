"""exam.pdf: questions with options A-D, marks at the right, a figure, and blanks to fill in."""

import math

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from common import SAMPLES, Truth, markup, register_fonts, style, to_markdown

WIDTH, HEIGHT = A4
LEFT, RIGHT = 22 * mm, WIDTH - 22 * mm

SCHOOL, TITLE = "Kestrel Hill Secondary School", "Physics: mid-year examination"
FACTS = "Year 10      Time: 60 minutes      Total: 40 marks"
RULE = "Answer all questions. Use <i>g</i> = 9.8 m/s<super>2</super>. Show your working in Part B."
PART_A = "Part A: choose one answer (3 marks each)"
CHOICES = [
    ("A train moves at a steady 72 km/h. How far does it go in 15 s?",
     ["20 m", "72 m", "300 m", "1080 m"]),
    ("Which of these is a vector?",
     ["energy", "mass", "temperature", "momentum"]),
    ("A force of 12 N acts on a trolley of 3 kg. What is its acceleration when friction takes 3 N?",
     ["1 m/s<super>2</super>", "3 m/s<super>2</super>", "4 m/s<super>2</super>", "5 m/s<super>2</super>"]),
    ("Two resistors of 6 Ω and 3 Ω are joined in parallel. The resistance of the pair is",
     ["2 Ω", "4.5 Ω", "9 Ω", "18 Ω"]),
    ("Sound travels faster in steel than in air because steel is",
     ["denser", "stiffer for its density", "a better conductor of heat", "smoother"]),
    ("A pupil measures the same length five times and takes the mean. This reduces",
     ["the zero error of the ruler", "random errors", "every error", "the need for units"]),
]
PART_B = "Part B: written answers"
WRITTEN = [
    ("The figure shows a block of 2.0 kg at rest on a slope of 30°.", 10, [
        ("Draw and name the three forces that act on the block.", 3),
        ("Calculate the force of friction.", 4),
        ("The slope is made steeper until the block slides. Explain why it moves at one angle and not before.", 3),
    ]),
    ("A ball is thrown straight up and is caught again after 3.0 s.", 8, [
        ("How long does it take to reach the top?", 2),
        ("Calculate the height that it reaches.", 4),
        ("State one thing that you assumed.", 2),
    ]),
]
BLANK = "The unit of electric charge is the ____________ and one of them is an ampere times a ____________. (4 marks)"
FIGURE = "Figure 1: block on a slope"
END = "End of paper"

TEXT = style("text", "Serif", 11, 14.5)
QUESTION = style("question", "Serif", 11, 14.5, leftIndent=8 * mm, bulletFontName="Serif-Bold", bulletFontSize=11)
PART = style("part", "Serif", 11, 14.5, leftIndent=16 * mm, bulletIndent=8 * mm, bulletFontName="Serif",
             bulletFontSize=11)
HEADING = style("heading", "Sans-Bold", 12, 16)


class _Sheet:
    def __init__(self, canvas, truth):
        self.canvas, self.truth, self.y, self.page = canvas, truth, HEIGHT - 20 * mm, 1

    def put(self, text, look, gap=4, width=RIGHT - LEFT, **more):
        paragraph = Paragraph(markup(text), look, **more)
        _, height = paragraph.wrap(width, HEIGHT)
        self.y -= height
        paragraph.drawOn(self.canvas, LEFT, self.y)
        self.y -= gap

    def heading(self, text):
        self.y -= 5
        self.put(text, HEADING, 5)
        self.truth.add(f"## {text}")

    def marks(self, count):
        self.canvas.setFont("Serif", 11)
        self.canvas.drawRightString(RIGHT, self.y + 7.5, f"[{count}]")

    def turn(self):
        self.canvas.setFont("Sans", 8)
        self.canvas.drawCentredString(WIDTH / 2, 12 * mm, f"Page {self.page} of 2")
        self.canvas.showPage()
        self.page, self.y = self.page + 1, HEIGHT - 20 * mm


def _head(sheet):
    sheet.canvas.setFont("Sans", 10)
    sheet.canvas.drawString(LEFT, sheet.y, SCHOOL)
    sheet.canvas.drawRightString(RIGHT, sheet.y, "Name: ______________________")
    sheet.y -= 10 * mm
    sheet.canvas.setFont("Sans-Bold", 16)
    sheet.canvas.drawCentredString(WIDTH / 2, sheet.y, TITLE)
    sheet.y -= 7 * mm
    sheet.canvas.setFont("Serif", 11)
    sheet.canvas.drawCentredString(WIDTH / 2, sheet.y, FACTS)
    sheet.y -= 3 * mm
    sheet.truth.add(f"{SCHOOL} Name:")
    sheet.truth.add(f"# {TITLE}")
    sheet.truth.add(" ".join(FACTS.split()))
    sheet.put(RULE, TEXT)
    sheet.truth.add(to_markdown(RULE))


def _choices(sheet):
    """Short options stand in one row of four, long ones in two rows of two."""
    for number, (question, options) in enumerate(CHOICES, 1):
        sheet.put(question, QUESTION, bulletText=f"{number}.")
        sheet.truth.add(f"{number}. {question}")
        in_row = 4 if max(map(len, options)) < 22 and number != 2 else 2
        for index, option in enumerate(options):
            column = index % in_row
            paragraph = Paragraph(markup(f"{'ABCD'[index]}. {option}"), TEXT)
            paragraph.wrap(60 * mm, 20)
            paragraph.drawOn(sheet.canvas, LEFT + 8 * mm + column * 158 * mm / in_row, sheet.y - 14.5)
            if column == in_row - 1:
                sheet.y -= 17
        sheet.truth.add("\n".join(f"{'ABCD'[i]}. {to_markdown(o)}" for i, o in enumerate(options)))
        sheet.y -= 6


def _slope(sheet):
    canvas, x, y, length = sheet.canvas, LEFT + 40 * mm, sheet.y - 40 * mm, 62 * mm
    rise = length * math.tan(math.radians(30))
    canvas.setLineWidth(1.1)
    path = canvas.beginPath()
    path.moveTo(x, y)
    path.lineTo(x + length, y)
    path.lineTo(x + length, y + rise)
    path.close()
    canvas.drawPath(path)
    canvas.arc(x - 16 * mm, y - 16 * mm, x + 16 * mm, y + 16 * mm, 0, 30)
    canvas.setFont("Serif-Italic", 11)
    canvas.drawString(x + 18 * mm, y + 3.2 * mm, "30°")
    canvas.saveState()
    canvas.translate(x + length * 0.55, y + rise * 0.55)
    canvas.rotate(30)
    canvas.setFillGray(0.82)
    canvas.rect(-8 * mm, 0, 16 * mm, 10 * mm, fill=1)
    canvas.setFillGray(0)
    canvas.drawCentredString(0, 3.4 * mm, "2.0 kg")
    canvas.restoreState()
    sheet.y = y - 6 * mm
    canvas.setFont("Serif", 10)
    canvas.drawCentredString(WIDTH / 2, sheet.y, FIGURE)
    sheet.y -= 3 * mm
    sheet.truth.add(FIGURE)


def _written(sheet):
    for number, (question, marks, parts) in enumerate(WRITTEN, len(CHOICES) + 1):
        sheet.put(f"{question} ({marks} marks)", QUESTION, bulletText=f"{number}.")
        sheet.truth.add(f"{number}. {question} ({marks} marks)")
        if number == len(CHOICES) + 1:
            _slope(sheet)
        for letter, (text, part_marks) in zip("abc", parts):
            sheet.put(text, PART, 4, width=RIGHT - LEFT - 12 * mm, bulletText=f"({letter})")
            sheet.marks(part_marks)
            sheet.truth.add(f"({letter}) {text} [{part_marks}]")
            sheet.y -= 17 * mm
    last = len(CHOICES) + len(WRITTEN) + 1
    sheet.put(BLANK, QUESTION, bulletText=f"{last}.")
    sheet.truth.add(f"{last}. {BLANK}")


def make():
    register_fonts()
    truth = Truth()
    canvas = Canvas(str(SAMPLES / "exam.pdf"), pagesize=A4, invariant=1)
    canvas.setTitle(TITLE)
    sheet = _Sheet(canvas, truth)
    _head(sheet)
    sheet.heading(PART_A)
    _choices(sheet)
    sheet.turn()
    sheet.heading(PART_B)
    _written(sheet)
    canvas.setFont("Sans-Bold", 10)
    canvas.drawCentredString(WIDTH / 2, sheet.y - 8 * mm, END)
    truth.add(END)
    sheet.turn()
    canvas.save()
    truth.write("exam")


if __name__ == "__main__":
    make()
