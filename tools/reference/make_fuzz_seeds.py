#!/usr/bin/env python3
"""Small pictures and model files of every kind for fuzz/corpus: make_fuzz_seeds.py FUZZ_FOLDER   (Pillow, from .deps/venv)."""

import io
import json
import struct
import sys
from pathlib import Path

from PIL import Image

WIDTH, HEIGHT = 19, 13


def picture(mode):
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    image.putdata([(x * 13, y * 19, x * y % 256, 255 - x * 9) for y in range(HEIGHT) for x in range(WIDTH)])
    return image.convert("RGB").convert(mode) if mode not in ("RGBA", "LA") else image.convert(mode)


def encoded(mode, kind, **options):
    out = io.BytesIO()
    picture(mode).save(out, kind, **options)
    return out.getvalue()


def exif(order):
    number = (lambda v, n: v.to_bytes(n, "big")) if order == "MM" else (lambda v, n: v.to_bytes(n, "little"))
    entry = b"".join(number(v, n) for v, n in ((0x0112, 2), (3, 2), (1, 4), (6, 2), (0, 2)))
    resolution = b"".join(number(v, n) for v, n in ((0x011A, 2), (5, 2), (1, 4), (38, 4)))
    head = order.encode() + number(42, 2) + number(8, 4) + number(2, 2)
    return head + entry + resolution + number(0, 4) + number(300, 4) + number(1, 4)


def rle_bitmap():
    """8 bits, run-length coded: a run, a literal, a jump, the end."""
    data = bytes([5, 1, 0, 3, 2, 2, 2, 0, 0, 0, 0, 2, 1, 1, 2, 1, 0, 1])
    info = b"".join(v.to_bytes(n, "little") for v, n in
                    ((40, 4), (8, 4), (6, 4), (1, 2), (8, 2), (1, 4), (0, 4), (0, 4), (0, 4), (3, 4), (0, 4)))
    palette = bytes([255, 255, 255, 0, 20, 10, 200, 0, 3, 2, 1, 0])
    head = b"BM" + bytes(8) + (14 + 40 + len(palette)).to_bytes(4, "little")
    return head + info + palette + data


def seeds():
    yield "gray.jpg", encoded("L", "JPEG")
    yield "color.jpg", encoded("RGB", "JPEG", exif=b"Exif\0\0" + exif("MM"))
    yield "progressive.jpg", encoded("RGB", "JPEG", progressive=True)
    yield "cmyk.jpg", encoded("CMYK", "JPEG")
    for mode in ("1", "L", "P", "RGB", "RGBA", "LA"):
        yield f"{mode}.png", encoded(mode, "PNG", dpi=(300, 300))
    yield "lossy.webp", encoded("RGB", "WEBP")
    yield "alpha.webp", encoded("RGBA", "WEBP")
    yield "lossless.webp", encoded("RGBA", "WEBP", lossless=True)
    yield "animated.webp", encoded("RGBA", "WEBP", save_all=True, append_images=[picture("RGBA").rotate(180)])
    for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        yield f"{compression}.tif", encoded("RGB", "TIFF", compression=compression, dpi=(200, 200))
    for compression in ("group3", "group4"):
        pages = [picture("1").rotate(180)]
        yield f"{compression}.tif", encoded("1", "TIFF", compression=compression, save_all=True, append_images=pages)
    yield "big.tif", encoded("P", "TIFF", big_tiff=True)
    yield "cmyk.tif", encoded("CMYK", "TIFF")
    yield "plain.gif", encoded("P", "GIF", transparency=3)
    yield "animated.gif", encoded("P", "GIF", save_all=True, append_images=[picture("P").rotate(180)])
    for mode in ("1", "L", "RGB", "RGBA"):
        yield f"{mode}.bmp", encoded(mode, "BMP")
    yield "rle.bmp", rle_bitmap()


def safetensors(tensors, metadata=None, size=0):
    header = {"__metadata__": metadata} if metadata else {}
    for name, (dtype, shape, begin, end) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + bytes(i % 256 for i in range(size))


def gguf_string(text):
    return struct.pack("<Q", len(text.encode())) + text.encode()


