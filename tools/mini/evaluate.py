"""Error rates on held-out fonts and sentences, with the library's own generate()."""

import functools

import numpy as np
import torch

from draw import Artist
from model import CELL, PATCH, library_pixels, patchify
from vocabulary import BEFORE_IMAGE, END, IMAGE, PAD, after_image, decode_answer

HELD_OUT_SEED = 777


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


@torch.no_grad()
def answers(model, samples, max_new_tokens=400):
    """Greedy answers, in the order of `samples`."""
    groups = {}
    for i, sample in enumerate(samples):
        groups.setdefault((sample.task, sample.image.shape[:2]), []).append(i)
    out = [""] * len(samples)
    model.hf.eval()
    for (task, (height, width)), members in groups.items():
        images = torch.from_numpy(np.stack([samples[i].image for i in members]))
        tokens = (height // CELL) * (width // CELL)
        ids = torch.tensor(BEFORE_IMAGE + [IMAGE] * tokens + after_image(task)).expand(len(members), -1).contiguous()
        generated = model.hf.generate(
            input_ids=ids, attention_mask=torch.ones_like(ids), mm_token_type_ids=(ids == IMAGE).int(),
            pixel_values=library_pixels(patchify(images).reshape(-1, 3 * PATCH * PATCH)),
            image_grid_thw=torch.tensor([[1, height // PATCH, width // PATCH]] * len(members)),
            max_new_tokens=max_new_tokens, do_sample=False, eos_token_id=END, pad_token_id=PAD)[:, ids.shape[1]:]
        for i, row in zip(members, generated.tolist()):
            out[i] = decode_answer(row)
    model.hf.train()
    return out


def character_error_rate(model, samples):
    read = answers(model, samples, max_new_tokens=max(len(s.answer) for s in samples) + 20)
    wrong = sum(edit_distance(r, s.answer) for r, s in zip(read, samples))
    return wrong / sum(len(s.answer) for s in samples)


@functools.lru_cache(maxsize=1)
def held_out():
    artist = Artist(HELD_OUT_SEED, held_out=True)
    return dict(lines=[artist.line() for _ in range(120)], paragraphs=[artist.paragraph(1 + i % 4 + 1) for i in range(24)])


def quick(model):
    return {f"cer_{name}": round(character_error_rate(model, samples), 4) for name, samples in held_out().items()}
