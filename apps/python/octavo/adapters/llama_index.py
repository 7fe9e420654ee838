"""A reader for LlamaIndex (pip install octavo[llama-index])."""

from __future__ import annotations

from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from ..reader import Reader
from ._texts import Mode, texts_of


class OctavoReader(BaseReader):
    """Reads files as LlamaIndex's documents, also as SimpleDirectoryReader(file_extractor={".pdf": OctavoReader()}).

    mode, max_tokens, reader and keywords as for octavo.adapters.langchain.OctavoLoader.
    """

    def __init__(self, *, mode: Mode = "document", max_tokens: int | None = None, reader: Reader | None = None,
                 **keywords: Any) -> None:  # fmt: skip
        self.mode, self.max_tokens, self.reader, self.keywords = mode, max_tokens, reader, keywords

    def load_data(self, file: Any, extra_info: dict[str, Any] | None = None, **_: Any) -> list[Document]:
        """`file`: what octavo.parse takes; `extra_info` goes into each document's metadata."""
        return [Document(text=text, metadata={**metadata, **(extra_info or {})})
                for text, metadata in texts_of(file, self.mode, self.max_tokens, self.reader, self.keywords)]
