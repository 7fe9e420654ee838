"""Tables with their OTSL: ruled, half-ruled and unruled, with header groups and row groups."""

from PIL import Image, ImageDraw

from draw import CELL, Artist, Sample, snap
from fonts import font

MOST_PIXELS = 448 * 336  # keeps a table under 200 merged tokens


def cell_text(artist):
    kind = artist.rng.random()
    if kind < 0.45:
        return artist.writer.number()[:9]
    if kind < 0.9:
        return " ".join(artist.writer.word().strip('.,;:!?()"[]') for _ in range(artist.integer(1, 2)))[:14].strip()
    return ""


def make_grid(artist, rows, columns):
    """grid[r][c] = (tag, text): fcel/ecel at a cell's origin, lcel/ucel/xcel where a span covers."""
    grid = [[None] * columns for _ in range(rows)]

    def span(r, c, height, width, text):
        for i in range(height):
            for j in range(width):
                tag = "xcel" if i and j else "ucel" if i else "lcel" if j else ("fcel" if text else "ecel")
                grid[r + i][c + j] = (tag, text if not (i or j) else "")

    if artist.chance(0.35) and columns >= 3:  # a header over several columns
        width = artist.integer(2, columns - 1)
        span(0, artist.integer(0, columns - width), 1, width, artist.writer.word()[:12] or "Total")
    if artist.chance(0.25) and rows >= 3:  # a label for several rows
        height = artist.integer(2, min(3, rows - 1))
        row = artist.integer(1, rows - height)
        if all(grid[row + i][0] is None for i in range(height)):
            span(row, 0, height, 1, artist.writer.word()[:10] or "Group")
    for r in range(rows):
        for c in range(columns):
            if grid[r][c] is None:
                text = cell_text(artist)
                if not text and (r == 0 or c == 0):
                    text = artist.writer.word()[:10]
                grid[r][c] = ("fcel" if text else "ecel", text)
    return grid


def otsl(grid):
    return "".join("".join(f"<{tag}>{text}" for tag, text in row) + "<nl>" for row in grid)


def extent(grid, r, c):
    """Rows and columns that the cell with its origin at (r, c) covers."""
    width = height = 1
    while c + width < len(grid[r]) and grid[r][c + width][0] in ("lcel", "xcel") and grid[r][c][0] in ("fcel", "ecel"):
        width += 1
    while r + height < len(grid) and grid[r + height][c][0] == "ucel":
        height += 1
    return height, width


def draw_table(artist: Artist, rows=None, columns=None):
    while True:
        n, m = rows or artist.integer(2, 6), columns or artist.integer(2, 5)
        grid = make_grid(artist, n, m)
        size = artist.integer(15, 20)
        face = font(artist.face(), size)
        pad_x, pad_y = artist.integer(5, 12), artist.integer(3, 7)
        widths = [
            max([face.getlength(grid[r][c][1]) for r in range(n) if extent(grid, r, c)[1] == 1] + [24]) + 2 * pad_x
            for c in range(m)
        ]
        for r in range(n):
            for c in range(m):
                _, across = extent(grid, r, c)
                lacking = face.getlength(grid[r][c][1]) + 2 * pad_x - sum(widths[c : c + across])
                if grid[r][c][1] and lacking > 0:
                    widths[c + across - 1] += lacking
        pitch = size * 1.3 + 2 * pad_y
        margin = artist.integer(3, 10)
        width, height = int(sum(widths)) + 2 * margin, int(pitch * n) + 2 * margin
        scale = max(1.0, CELL / (size * 1.5))
        if snap(width * scale) * snap(height * scale) > MOST_PIXELS:
            continue
        paper, ink = artist.integer(215, 255), artist.integer(0, 90)
        picture = Image.new("L", (width, height), paper)
        pen = ImageDraw.Draw(picture)
        xs = [margin + sum(widths[:c]) for c in range(m + 1)]
        ys = [margin + pitch * r for r in range(n + 1)]
        paint(artist, pen, grid, xs, ys, face, size, ink, pad_x)
        return Sample(artist.weather(picture, snap(height * scale), snap(width * scale)), "table", otsl(grid))


def paint(artist, pen, grid, xs, ys, face, size, ink, pad_x):
    style = artist.rng.random()  # full grid, horizontal only, top-middle-bottom, none
    line = artist.integer(ink, 150)
    align = artist.choice_of(["left", "center", "mixed"])
    rows, columns = len(grid), len(grid[0])
    for r in range(rows):
        for c in range(columns):
            tag, text = grid[r][c]
            if tag not in ("fcel", "ecel"):
                continue
            down, across = extent(grid, r, c)
            box = (xs[c], ys[r], xs[c + across], ys[r + down])
            if style < 0.5:
                pen.rectangle(box, outline=line)
            elif style < 0.75:
                pen.line((box[0], box[3], box[2], box[3]), fill=line)
            if not text:
                continue
            length = face.getlength(text)
            how = ("left" if c == 0 else "right") if align == "mixed" else align
            x = {"left": box[0] + pad_x, "center": (box[0] + box[2] - length) / 2, "right": box[2] - pad_x - length}[how]
            pen.text((x, (box[1] + box[3]) / 2 - size * 0.62), text, fill=ink, font=face)
    if 0.5 <= style < 0.9:
        for y in (ys[0], ys[1], ys[-1]):
            pen.line((xs[0], y, xs[-1], y), fill=ink, width=2)
