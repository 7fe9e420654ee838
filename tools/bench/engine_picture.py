"""Made pictures that look like a page of text, as PNG: the same for octavo and every peer."""

import random
import struct
import zlib

LINE, INK, STROKE = 24, 14, 3


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, seed=1):
    draw = random.Random(seed)
    rows = []
    for y in range(height):
        if y % LINE >= INK:
            rows.append(b"\0" + b"\xff" * width)
            continue
        strokes = (b"\x20" if draw.random() < 0.5 else b"\xff" for _ in range(0, width, STROKE))
        rows.append(b"\0" + b"".join(s * STROKE for s in strokes)[:width])
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)  # gray
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"".join(rows), 6))
            + _chunk(b"IEND", b""))  # fmt: skip
