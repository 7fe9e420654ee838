#!/usr/bin/env python3
"""What the reference's image processor and position code give, for src/engine/model/*_test.cc.

Usage: image_goldens.py   (an environment as tools/reference/requirements.txt says; writes tests/golden/engine/)
The processor is the slow one of transformers (Qwen2VLImageProcessorPil) over Pillow 12.1.1: Pillow up to 12 resizes
horizontally first. Pictures are a formula that the test computes too, so none is stored, and of the rows only a hash.
"""

import math
import random
import sys
from pathlib import Path
from types import MethodType, SimpleNamespace

import numpy as np
import PIL
import torch
import transformers
from PIL import Image
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil, smart_resize
from transformers.models.qwen2_vl.modeling_qwen2_vl import Qwen2VLModel

GOLDEN = Path(__file__).resolve().parents[2] / "tests/golden/engine"
VERSIONS = {"transformers": (transformers.__version__, "5.24.0"), "Pillow": (PIL.__version__, "12.1.1")}
MINERU = (50176, 1605632)
SMALL = (3136, 50176)
MULTIPLIER = np.uint64(6364136223846793005)


def picture(width, height):
    """RGB: slow waves, so that resizing matters, under noise that reaches both ends, so that it clips."""
    i = np.arange(width * height * 3, dtype=np.uint32)
    x = i * np.uint32(2654435761)
    x ^= x >> np.uint32(15)
    noise = (x * np.uint32(2246822519)) >> np.uint32(24)
    pixel, channel = i // np.uint32(3), i % np.uint32(3)
    column, row = pixel % np.uint32(width), pixel // np.uint32(width)
    wave = ((column * (channel + np.uint32(1))) >> np.uint32(1)) + row * np.uint32(3)
    wave = np.where((wave & np.uint32(256)) != 0, np.uint32(255) - (wave & np.uint32(255)), wave & np.uint32(255))
    smooth = (pixel // np.uint32(64)) % np.uint32(2) == 0
    return np.where(smooth, wave, noise).astype(np.uint8).reshape(height, width, 3)


def polynomial_hash(floats):
    """sum of word[i] * M^(n - 1 - i) modulo 2^64 over the 32-bit words of the rows."""
    words = np.ascontiguousarray(floats, dtype=np.float32).view(np.uint32).reshape(-1).astype(np.uint64)
    value = np.uint64(0)
    block = 1 << 16
    with np.errstate(over="ignore"):
        powers = np.cumprod(np.full(block, MULTIPLIER, dtype=np.uint64))
        for begin in range(0, len(words), block):
            part = words[begin : begin + block]
            weights = np.concatenate([powers[: len(part) - 1][::-1], [np.uint64(1)]])
            value = value * powers[len(part) - 1] + (part * weights).sum(dtype=np.uint64)
    return int(value)


def log_uniform(rng, low, high):
    return max(low, min(high, round(math.exp(rng.uniform(math.log(low), math.log(high))))))


def picture_sizes(rng):
    """200 of (width, height, min_pixels, max_pixels); extreme ratios and sizes that need no resize are among them."""
    sizes = [(1036, 1036, *MINERU), (280, 196, *MINERU), (544, 743, *MINERU), (1654, 2339, *MINERU),
             (100, 100, *MINERU), (4000, 30, *MINERU), (1024, 576, *MINERU), (1, 1, *MINERU), (1, 200, *MINERU),
             (2800, 14, *SMALL), (14, 2800, *SMALL), (42, 42, *SMALL), (70, 98, *SMALL), (5600, 28, *SMALL)]  # fmt: skip
    while len(sizes) < 24:
        sizes.append((log_uniform(rng, 20, 1400), log_uniform(rng, 20, 1400), *MINERU))
    while len(sizes) < 200:
        width, height = log_uniform(rng, 1, 2500), log_uniform(rng, 1, 2500)
        if max(width, height) <= 200 * min(width, height) and width * height <= 1_500_000:
            sizes.append((width, height, *SMALL))
    return sizes


def write(name, lines):
    versions = ", ".join(f"{what} {found}" for what, (found, _) in VERSIONS.items())
    head = f"# Made by tools/reference/image_goldens.py with {versions}."
    (GOLDEN / name).write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


def write_rows(rng):
    lines = ["# width height min_pixels max_pixels -> grid_height grid_width hash_of_rows"]
    for width, height, least, most in picture_sizes(rng):
        processor = Qwen2VLImageProcessorPil(size={"shortest_edge": least, "longest_edge": most})
        out = processor(images=[Image.fromarray(picture(width, height))], return_tensors="np")
        _, grid_height, grid_width = out["image_grid_thw"][0]
        value = polynomial_hash(out["pixel_values"])
        lines.append(f"{width} {height} {least} {most} {grid_height} {grid_width} {value:016x}")
    write("image_rows.txt", lines)


def write_smart_resize(rng):
    lines = ["# height width factor min_pixels max_pixels -> height width; 0 0: refused"]
    for i in range(600):
        if i % 3 == 0:  # halves, where rounding to even shows
            height, width = 14 * rng.randrange(1, 200), 14 * rng.randrange(1, 200)
        else:
            height, width = log_uniform(rng, 1, 30000), log_uniform(rng, 1, 30000)
        factor = rng.choice([28, 28, 28, 32, 16])
        least, most = rng.choice([MINERU, MINERU, SMALL, (3136, 12845056), (200704, 1003520)])
        try:
            result = smart_resize(height, width, factor, least, most)
        except ValueError:
            result = (0, 0)
        lines.append(" ".join(map(str, (height, width, factor, least, most, *result))))
    write("smart_resize.txt", lines)


def position_case(rng, merge, images):
    """(length, starts, grids in patches); at least one text token lies between pictures, as in a chat."""
    at, starts, grids = rng.randrange(0, 20), [], []
    for _ in range(images):
        rows, columns = rng.randrange(1, 9), rng.randrange(1, 9)
        starts.append(at)
        grids.append((rows * merge, columns * merge))
        at += rows * columns + rng.randrange(1, 12)
    return at + rng.randrange(0, 6), starts, grids


def reference_positions(length, starts, grids, merge):
    kinds = torch.zeros((1, length), dtype=torch.int32)
    for start, (height, width) in zip(starts, grids, strict=True):
        kinds[0, start : start + height * width // merge**2] = 1
    stub = SimpleNamespace(config=SimpleNamespace(vision_config=SimpleNamespace(spatial_merge_size=merge)))
    stub.get_vision_position_ids = MethodType(Qwen2VLModel.get_vision_position_ids, stub)
    grid = torch.tensor([[1, *g] for g in grids]) if grids else None
    ids = torch.zeros((1, length), dtype=torch.int64)
    positions, delta = Qwen2VLModel.get_rope_index(stub, ids, kinds, image_grid_thw=grid)
    return positions[:, 0].T.tolist(), length + int(delta[0, 0])


def write_positions(rng):
    lines = ["# merge length | start:grid_height:grid_width ... | t,h,w of every token | next"]
    for i in range(40):
        merge = rng.choice([1, 2, 2, 2, 3])
        length, starts, grids = position_case(rng, merge, i % 5)
        positions, following = reference_positions(max(length, 1), starts, grids, merge)
        images = " ".join(f"{s}:{h}:{w}" for s, (h, w) in zip(starts, grids, strict=True))
        tokens = " ".join(",".join(map(str, p)) for p in positions)
        lines.append(f"{merge} {max(length, 1)} | {images} | {tokens} | {following}")
    write("positions.txt", lines)


def main():
    for what, (found, wanted) in VERSIONS.items():
        if found != wanted:
            sys.exit(f"image_goldens: this is {what} {found}, not {wanted}")
    GOLDEN.mkdir(parents=True, exist_ok=True)
    write_rows(random.Random(1))
    write_smart_resize(random.Random(2))
    write_positions(random.Random(3))


if __name__ == "__main__":
    main()
