"""A document as texts with metadata, for loaders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from ..calls import parse
from ..errors import InvalidArgument
from ..reader import Reader

Mode = Literal["document", "page", "chunk"]


def texts_of(source: Any, mode: Mode, max_tokens: int | None, reader: Reader | None,
             keywords: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:  # fmt: skip
    """(text, metadata that json.dumps takes) of what `reader`, or the one that stays warm, reads. Pages count from 1."""
    document = (reader.parse if reader is not None else parse)(source, **keywords)
    facts = {"source": document.name, "page_count": document.page_count, **document.metadata}
    if mode == "document":
        yield document.markdown, facts
    elif mode == "page":
        for page, text in zip(document.pages, document.page_markdowns()):
            yield text, {**facts, "page": page.number}
    elif mode == "chunk":
        for chunk in document.chunks(max_tokens):
            yield chunk.text, {
                **facts, "chunk": chunk.id, "kind": chunk.kind, "headings": list(chunk.headings),
                "pages": list(chunk.pages), "boxes": [list(box) for box in chunk.boxes],
            }  # fmt: skip
    else:
        raise InvalidArgument(f"invalid_argument: mode is {mode!r}", code="invalid_argument",
                              hint="'document', 'page' or 'chunk'")
