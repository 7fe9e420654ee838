#!/usr/bin/env python3
"""log.jsonl of the training -> an SVG of loss and error rates over the samples seen.

    plot.py LOG SVG
"""

import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 760, 420, 60, 50, 40
SERIES = {
    "loss": ("#1f5f99", "loss a token (nats)"), "ctc": ("#8a6fb0", "CTC loss a line"),
    "cer_lines": ("#c0392b", "character error rate, lines"), "cer_paragraphs": ("#d98a2b", "character error rate, paragraphs"),
    "boxes_at_iou_50": ("#2e8b57", "boxes found (of 1)"), "teds": ("#777777", "TEDS of tables (of 1)"),
}  # fmt: skip
LOW, HIGH = 0.005, 5.0


def y_of(value):
    share = (math.log10(min(HIGH, max(LOW, value))) - math.log10(LOW)) / (math.log10(HIGH) - math.log10(LOW))
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)


def draw(rows):
    most = max(row["samples"] for row in rows)
    x_of = lambda samples: LEFT + samples / most * (WIDTH - LEFT - 20)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           '<text x="14" y="20" font-size="15" font-weight="bold">Training of octavo-mini</text>']  # fmt: skip
    for tick in (0.01, 0.03, 0.1, 0.3, 1, 3):
        out.append(f'<line x1="{LEFT}" y1="{y_of(tick):.1f}" x2="{WIDTH - 20}" y2="{y_of(tick):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y_of(tick) + 4:.1f}" text-anchor="end" fill="#777">{tick:g}</text>')
    for i in range(6):
        samples = most * i / 5
        out.append(f'<text x="{x_of(samples):.1f}" y="{HEIGHT - 14}" text-anchor="middle" fill="#777">{samples / 1000:.0f}k</text>')
    for i, (key, (colour, label)) in enumerate(SERIES.items()):
        points = [(x_of(r["samples"]), y_of(r[key])) for r in rows if r.get(key) is not None]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        out.append(f'<text x="{LEFT + (i % 3) * 225}" y="{36 + 14 * (i // 3)}" fill="{colour}">● {label}</text>')
    starts = [r for before, r in zip([{}, *rows], rows) if r["stage"] != before.get("stage")]
    for r in starts:
        x = x_of(r["samples"])
        out.append(f'<line x1="{x:.1f}" y1="{TOP + 16}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM}" stroke="#aaa" stroke-dasharray="3 3"/>')
        out.append(f'<text x="{x + 3:.1f}" y="{TOP + 28}" fill="#777">{r["stage"]}</text>')
    return "\n".join([*out, "</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as log:
        lines = [json.loads(line) for line in log]
    with open(sys.argv[2], "w", encoding="utf-8") as picture:
        picture.write(draw(lines))
