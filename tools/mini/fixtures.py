#!/usr/bin/env python3
"""Pictures in held-out faces with their truth, and what the reference implementation reads in them (float32, greedy).

    fixtures.py MODEL_FOLDER FIXTURES_FOLDER

The pictures and truth.jsonl (one object a picture: file, task, truth) are made when they are not there yet; they stay
the same when the model changes. reference.jsonl (file, ids, close) is made each time: `close` has the places where
the two likeliest tokens were less than CLOSE apart, so that another order of additions may choose the other one.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from transformers import Qwen2VLForConditionalGeneration

from draw import Artist, Sample
from draw_formula import draw_formula
from draw_page import draw_page
from draw_table import draw_table
from evaluate import answer_ids

SEED = 4242
CLOSE = 1e-2
KINDS = dict(
    line=(120, lambda artist, i: artist.line()),
    paragraph=(30, lambda artist, i: artist.paragraph(2 + i % 4)),
    table=(24, lambda artist, i: draw_table(artist, 3 + i % 4, 3 + i // 4 % 3)),
    formula=(12, lambda artist, i: draw_formula(artist)),
    page=(14, lambda artist, i: draw_page(artist)),
)  # fmt: skip
MOST_TOKENS = dict(text=400, table=500, formula=300, layout=1200)  # as in tools/bench/mini_read.py


def draw(folder):
    folder.mkdir(parents=True)
    artist = Artist(SEED, held_out=True)
    with open(folder / "truth.jsonl", "w", encoding="utf-8") as file:
        for kind, (count, make) in KINDS.items():
            for i in range(count):
                sample = make(artist, i)
                name = f"{kind}_{i:03d}.png"
                gray = np.ptp(sample.image, axis=2).max() == 0
                Image.fromarray(sample.image[..., 0] if gray else sample.image).save(folder / name, optimize=True)
                file.write(json.dumps(dict(file=name, task=sample.task, truth=sample.answer)) + "\n")


def main(model, folder):
    folder = Path(folder)
    if not folder.exists():
        draw(folder)
    rows = [json.loads(line) for line in open(folder / "truth.jsonl", encoding="utf-8")]
    samples = [Sample(np.asarray(Image.open(folder / r["file"]).convert("RGB")), r["task"], r["truth"]) for r in rows]
    hf = Qwen2VLForConditionalGeneration.from_pretrained(model, dtype=torch.float32)
    answers = {}
    for task, most in MOST_TOKENS.items():
        chosen = [i for i, sample in enumerate(samples) if sample.task == task]
        answers |= zip(chosen, answer_ids(hf, [samples[i] for i in chosen], most))
    with open(folder / "reference.jsonl", "w", encoding="utf-8") as file:
        for i, row in enumerate(rows):
            ids, gaps = answers[i]
            close = {i: round(gap, 5) for i, gap in enumerate(gaps) if gap < CLOSE}
            file.write(json.dumps(dict(file=row["file"], ids=ids, close=close)) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
