"""Draws the speed of octavo and its peers as an SVG, by hand: seconds a page on a logarithmic axis."""

import math
from html import escape

ROW, LEFT, WIDTH, TOP = 26, 250, 760, 56
OURS, PEER, GRAY = "#1f5f99", "#d98a2b", "#777"


def _label(name):
    return name.split("/", 1)[1]


def _groups(result):
    return [("Born-digital pages (peer: pymupdf4llm)", result["text"]), ("Pages read by OCR (peer: RapidOCR)", result["ocr"])]


class _Axis:
    def __init__(self, values):
        self.low, self.high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def x(self, seconds):
        return LEFT + (math.log10(seconds) - self.low) / (self.high - self.low) * (WIDTH - LEFT - 30)

    def ticks(self):
        return [10.0**power for power in range(self.low, self.high + 1)]


def write(path, result):
    groups = _groups(result)
    rows = [r for _, group in groups for r in group]
    values = [r[key] / r["pages"] for r in rows for key in ("seconds", "peer_seconds") if r[key]]
    axis = _Axis(values)
    height = TOP + ROW * (len(rows) + len(groups)) + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
           '<text x="14" y="20" font-size="15" font-weight="bold">Seconds a page (less is better, logarithmic)</text>',
           f'<text x="14" y="38" fill="{GRAY}">{escape(result["machine"]["cpu"])}, {result["threads"]} threads; '
           f'<tspan fill="{OURS}">● octavo (text: whole process, OCR: warm)</tspan>  <tspan fill="{PEER}">● peer, warm call</tspan></text>']
    for tick in axis.ticks():
        x = axis.x(tick)
        out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{height - 24}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle" fill="{GRAY}">{tick:g} s</text>')
    y = TOP + 8
    for title, group in groups:
        out.append(f'<text x="14" y="{y + 10}" font-weight="bold">{escape(title)}</text>')
        y += ROW
        for row in group:
            out.append(f'<text x="{LEFT - 10}" y="{y + 10}" text-anchor="end">{escape(_label(row["file"]))}</text>')
            out += _dots(axis, row, y + 6)
            y += ROW
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([*out, "</svg>"]) + "\n", encoding="utf-8")


def _dots(axis, row, y):
    ours = axis.x(row["seconds"] / row["pages"])
    if row["peer_seconds"]:
        peer = axis.x(row["peer_seconds"] / row["pages"])
        yield f'<line x1="{ours:.1f}" y1="{y}" x2="{peer:.1f}" y2="{y}" stroke="#bbb" stroke-width="2"/>'
        yield f'<circle cx="{peer:.1f}" cy="{y}" r="5" fill="{PEER}"/>'
    yield f'<circle cx="{ours:.1f}" cy="{y}" r="5" fill="{OURS}"/>'
