"""slide.pdf: one 16:9 slide with a heading, bullet points, a bar chart and a source line."""

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from common import SAMPLES, Truth, register_fonts, style

WIDTH, HEIGHT = 960, 540
TITLE = "Night trains are filling up again"
SUBTITLE = "Passengers on six routes, thousands a year"
POINTS = [
    "All six routes carried more people in 2024 than in 2019",
    "The longest route grew most: 41 % in five years",
    "Berths sold out on 118 of 365 nights",
    "Next step: order 24 sleeping cars by June",
]
YEARS, VALUES = ["2019", "2020", "2021", "2022", "2023", "2024"], [412, 131, 188, 347, 455, 527]
SOURCE, NUMBER = "Source: operator timetables and ticket counts; own calculation", "7"
BRAND = "Tarnhavn Transport Forum 2025"

BLUE, ORANGE, INK = (0.16, 0.35, 0.56), (0.89, 0.5, 0.13), (0.12, 0.14, 0.18)


def _chart(canvas, x, y, width, height):
    top = 600
    canvas.setStrokeGray(0.8)
    canvas.setLineWidth(0.7)
    canvas.setFont("Sans", 12)
    for value in range(0, top + 1, 200):
        level = y + height * value / top
        canvas.line(x, level, x + width, level)
        canvas.setFillGray(0.4)
        canvas.drawRightString(x - 8, level - 4, str(value))
    step = width / len(VALUES)
    for index, (year, value) in enumerate(zip(YEARS, VALUES)):
        canvas.setFillColorRGB(*(ORANGE if year == "2024" else BLUE))
        left = x + index * step + step * 0.18
        canvas.rect(left, y, step * 0.64, height * value / top, stroke=0, fill=1)
        canvas.setFillColorRGB(*INK)
        canvas.setFont("Sans-Bold", 13)
        canvas.drawCentredString(left + step * 0.32, y + height * value / top + 6, str(value))
        canvas.setFont("Sans", 12)
        canvas.drawCentredString(left + step * 0.32, y - 17, year)


def make():
    register_fonts()
    truth = Truth()
    canvas = Canvas(str(SAMPLES / "slide.pdf"), pagesize=(WIDTH, HEIGHT), invariant=1)
    canvas.setTitle(TITLE)
    canvas.setFillColorRGB(*BLUE)
    canvas.rect(0, HEIGHT - 14, WIDTH, 14, stroke=0, fill=1)
    canvas.setFillColorRGB(*INK)
    canvas.setFont("Sans-Bold", 34)
    canvas.drawString(56, HEIGHT - 86, TITLE)
    canvas.setFont("Sans", 19)
    canvas.setFillGray(0.35)
    canvas.drawString(56, HEIGHT - 118, SUBTITLE)
    look = style("point", "Sans", 19, 25, leftIndent=22, bulletFontName="Sans", bulletFontSize=19,
                 bulletColor="#e38021")
    y = HEIGHT - 165
    for point in POINTS:
        paragraph = Paragraph(point, look, bulletText="•")
        _, height = paragraph.wrap(370, HEIGHT)
        y -= height
        paragraph.drawOn(canvas, 56, y)
        y -= 18
    _chart(canvas, 510, 110, 390, 270)
    canvas.setFont("Sans", 11)
    canvas.setFillGray(0.45)
    canvas.drawString(56, 44, SOURCE)
    canvas.drawString(56, 22, BRAND)
    canvas.drawRightString(WIDTH - 56, 22, NUMBER)
    canvas.showPage()
    canvas.save()
    truth.add(f"# {TITLE}")
    truth.add(SUBTITLE)
    truth.add("\n".join(f"- {point}" for point in POINTS))
    truth.add(SOURCE)
    truth.write("slide")


if __name__ == "__main__":
    make()
