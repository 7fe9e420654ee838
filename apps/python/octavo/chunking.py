"""Pieces bounded in tokens, out of pieces bounded in characters."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, Callable

from .errors import InvalidArgument
from .parts import Chunk

_LEAST_CHARACTERS = 100  # the engine's own
_WORD_OR_MARK = re.compile(r"[A-Za-zÀ-ɏ]+|\d|\S")
_LETTERS_A_TOKEN = 4  # of Latin words; BPE vocabularies have about 4.5 in English prose


def estimated_tokens(text: str) -> int:
    """A token for each digit, mark and character of other scripts, and one for four letters of a word."""
    return sum(-(-len(word) // _LETTERS_A_TOKEN) for word in _WORD_OR_MARK.findall(text))


def counter_of(tokenizer: Callable[[str], Any] | Any) -> Callable[[str], int]:
    if tokenizer is None:
        return estimated_tokens
    count = getattr(tokenizer, "encode", tokenizer)
    if not callable(count):
        raise InvalidArgument("invalid_argument: tokenizer is neither callable nor has it encode()",
                              code="invalid_argument")

    def counted(text: str) -> int:
        result = count(text)
        if isinstance(result, int):
            return result
        return len(getattr(result, "ids", result))  # tokenizers.Encoding has ids

    return counted


def sized_chunks(chunks_of: Callable[[int], str], max_tokens: int | None, max_characters: int,
                 tokenizer: Any) -> list[Chunk]:  # fmt: skip
    if max_tokens is None:
        return _read(chunks_of(max_characters))
    if max_tokens < 1:
        raise InvalidArgument("invalid_argument: max_tokens must be at least 1", code="invalid_argument")
    count = counter_of(tokenizer)
    characters = max(_LEAST_CHARACTERS, max_tokens * _LETTERS_A_TOKEN)
    while True:
        chunks = [replace(chunk, tokens=count(chunk.text)) for chunk in _read(chunks_of(characters))]
        most = max((chunk.tokens or 0 for chunk in chunks), default=0)
        if most <= max_tokens:
            return chunks
        if characters == _LEAST_CHARACTERS:
            break
        characters = max(_LEAST_CHARACTERS, min(characters * max_tokens // most, characters - 1))
    # Fewer tokens than the engine's shortest pieces have: those are cut at spaces, else anywhere.
    pieces = [replace(chunk, text=text, tokens=count(text)) for chunk in chunks
              for text in _halved(chunk.text, max_tokens, count)]
    return [replace(piece, id=number) for number, piece in enumerate(pieces)]


def _halved(text: str, most: int, count: Callable[[str], int]) -> list[str]:
    if count(text) <= most or len(text) <= 1:
        return [text]
    middle = len(text) // 2
    space = text.rfind(" ", 1, middle + 1)
    cut = space if space > 0 else middle
    halves = (text[:cut].strip(), text[cut:].strip())
    return [piece for half in halves if half for piece in _halved(half, most, count)]


def _read(lines: str) -> list[Chunk]:
    return [Chunk.of(json.loads(line)) for line in lines.split("\n") if line]
