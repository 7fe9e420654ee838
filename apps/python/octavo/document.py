"""A parsed document."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable

from .chunking import sized_chunks
from .parts import Block, Chunk, Diagnostic, OutlineEntry, Page

if TYPE_CHECKING:
    import os
    from pathlib import Path


class Document:
    """Blocks in reading order, and the formats people use. Immutable; any thread may read it.

    Attributes are made when they are first asked for and kept.
    """

    def __init__(self, held: Any) -> None:
        self._held = held

    def __repr__(self) -> str:
        return f"<octavo.Document {self.name!r}: {len(self.pages)} of {self.page_count} pages, {len(self.blocks)} blocks>"

    # What it is.

    @cached_property
    def _facts(self) -> dict[str, Any]:
        return self._held.facts()

    @property
    def name(self) -> str:
        """The path or name as it was given."""
        return self._facts["name"]

    @property
    def title(self) -> str:
        """Of the file's own description; often empty, or another title than the printed one."""
        return self._facts["title"]

    @property
    def metadata(self) -> dict[str, str]:
        """title, author, subject, keywords, creator and producer, as the file says; empty ones are left out."""
        names = ("title", "author", "subject", "keywords", "creator", "producer")
        return {name: self._facts[name] for name in names if self._facts[name]}

    @property
    def tier(self) -> str:
        """What read it: "basic", "vlm" or "hybrid"."""
        return self._facts["tier"]

    @property
    def page_count(self) -> int:
        """Pages of the file, whichever were selected."""
        return self._facts["page_count"]

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages that were selected, in ascending order."""
        return tuple(Page(**tree) for tree in self._held.pages())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """In reading order over the whole document, headers and footers included."""
        return tuple(map(Block.of, self._held.blocks()))

    @cached_property
    def outline(self) -> tuple[OutlineEntry, ...]:
        return tuple(OutlineEntry(**tree) for tree in self._held.outline())

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Damage that was tolerated, caps that were applied, text that was left out."""
        return tuple(Diagnostic(**tree) for tree in self._held.diagnostics())

    @cached_property
    def pictures(self) -> dict[str, bytes]:
        """Figures as JPEG files, by the name that the outputs call them by ("images/<hash>.jpg")."""
        return self._held.pictures()

    # What it becomes.

    @cached_property
    def markdown(self) -> str:
        """GitHub-flavoured Markdown."""
        return self.to_markdown()

    def to_markdown(self, *, tables: str = "auto", headers: str = "none", picture_prefix: str = "") -> str:
        """Markdown with a choice.

        tables: "pipe", "html", or "auto": pipes for short cells without spans.
        headers: running heads, feet, page numbers and marginal notes: "none", "first" (each text once) or "all".
        picture_prefix: stands before the names of pictures.
        """
        return self._held.markdown({"tables": tables, "headers": headers, "picture_prefix": picture_prefix})

    def page_markdowns(self, *, tables: str = "auto", headers: str = "none") -> list[str]:
        """Markdown of each page of `pages`, in order. A block over a page break stands on the page it begins on."""
        return self._held.page_markdowns({"tables": tables, "headers": headers})

    @cached_property
    def html(self) -> str:
        """One page that needs nothing else: style and pictures inside, no script."""
        return self.to_html()

    def to_html(self, *, headers: str = "none", picture_prefix: str = "") -> str:
        return self._held.html({"headers": headers, "picture_prefix": picture_prefix})

    @cached_property
    def content_list(self) -> list[dict[str, Any]]:
        """MinerU 3.x's content_list: a flat list, boxes in thousandths of the page, page_idx from 0."""
        return json.loads(self._held.content_list())

    @cached_property
    def content_list_v2(self) -> list[list[dict[str, Any]]]:
        return json.loads(self._held.content_list_v2())

    @cached_property
    def middle_json(self) -> dict[str, Any]:
        """MinerU 3.x's middle.json."""
        return json.loads(self._held.middle())

    @cached_property
    def structured_content(self) -> dict[str, Any]:
        """MinerU 4.x's structured_content.json."""
        return json.loads(self._held.structured_content())

    @cached_property
    def report(self) -> dict[str, Any]:
        """What was read from where, and what was skipped or capped."""
        return json.loads(self._held.report())

    def to_dict(self) -> dict[str, Any]:
        """All of it as dictionaries, lists, text and numbers, with the names of this class and octavo.Block: what
        json.dumps takes. Bytes of pictures are left out."""
        held = self._held
        return {**self._facts, "pages": held.pages(), "outline": held.outline(), "diagnostics": held.diagnostics(),
                "blocks": held.blocks()}  # fmt: skip

    def chunks(self, max_tokens: int | None = None, *, max_characters: int = 2000,
               tokenizer: Callable[[str], Any] | Any = None) -> list[Chunk]:  # fmt: skip
        """Pieces for search, in document order, with the headings above each, its pages and boxes.

        Cut between paragraphs, rows of tables (heads repeated) and items of lists, else at ends of sentences.
        max_tokens: no piece has more. Counted by `tokenizer`: a callable that gives a number or a sequence, or an
            object with encode(text). Without one the count is estimated, rather too high than too low.
        max_characters: the bound where max_tokens is None; at least 100.
        """
        return sized_chunks(self._held.chunks, max_tokens, max_characters, tokenizer)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Writes <stem>.md and its pictures into the folder, which is made; gives the path of the Markdown."""
        from pathlib import Path

        folder = Path(folder)
        stem = Path(self.name).stem or "document"
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.pictures.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        path = folder / f"{stem}.md"
        path.write_text(self.markdown, encoding="utf-8")
        return path


class PageDocument(Document):
    """One page by itself, as soon as it is read: what it is without its neighbours.

    A paragraph or table that goes on over the page break is in two pieces here and one in the whole document.
    saved: the page as bytes, its pictures inside, for parse(saved=...) of a later call or of another process.
    """

    def __init__(self, held: Any, saved: bytes) -> None:
        super().__init__(held)
        self.saved = saved

    def __repr__(self) -> str:
        return f"<octavo.PageDocument {self.number}: {self.page.status}, {len(self.blocks)} blocks>"

    @property
    def page(self) -> Page:
        return self.pages[0]

    @property
    def number(self) -> int:
        """From 1."""
        return self.page.number
