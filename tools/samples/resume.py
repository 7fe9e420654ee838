"""resume.pdf: one page with a side column, dates on the right, bullet points and links."""

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from common import SAMPLES, Truth, register_fonts, style, to_markdown

WIDTH, HEIGHT = A4
SIDE = 58 * mm  # width of the tinted side column
MAIN_LEFT, MAIN_WIDTH = SIDE + 9 * mm, WIDTH - SIDE - 9 * mm - 14 * mm

NAME, ROLE = "Amara Nwosu", "Hydraulic Engineer"
SIDE_PARTS = [
    ("Contact", ["amara.nwosu@example.org", "+44 20 7946 0312", "Bristol, United Kingdom",
                 '<link href="https://example.org/amara">example.org/amara</link>']),
    ("Languages", ["English (first language)", "Igbo (first language)", "Dutch (B2)"]),
    ("Skills", ["HEC-RAS, SOBEK, Delft3D", "Python, QGIS, PostgreSQL", "Site survey and gauging", "Public consultation"]),
    ("Certificates", ["Chartered Engineer (2019)", "Confined space entry (2023)"]),
]
PROFILE = ("Engineer with eleven years in flood protection, from the first sketch to the handover. I like rivers that "
           "are allowed to move, models that a colleague can check, and reports that a mayor can read.")
JOBS = [
    ("Principal Engineer, Avonside Water Partners", "2020 – today", [
        "Led the design of 14 km of set-back embankments on the lower Avon; cost £ 38 million, finished 4 % under budget.",
        "Replaced seven spreadsheets by one tested Python model; the yearly review fell from six weeks to eight days.",
        "Spoke for the project at 23 public meetings.",
    ]),
    ("Hydraulic Engineer, Van Rijn Waterbouw, Delft", "2016 – 2020", [
        "Modelled storm surge barriers in three estuaries with Delft3D.",
        "Wrote the inspection manual that is used for 210 sluices.",
    ]),
    ("Graduate Engineer, Benue River Authority, Makurdi", "2014 – 2016", [
        "Gauged nine stations through two floods; extended the rating curves by 1.8 m.",
    ]),
]
EDUCATION = [
    ("MSc Hydraulic Engineering, IHE Delft", "2014", "Thesis: scour at bridge piers in sand with clay lenses (grade 8.5)."),
    ("BEng Civil Engineering, University of Nigeria, Nsukka", "2011", "First class honours."),
]
PUBLICATION = ("Nwosu, A. and de Wit, H. (2021). <i>Set-back distances for sandy rivers.</i> Journal of River Works, "
               "7(2), 44–59.")

INK, WHITE = (0.13, 0.2, 0.27), (1, 1, 1)
H = style("h", "Sans-Bold", 12, 15, textColor="#1f4e63")
JOB = style("job", "Sans-Bold", 10, 13)
TEXT = style("text", "Sans", 9.5, 12.6)
BULLET = style("bullet", "Sans", 9.5, 12.6, leftIndent=10, bulletIndent=1)
SIDE_H = style("sideh", "Sans-Bold", 11, 15, textColor="#ffffff")
SIDE_TEXT = style("sidetext", "Sans", 8.6, 12.4, textColor="#ffffff")


class _Column:
    """Puts paragraphs one below the other."""

    def __init__(self, canvas, left, width, top):
        self.canvas, self.left, self.width, self.y = canvas, left, width, top

    def put(self, text, look, gap=2, **more):
        paragraph = Paragraph(text, look, **more)
        _, height = paragraph.wrap(self.width, HEIGHT)
        self.y -= height
        paragraph.drawOn(self.canvas, self.left, self.y)
        self.y -= gap


def _side(canvas, truth):
    canvas.setFillColorRGB(0.12, 0.31, 0.39)
    canvas.rect(0, 0, SIDE, HEIGHT, stroke=0, fill=1)
    column = _Column(canvas, 8 * mm, SIDE - 14 * mm, HEIGHT - 52 * mm)
    for heading, lines in SIDE_PARTS:
        column.put(heading, SIDE_H, 3)
        truth.add(f"## {heading}")
        for line in lines:
            column.put(line, SIDE_TEXT)
        truth.add("\n".join(to_markdown(line) for line in lines))
        column.y -= 14


def _entry(column, truth, title, dates):
    column.put(title, JOB, 1)
    column.canvas.setFont("Sans", 9)
    column.canvas.setFillColorRGB(0.35, 0.35, 0.35)
    column.canvas.drawRightString(column.left + column.width, column.y + 4.5, dates)
    truth.add(f"### {title} {dates}")


def _heading(column, truth, text):
    column.y -= 6
    column.put(text, H, 1)
    column.canvas.setStrokeColorRGB(0.12, 0.31, 0.39)
    column.canvas.setLineWidth(0.8)
    column.canvas.line(column.left, column.y, column.left + column.width, column.y)
    column.y -= 5
    truth.add(f"## {text}")


def _main(canvas, truth):
    column = _Column(canvas, MAIN_LEFT, MAIN_WIDTH, HEIGHT - 44 * mm)
    _heading(column, truth, "Profile")
    column.put(PROFILE, TEXT)
    truth.add(PROFILE)
    _heading(column, truth, "Experience")
    for title, dates, points in JOBS:
        _entry(column, truth, title, dates)
        for point in points:
            column.put(point, BULLET, 1.5, bulletText="•")
        truth.add("\n".join(f"- {point}" for point in points))
        column.y -= 6
    _heading(column, truth, "Education")
    for title, year, note in EDUCATION:
        _entry(column, truth, title, year)
        column.put(note, TEXT, 7)
        truth.add(note)
    _heading(column, truth, "Publication")
    column.put(PUBLICATION, TEXT)
    truth.add(to_markdown(PUBLICATION))


def make():
    register_fonts()
    canvas = Canvas(str(SAMPLES / "resume.pdf"), pagesize=A4, invariant=1)
    canvas.setTitle(f"{NAME}: résumé")
    truth = Truth()
    truth.add(f"# {NAME}")
    truth.add(ROLE)
    _side(canvas, truth)
    canvas.setFillColorRGB(*INK)
    canvas.setFont("Sans-Bold", 25)
    canvas.drawString(MAIN_LEFT, HEIGHT - 27 * mm, NAME)
    canvas.setFont("Sans", 13)
    canvas.drawString(MAIN_LEFT, HEIGHT - 35 * mm, ROLE)
    _main(canvas, truth)
    canvas.showPage()
    canvas.save()
    truth.write("resume")


if __name__ == "__main__":
    make()
