"""What helps the picture half learn: losses of heads that exist in training alone.

CTC aligns the letters of one-line pictures with their columns. The box head tells, at every cell of a page, the box
of the block that covers it: 196 answers a page about where things are, beside the dozen that the layout itself gives.
It reads the language half before its last layer, so what it teaches is where the decoder's last layer can attend to.
"""

import torch
import torch.nn.functional as F

import metrics
from model import BOX_DIGITS, BOX_KINDS, CELL, CTC_CLASSES, CTC_STEPS

IGNORED = -100


def ctc_loss(logits, samples):
    """logits [B, merged tokens, steps * classes] of one-line pictures, averaged over merged rows."""
    batch, tokens, _ = logits.shape
    rows = samples[0].image.shape[0] // CELL
    steps = logits.view(batch, rows, tokens // rows, -1).mean(1).view(batch, -1, CTC_CLASSES)
    log_probability = steps.float().log_softmax(-1).transpose(0, 1)
    target = torch.tensor([ord(c) - 31 for s in samples for c in s.ctc])
    lengths = torch.full((batch,), tokens // rows * CTC_STEPS)
    return F.ctc_loss(log_probability, target, lengths, torch.tensor([len(s.ctc) for s in samples]), zero_infinity=True)


def box_targets(answer, rows, columns):
    """-> (digits [rows * columns, 12] of x0 y0 x1 y1 in per mille, kinds [rows * columns]): of the block whose box is
    nearest to the cell's middle, where that is within the cell; elsewhere digits are IGNORED and the kind is 0, none."""
    digits = torch.full((rows, columns, BOX_DIGITS), IGNORED)
    kinds = torch.zeros(rows, columns, dtype=torch.long)
    blocks = metrics.boxes(answer)
    for r in range(rows):
        for c in range(columns):
            x, y = (c + 0.5) * 1000 / columns, (r + 0.5) * 1000 / rows
            best, nearest = None, 1.0
            for block in blocks:
                _, x0, y0, x1, y1 = block
                away = max(max(x0 - x, x - x1, 0) * columns, max(y0 - y, y - y1, 0) * rows) / 500
                if away < nearest:
                    best, nearest = block, away
            if best:
                kinds[r, c] = 1 + BOX_KINDS.index(best[0])
                text = "".join(f"{min(v, 999):03d}" for v in best[1:])
                digits[r, c] = torch.tensor([int(d) for d in text])
    return digits.view(rows * columns, -1), kinds.flatten()


def box_loss(logits, samples):
    """logits [B, merged tokens, 12 digits * 10 + kinds and none]"""
    height, width = samples[0].image.shape[:2]
    found = [box_targets(s.answer, height // CELL, width // CELL) for s in samples]
    digits, kinds = torch.stack([d for d, _ in found]), torch.stack([k for _, k in found])
    values = logits.float()
    by_digit = values[..., : BOX_DIGITS * 10].unflatten(-1, (BOX_DIGITS, 10))
    return (F.cross_entropy(by_digit.flatten(0, 2), digits.flatten(), ignore_index=IGNORED)
            + F.cross_entropy(values[..., BOX_DIGITS * 10 :].flatten(0, 1), kinds.flatten()))  # fmt: skip
