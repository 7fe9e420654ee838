"""A document loader for LangChain (pip install octavo[langchain])."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from ..reader import Reader
from ._texts import Mode, texts_of


class OctavoLoader(BaseLoader):
    """Loads files as LangChain's documents.

    sources: one or a list of what octavo.parse takes. mode: "document" (one each, Markdown), "page" (one a page,
    Markdown) or "chunk" (pieces for retrieval, of at most max_tokens, with headings, pages and boxes in the metadata).
    reader: an octavo.Reader; None: the one that octavo.parse keeps warm. Other keywords are those of octavo.ParseOptions.
    """

    def __init__(self, sources: Any, *, mode: Mode = "document", max_tokens: int | None = None,
                 reader: Reader | None = None, **keywords: Any) -> None:  # fmt: skip
        self.sources = sources if isinstance(sources, (list, tuple)) else [sources]
        self.mode, self.max_tokens, self.reader, self.keywords = mode, max_tokens, reader, keywords

    def lazy_load(self) -> Iterator[Document]:
        """One document after the other; each file is read when its turn has come."""
        for source in self.sources:
            for text, metadata in texts_of(source, self.mode, self.max_tokens, self.reader, self.keywords):
                yield Document(page_content=text, metadata=metadata)
