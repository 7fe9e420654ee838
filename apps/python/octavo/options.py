"""Options as plain, picklable values. Empty and zero mean the engine's defaults."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypedDict

from .errors import InvalidArgument

Tier = Literal["auto", "basic", "vlm", "hybrid"]
Effort = Literal["fast", "balanced", "best"]
Precision = Literal["auto", "f32", "bf16", "int8", "int4"]
KvPrecision = Literal["f32", "f16", "int8"]
Memory = int | str | None

_UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}


def bytes_of(memory: Memory) -> int | None:
    """1500000000, "1.5GB" or "512MiB" as bytes."""
    if memory is None or (isinstance(memory, int) and not isinstance(memory, bool) and memory > 0):
        return memory
    if isinstance(memory, str):
        text = memory.strip().upper()
        number = text.rstrip("BIKMG ")
        try:
            size = int(float(number) * _UNITS[text[len(number):].strip()])
            if size > 0:
                return size
        except (ValueError, KeyError, OverflowError):
            pass
    raise InvalidArgument(f"invalid_argument: memory is {memory!r}", code="invalid_argument",
                          hint="a number of bytes, or text such as '1.5GB' or '512MiB'")


@dataclass(frozen=True)
class ReaderOptions:
    """How a Reader works; see there."""

    tier: Tier = "auto"
    effort: Effort = "balanced"
    model: str = ""
    vision: str = ""
    precision: Precision = "auto"
    kv: KvPrecision = "f32"
    vlm_url: str = ""
    vlm_model: str = ""
    vlm_key: str = ""
    vlm_replay: str = ""
    threads: int = 0
    memory: Memory = None

    def values(self) -> dict[str, Any]:
        return {**asdict(self), "memory": bytes_of(self.memory)}


@dataclass(frozen=True)
class ParseOptions:
    """How one document is read.

    pages: "1-10,-1", "3": counted from 1, negative ones from the end. Empty: all.
    password: of an encrypted file.
    ocr: "auto", "always" or "never".
    language: of scans: "auto", "en" or "ch".
    page_timeout: seconds a page may take; 0: two minutes, or half an hour with a vision-language model.
    pictures: cut figures out of the pages.
    max_pages, max_file_bytes, max_page_pixels, max_picture_pixels: limits; reaching one is reported. None: defaults.
    """

    pages: str = ""
    password: str = ""
    ocr: Literal["auto", "always", "never"] = "auto"
    language: Literal["auto", "en", "ch"] = "auto"
    page_timeout: float = 0
    pictures: bool = True
    max_pages: int | None = None
    max_file_bytes: int | None = None
    max_page_pixels: int | None = None
    max_picture_pixels: int | None = None


class ParseKeywords(TypedDict, total=False):
    """ParseOptions as keywords of a call."""

    pages: str
    password: str
    ocr: Literal["auto", "always", "never"]
    language: Literal["auto", "en", "ch"]
    page_timeout: float
    pictures: bool
    max_pages: int | None
    max_file_bytes: int | None
    max_page_pixels: int | None
    max_picture_pixels: int | None


def parse_values(options: ParseOptions | None, keywords: ParseKeywords) -> dict[str, Any]:
    """The options with the keywords over them. Unknown keywords raise TypeError."""
    return asdict(replace(options or ParseOptions(), **keywords))
