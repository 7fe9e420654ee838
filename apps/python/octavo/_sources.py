"""What people hand over as a document or a picture, as a path or as bytes."""

from __future__ import annotations

import os
import struct
import zlib
from typing import Any, NamedTuple

from .errors import InvalidArgument


class Input(NamedTuple):
    """Either a path (data is None), or bytes with the name that messages call them by."""

    name: str
    data: bytes | None


def read_source(source: Any, name: str | None = None) -> Input:
    """A path (str or os.PathLike), bytes, a file opened for reading bytes, a PIL image, or an array of pixels.

    Arrays: uint8, rows first: H×W (gray), H×W×3 (red, green, blue) or H×W×4 (with alpha, 255 opaque).
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        try:
            path.encode()
        except UnicodeEncodeError:  # a name that is no UTF-8: the engine's names are
            with open(path, "rb") as file:
                return Input(name or path.encode("utf-8", "replace").decode(), file.read())
        return Input(path, None)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Input(name or "bytes", bytes(source))
    if hasattr(source, "read"):
        data = source.read()
        if not isinstance(data, bytes):
            raise _unfit(f"a file opened for text ({source!r}): open it with mode 'rb'")
        given = getattr(source, "name", None)
        return Input(name or (os.path.basename(given) if isinstance(given, str) else "stream"), data)
    if hasattr(source, "tobytes") and hasattr(source, "mode") and hasattr(source, "size"):
        return Input(name or "image", _png_of_pil(source))
    if hasattr(source, "dtype") and hasattr(source, "shape"):
        return Input(name or "array", _png_of_array(source))
    raise _unfit(f"a {type(source).__name__}")


def _unfit(what: str) -> InvalidArgument:
    return InvalidArgument(f"invalid_argument: cannot read {what}", code="invalid_argument",
                           hint="a path, bytes, a file opened for bytes, a PIL image or a uint8 array")


_CHANNELS = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}


def _png_of_pil(image: Any) -> bytes:
    dpi = image.info.get("dpi")
    orientation = image.getexif().get(0x0112, 1) if hasattr(image, "getexif") else 1
    if orientation != 1:  # as the engine does with the file itself
        from PIL import ImageOps

        image = ImageOps.exif_transpose(image)
    if image.mode == "P" and "transparency" in image.info:
        image = image.convert("RGBA")
    elif image.mode in ("1", "I;16", "I", "F"):
        image = image.convert("L") if image.mode == "1" else _eight_bits(image)
    elif image.mode not in _CHANNELS:
        image = image.convert("RGB")
    width, height = image.size
    return png(width, height, _CHANNELS[image.mode], image.tobytes(), dpi[0] if dpi else None)


def _eight_bits(image: Any) -> Any:
    """Of 16-bit gray the high byte; of floats, values from 0 to 255 are taken as they are."""
    return image.convert("F").point(lambda v: v * (1 / 257 if image.mode != "F" else 1)).convert("L")


def _png_of_array(array: Any) -> bytes:
    shape = tuple(int(size) for size in array.shape)
    if str(array.dtype) == "bool":
        array = array.astype("uint8") * 255
    channels = shape[2] if len(shape) == 3 else 1
    if str(array.dtype) != "uint8" or len(shape) not in (2, 3) or channels not in (1, 3, 4) or 0 in shape:
        raise _unfit(f"an array of shape {shape} and type {array.dtype}")
    return png(shape[1], shape[0], channels, array.tobytes(), None)


def png(width: int, height: int, channels: int, pixels: bytes, dpi: float | None) -> bytes:
    """Rows of 8-bit pixels as a PNG file, stored without compression: it is read again at once."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    stride = width * channels
    rows = b"".join(b"\0" + pixels[at : at + stride] for at in range(0, height * stride, stride))

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    parts = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))]
    if dpi:
        per_meter = round(float(dpi) / 0.0254)
        parts.append(chunk(b"pHYs", struct.pack(">IIB", per_meter, per_meter, 1)))
    parts += [chunk(b"IDAT", zlib.compress(rows, 0)), chunk(b"IEND", b"")]
    return b"".join(parts)