def gguf(version, pairs, tensors, size):
    """pairs: (key, type, bytes of the value); tensors: (name, dimensions innermost first, type, offset)."""
    out = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(pairs))
    for key, kind, value in pairs:
        out += gguf_string(key) + struct.pack("<I", kind) + value
    for name, dimensions, kind, offset in tensors:
        out += gguf_string(name) + struct.pack(f"<I{len(dimensions)}Q", len(dimensions), *dimensions)
        out += struct.pack("<IQ", kind, offset)
    return out + bytes(-len(out) % 32) + bytes(i % 256 for i in range(size))


def model_seeds():
    yield "safetensors", "empty", safetensors({})
    kinds = {"f": ("F32", [2, 3], 0, 24), "b": ("BF16", [4], 24, 32), "h": ("F16", [], 32, 34), "i": ("I8", [2], 34, 36)}
    yield "safetensors", "kinds", safetensors(kinds, {"format": "pt"}, 36)
    yield "gguf", "empty", gguf(2, [], [], 0)
    text, array = 8, 9
    pairs = [("general.architecture", text, gguf_string("qwen2")), ("n", 4, struct.pack("<I", 7)), ("t", 7, b"\1"),
             ("x", 12, struct.pack("<d", 0.5)), ("s", array, struct.pack("<IQ", text, 2) + gguf_string("a") + gguf_string("")),
             ("k", array, struct.pack("<IQ3h", 3, 3, 1, -2, 3))]  # fmt: skip
    yield "gguf", "plain", gguf(3, pairs, [("a", [5], 0, 0), ("b", [4, 2], 1, 32), ("c", [3], 30, 64), ("d", [0, 7], 24, 96)], 96)
    sizes = {2: 18, 3: 20, 6: 22, 7: 24, 8: 34, 12: 144, 13: 176, 14: 210, 10: 84}
    tensors, at = [], 0
    for kind, size in sizes.items():
        tensors.append((f"t{kind}", [256 if kind >= 10 else 32], kind, at))
        at += (size + 31) // 32 * 32
    yield "gguf", "blocks", gguf(3, pairs[:1], tensors, at)


def byte_symbols():
    """The characters of byte-level BPE, as GPT-2 chose them."""
    extra = iter(range(0x100, 0x200))
    return [chr(b) if 33 <= b <= 126 or 161 <= b <= 172 or b >= 174 else chr(next(extra)) for b in range(256)]


def tokenizer_json(added=(), **settings):
    pattern = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    vocab = {symbol: i for i, symbol in enumerate(byte_symbols())} | {"he": 256, "ll": 257, "hell": 258}
    model = {"type": "BPE", "dropout": None, "vocab": vocab, "merges": ["h e", ["l", "l"], ["he", "ll"]]}
    whole = {"version": "1.0", "added_tokens": list(added), "normalizer": {"type": "NFC"},
             "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, level]}, "decoder": level,
             "model": model, **settings}  # fmt: skip
    return json.dumps(whole, ensure_ascii=False).encode()


def tokenizer_seeds():
    added = [{"id": 259, "content": "<|end|>", "special": True, "normalized": False, "lstrip": False},
             {"id": 300, "content": "20K", "special": False, "normalized": True}]  # fmt: skip
    yield "tokenizer_json", "plain", tokenizer_json()
    yield "tokenizer_json", "added", tokenizer_json(added, normalizer=None)
    yield "tokenizer_json", "sequence", tokenizer_json(normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}]})
    for name, text in (("words", "Hello, world! It's 12 o'clock.\n"), ("marks", "e\u0301 q\u0307\u0323 \u1100\u1161"),
                       ("special", "<|im_end|><nl><nl>20\u212aim_end|>"), ("spaces", "  \n \t\r\n\u3000x   ")):  # fmt: skip
        yield "tokenizer", name, text.encode()
    yield "tokenizer", "broken", b"\xe2\x82 \xf0\x9f\x98\xc3"
    yield "tokenizer", "ids", struct.pack("<8H", 4001, 300, 0xE2, 0x82, 0xAC, 4002, 0xF0, 5000)


def main():
    folder = Path(sys.argv[1]) / "corpus"
    for name, data in seeds():
        (folder / "picture" / name).write_bytes(data)
        if name.endswith(".bmp"):
            (folder / "bmp" / name.removesuffix(".bmp")).write_bytes(data[2:])  # the target adds the letters
    for order in ("II", "MM"):
        (folder / "exif" / order).write_bytes(exif(order))
    for target, name, data in (*model_seeds(), *tokenizer_seeds()):
        (folder / target / name).write_bytes(data)


if __name__ == "__main__":
    main()
