"""Edit distance, boxes found at IoU 0.5, and TEDS of OTSL tables."""

import re

from apted import APTED, Config

BLOCK = re.compile(r"<\|box_start\|>(\d+) (\d+) (\d+) (\d+)<\|box_end\|><\|ref_start\|>(\w+)<\|ref_end\|>")
TAG = re.compile(r"<(fcel|ecel|lcel|ucel|xcel|nl)>([^<]*)")


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def boxes(answer):
    """[(kind, x0, y0, x1, y1)] of an answer in the layout grammar; anything else is skipped."""
    return [(m[4], *map(int, m[:4])) for m in BLOCK.findall(answer)]


def iou(a, b):
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def boxes_found(truth, read):
    """Boxes of `truth` that a box of the same kind in `read` covers at IoU 0.5 or more; each is used once."""
    left, found = boxes(read), 0
    for kind, *box in boxes(truth):
        for i, (other, *candidate) in enumerate(left):
            if other == kind and iou(box, candidate) >= 0.5:
                del left[i]
                found += 1
                break
    return found


def cells(otsl):
    """Rows of (rows covered, columns covered, text), origins of cells alone."""
    grid, row = [], []
    for tag, text in TAG.findall(otsl):
        if tag == "nl":
            grid.append(row)
            row = []
        else:
            row.append((tag, text))
    if row:
        grid.append(row)

    def tag_at(r, c):
        return grid[r][c][0] if r < len(grid) and c < len(grid[r]) else None

    out = []
    for r, line in enumerate(grid):
        origins = []
        for c, (tag, text) in enumerate(line):
            if tag not in ("fcel", "ecel"):
                continue
            down = across = 1
            while tag_at(r, c + across) == "lcel":
                across += 1
            while tag_at(r + down, c) == "ucel":
                down += 1
            origins.append((down, across, text))
        out.append(origins)
    return out


class _Node:
    def __init__(self, name, text="", children=()):
        self.name, self.text, self.children = name, text, list(children)


class _Costs(Config):
    def rename(self, a, b):
        if a.name != b.name:
            return 1.0
        longest = max(len(a.text), len(b.text))
        return edit_distance(a.text, b.text) / longest if longest else 0.0

    def children(self, node):
        return node.children


def _tree(otsl):
    rows = [_Node("tr", children=[_Node(f"td {down} {across}", text) for down, across, text in row]) for row in cells(otsl)]
    return _Node("table", children=rows), 1 + sum(1 + len(row.children) for row in rows)


def teds(truth, read):
    """Tree-edit-distance similarity, 0 to 1 (Zhong et al., "Image-based table recognition", 2020), by characters."""
    (a, m), (b, n) = _tree(truth), _tree(read)
    return 1 - APTED(a, b, _Costs()).compute_edit_distance() / max(m, n)
