#!/usr/bin/env python3
"""Small pictures of every kind for fuzz/corpus: make_fuzz_seeds.py FUZZ_FOLDER   (Pillow, from .deps/venv)."""

import io
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


def main():
    folder = Path(sys.argv[1]) / "corpus"
    for name, data in seeds():
        (folder / "picture" / name).write_bytes(data)
        if name.endswith(".bmp"):
            (folder / "bmp" / name.removesuffix(".bmp")).write_bytes(data[2:])  # the target adds the letters
    for order in ("II", "MM"):
        (folder / "exif" / order).write_bytes(exif(order))


if __name__ == "__main__":
    main()
