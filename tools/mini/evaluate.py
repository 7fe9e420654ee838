#!/usr/bin/env python3
"""Error rates on held-out fonts and sentences, with the library's own generate().

    evaluate.py MODEL_FOLDER [--json FILE] [--scale S]
"""

import argparse
import functools
import json

import numpy as np
import torch

import metrics
from draw import Artist
from draw_formula import draw_formula
from draw_page import draw_page
from draw_table import draw_table
from model import CELL, PATCH, library_pixels, patchify
from vocabulary import BEFORE_IMAGE, END, IMAGE, PAD, after_image, decode_answer

HELD_OUT_SEED = 777
LINES, BLOCKS, PAGES, TABLES, FORMULAS = 400, 80, 40, 60, 80


@torch.no_grad()
def answer_ids(hf, samples, max_new_tokens=400):
    """Greedy answers of a transformers Qwen2VLForConditionalGeneration, in the order of `samples`: for each its
    ids without the end, and how far the likeliest token was ahead of the next, for each id and the end."""
    groups = {}
    for i, sample in enumerate(samples):
        groups.setdefault((sample.task, sample.image.shape[:2]), []).append(i)
    out = [None] * len(samples)
    training = hf.training
    hf.eval()
    for (task, (height, width)), members in groups.items():
        images = torch.from_numpy(np.stack([samples[i].image for i in members]))
        tokens = (height // CELL) * (width // CELL)
        ids = torch.tensor(BEFORE_IMAGE + [IMAGE] * tokens + after_image(task)).expand(len(members), -1).contiguous()
        generated = hf.generate(
            input_ids=ids, attention_mask=torch.ones_like(ids), mm_token_type_ids=(ids == IMAGE).int(),
            pixel_values=library_pixels(patchify(images).reshape(-1, 3 * PATCH * PATCH)),
            image_grid_thw=torch.tensor([[1, height // PATCH, width // PATCH]] * len(members)),
            max_new_tokens=max_new_tokens, do_sample=False, eos_token_id=END, pad_token_id=PAD,
            output_logits=True, return_dict_in_generate=True)  # fmt: skip
        best = torch.stack(generated.logits, 1).topk(2).values
        gaps = (best[..., 0] - best[..., 1]).tolist()
        for i, row, gap in zip(members, generated.sequences[:, ids.shape[1]:].tolist(), gaps):
            length = next((at for at, token in enumerate(row) if token in (END, PAD)), len(row))
            out[i] = (row[:length], gap[: length + 1])
    hf.train(training)
    return out


def answers(hf, samples, max_new_tokens=400):
    return [decode_answer(ids) for ids, _ in answer_ids(hf, samples, max_new_tokens)]


def character_error_rate(hf, samples):
    read = answers(hf, samples, max_new_tokens=max(len(s.answer) for s in samples) + 20)
    wrong = sum(metrics.edit_distance(r, s.answer) for r, s in zip(read, samples))
    return wrong / sum(len(s.answer) for s in samples)


@functools.lru_cache(maxsize=1)
def held_out():
    artist = Artist(HELD_OUT_SEED, held_out=True)
    reading = dict(lines=[artist.line() for _ in range(120)], paragraphs=[artist.paragraph(2 + i % 4) for i in range(24)])
    return reading, [draw_table(artist) for _ in range(16)], [draw_page(artist) for _ in range(12)]


def boxes_and_teds(hf, pages, tables):
    layouts, grids = answers(hf, pages, 1200), answers(hf, tables, 500)
    total = sum(len(metrics.boxes(p.answer)) for p in pages)
    return dict(
        boxes_at_iou_50=sum(metrics.boxes_found(p.answer, read) for p, read in zip(pages, layouts)) / total,
        teds=float(np.mean([metrics.teds(t.answer, read) for t, read in zip(tables, grids)])))


def quick(hf):
    """What training logs from time to time."""
    reading, tables, pages = held_out()
    figures = {f"cer_{name}": character_error_rate(hf, samples) for name, samples in reading.items()}
    return {name: round(value, 4) for name, value in {**figures, **boxes_and_teds(hf, pages, tables)}.items()}


def full(hf, scale=1.0):
    """The figures of the model card."""
    artist = Artist(HELD_OUT_SEED + 1, held_out=True)
    count = lambda n: max(1, round(n * scale))
    pages = [draw_page(artist) for _ in range(count(PAGES))]
    tables = [draw_table(artist, 3 + i % 4, 3 + i // 4 % 3) for i in range(count(TABLES))]
    formulas = [draw_formula(artist) for _ in range(count(FORMULAS))]
    return dict(
        cer_lines=character_error_rate(hf, [artist.line() for _ in range(count(LINES))]),
        cer_paragraphs=character_error_rate(hf, [artist.paragraph(2 + i % 4) for i in range(count(BLOCKS))]),
        cer_formulas=character_error_rate(hf, formulas),
        **boxes_and_teds(hf, pages, tables))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--json")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual number of samples")
    arguments = parser.parse_args()
    from transformers import Qwen2VLForConditionalGeneration

    hf = Qwen2VLForConditionalGeneration.from_pretrained(arguments.model, dtype=torch.float32)
    figures = {k: round(v, 4) for k, v in full(hf, arguments.scale).items()}
    text = json.dumps(figures, indent=1)
    print(text)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            file.write(text + "\n")


if __name__ == "__main__":
    main()
