"""What helps the picture half learn: losses of heads that exist in training alone.

CTC aligns the letters of one-line pictures with their columns. Of pages, every cell tells three things, 196 of each a
page beside the dozen blocks that the layout itself gives: how far the edges of the block around it are (the picture
half knows places only by how they lie to each other, and this is no more), where the cell itself is (what the language
half's first layer can find out), and the block's box (both together, before the last layer, which has only to attend
to the right cell).
"""

from typing import NamedTuple

import torch
import torch.nn.functional as F

import metrics
from model import BOX_DIGITS, BOX_KINDS, CELL, CTC_CLASSES, CTC_STEPS, PAGE_CELLS


def ctc_loss(logits, samples):
    """logits [B, merged tokens, steps * classes] of one-line pictures, averaged over merged rows."""
    batch, tokens, _ = logits.shape
    rows = samples[0].image.shape[0] // CELL
    steps = logits.view(batch, rows, tokens // rows, -1).mean(1).view(batch, -1, CTC_CLASSES)
    log_probability = steps.float().log_softmax(-1).transpose(0, 1)
    target = torch.tensor([ord(c) - 31 for s in samples for c in s.ctc])
    lengths = torch.full((batch,), tokens // rows * CTC_STEPS)
    return F.ctc_loss(log_probability, target, lengths, torch.tensor([len(s.ctc) for s in samples]), zero_infinity=True)


class CellTruth(NamedTuple):
    """What the cells of a page [rows * columns, …] should tell of the block whose box is nearest to their middle, where
    that is within the cell."""

    covered: torch.Tensor  # is there one?
    kinds: torch.Tensor    # its kind, from 1; 0: none
    digits: torch.Tensor   # 12 of x0 y0 x1 y1 in per mille
    edges: torch.Tensor    # 4 distances from the middle to its edges, in cells, those inside of it positive


def cell_truth(answer, rows, columns):
    blocks = metrics.boxes(answer)
    if not blocks:
        cells = rows * columns
        return CellTruth(torch.zeros(cells, dtype=torch.bool), torch.zeros(cells, dtype=torch.long),
                         torch.zeros(cells, BOX_DIGITS, dtype=torch.long), torch.zeros(cells, 4))  # fmt: skip
    size = torch.tensor([1000 / columns, 1000 / rows])
    y, x = torch.meshgrid(torch.arange(rows) + 0.5, torch.arange(columns) + 0.5, indexing="ij")
    middle = torch.stack([x, y], -1).view(-1, 1, 2) * size
    boxes = torch.tensor([b[1:] for b in blocks], dtype=torch.float).view(1, -1, 4)
    edges = torch.cat([middle - boxes[..., :2], boxes[..., 2:] - middle], -1) / size.repeat(2)  # [cells, blocks, 4]
    away = (2 * -edges).clamp(min=0).amax(-1)  # 1: as far as the cell's own edge
    nearest, which = away.min(-1)
    covered = nearest < 1
    kinds = torch.tensor([1 + BOX_KINDS.index(b[0]) for b in blocks])
    digits = torch.tensor([[int(d) for v in b[1:] for d in f"{min(v, 999):03d}"] for b in blocks])
    return CellTruth(covered, kinds[which] * covered, digits[which], edges[torch.arange(len(edges)), which])


def page_losses(heads, samples):
    """-> (of the digits and kinds of boxes, of the distances to their edges, of the cells' own places)"""
    height, width = samples[0].image.shape[:2]
    rows, columns = height // CELL, width // CELL
    truths = [cell_truth(s.answer, rows, columns) for s in samples]
    covered, kinds, digits, edges = (torch.stack(parts) for parts in zip(*truths))

    def digit_and_kind():
        values = heads.box.float()
        by_digit = values[..., : BOX_DIGITS * 10].unflatten(-1, (BOX_DIGITS, 10))[covered]
        return (F.cross_entropy(by_digit.flatten(0, 1), digits[covered].flatten())
                + F.cross_entropy(values[..., BOX_DIGITS * 10 :].flatten(0, 1), kinds.flatten()))  # fmt: skip

    # Near edges count most: a cell far inside a block need not tell where it ends to a pixel.
    edge = F.smooth_l1_loss(heads.edges.float()[covered], torch.asinh(4 * edges[covered]), beta=0.1)
    at = torch.arange(rows * columns).expand(len(samples), -1).flatten()
    place = heads.place.float().flatten(0, 1)
    row, column = place[:, :PAGE_CELLS], place[:, PAGE_CELLS:]
    own = F.cross_entropy(row, at // columns) + F.cross_entropy(column, at % columns)
    return digit_and_kind(), edge, own
