"""The text form of goldens of a model: what tests/engine/model_golden.h reads.

A tensor is kept as its size, its length (l2), its largest value, four sums of all values under pseudo-random
signs (which catch a difference anywhere), and a few values themselves.
"""

import numpy as np

SAMPLES = 24
SIGNS = 4


def signs(count, which):
    """+1 or -1 for each index: one bit of a multiplicative hash."""
    index = np.arange(count, dtype=np.uint64)
    hashed = (index * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40 + which)
    return 1.0 - 2.0 * (hashed & np.uint64(1)).astype(np.float64)


def tensor_line(name, values):
    values = np.ascontiguousarray(values, dtype=np.float32)
    rows, cols = values.shape
    flat = values.reshape(-1).astype(np.float64)
    sums = [float(np.dot(flat, signs(flat.size, which))) for which in range(SIGNS)]
    places = np.linspace(0, flat.size - 1, SAMPLES).astype(np.int64)
    numbers = [float(np.linalg.norm(flat)), float(np.abs(flat).max()), *sums]
    fields = [f"{number:.12g}" for number in numbers]
    fields += [f"{place}:{float(flat[place]):.9g}" for place in places]
    return f"tensor {name} {rows} {cols} " + " ".join(fields)


def list_line(name, values, form="{}"):
    return f"{name} {len(values)} " + " ".join(form.format(value) for value in values)
