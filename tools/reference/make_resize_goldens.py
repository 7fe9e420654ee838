#!/usr/bin/env python3
"""Hashes of Pillow's resize for src/image/resize_test.cc.

Usage: make_resize_goldens.py > src/image/resize_golden_table.inc   (Pillow 12.1.1: ./dev setup puts it into .deps/venv)
       make_resize_goldens.py --pillow13 > src/image/resize_golden13_table.inc   (an environment with Pillow 13.0.0)
Inputs are the generated noise that the test makes too, so no picture is stored.
"""

import sys

import PIL
from PIL import Image

SIZES = [
    (64, 48, 32, 24), (64, 48, 31, 25), (97, 61, 40, 61), (97, 61, 97, 20), (33, 200, 30, 48),
    (20, 15, 61, 44), (1, 1, 7, 5), (7, 5, 1, 1), (300, 17, 11, 90), (640, 480, 213, 160),
    (250, 333, 320, 48), (5, 400, 5, 399), (123, 45, 124, 46), (400, 300, 1036, 784),
]  # fmt: skip
MASK = 0xFFFFFFFF


def noise(count):
    data = bytearray(count)
    for i in range(count):
        x = i * 2654435761 & MASK
        x ^= x >> 15
        data[i] = (x * 2246822519 & MASK) >> 24
    return bytes(data)


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    pillow13 = "--pillow13" in sys.argv
    if PIL.__version__ != ("13.0.0" if pillow13 else "12.1.1"):
        sys.exit(f"make_resize_goldens: this is Pillow {PIL.__version__}")
    print(f"// Made by tools/reference/make_resize_goldens.py with Pillow {PIL.__version__}. {{width, height, channels,")
    print("// target width, target height, filter, hash of the result}.")
    for width, height, target_width, target_height in SIZES:
        for mode, channels in (("L", 1), ("RGB", 3)):
            image = Image.frombytes(mode, (width, height), noise(width * height * channels))
            for name, method in (("kBilinear", Image.Resampling.BILINEAR), ("kBicubic", Image.Resampling.BICUBIC)):
                result = image.resize((target_width, target_height), method)
                print(f"{{{width}, {height}, {channels}, {target_width}, {target_height}, Filter::{name}, "
                      f"0x{fnv1a(result.tobytes()):016X}}},")  # fmt: skip


if __name__ == "__main__":
    main()
