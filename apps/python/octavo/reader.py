"""Reading documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from . import _engine
from ._sources import Input, read_source
from .document import Document, PageDocument
from .options import Effort, KvPrecision, Memory, ParseKeywords, ParseOptions, Precision, ReaderOptions, Tier, parse_values
from .parts import Page
from .running import Run, in_background

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Progress(NamedTuple):
    """`done` of `total` selected pages are read; `page` is the latest, in page order."""

    done: int
    total: int
    page: Page


OnProgress = Callable[[Progress], object]
Saved = Mapping[int, bytes | str]


class Reader:
    """Reads documents with networks and models that stay loaded. Thread-safe: calls share its threads.

    Nothing is loaded until a page needs it.

    tier: "basic" (text layer, OCR and small networks), "vlm" (a vision-language model alone), "hybrid" (the model
        where the others are not sure), or "auto": hybrid when there is a model, else basic.
    effort: how much "hybrid" leaves to the model: "fast", "balanced" or "best".
    model: a folder in Hugging Face layout, a .gguf file, or a name from `octavo models list`; empty: the best one here.
    vision: the vision half (mmproj) of a .gguf model; empty: beside it.
    precision: "auto", "f32", "bf16", "int8" or "int4"; kv: "f32", "f16" or "int8", for keys and values.
    vlm_url, vlm_model, vlm_key: an OpenAI-compatible server in place of a model here.
    vlm_replay: a file of recorded answers in place of a model.
    threads: 0: as many as the affinity mask and the cgroup quota allow.
    memory: bytes (or "1.5GB") for a model's keys and values; None: 537 MB.
    """

    def __init__(self, *, tier: Tier = "auto", effort: Effort = "balanced", model: str = "", vision: str = "",
                 precision: Precision = "auto", kv: KvPrecision = "f32", vlm_url: str = "", vlm_model: str = "",
                 vlm_key: str = "", vlm_replay: str = "", threads: int = 0, memory: Memory = None) -> None:  # fmt: skip
        self.options = ReaderOptions(tier, effort, str(model), str(vision), precision, kv, vlm_url, vlm_model, vlm_key,
                                     str(vlm_replay), threads, memory)  # fmt: skip
        values = self.options.values()
        native = _engine.engine()
        _engine.mark_used()
        self._native = native.Reader({**_engine.resources(), **values})

    @classmethod
    def of(cls, options: ReaderOptions) -> Reader:
        """A reader with these options."""
        return cls(**{field.name: getattr(options, field.name) for field in fields(options)})

    def __reduce__(self) -> tuple[object, ...]:
        return Reader.of, (self.options,)

    def __repr__(self) -> str:
        return f"<octavo.Reader tier={self.options.tier!r}>"

    def _parse(self, source: Input, values: dict[str, Any], cancel: Any, on_progress: OnProgress | None,
               on_page: Callable[[PageDocument], object] | None, saved: Saved | None = None) -> Document:  # fmt: skip
        _engine.engine()  # raises in a forked child
        tell = None if on_progress is None else lambda done, total, page: on_progress(Progress(done, total, Page(**page)))
        give = None if on_page is None else lambda held, saved: on_page(PageDocument(held, saved))
        known = dict(saved or {})
        how = {"tier": self.options.tier, "effort": self.options.effort, **values}
        if source.data is None:
            return Document(self._native.parse_path(source.name, how, cancel, tell, give, known))
        return Document(self._native.parse_bytes(source.data, source.name, how, cancel, tell, give, known))

    def parse(self, source: Any, *, name: str | None = None, options: ParseOptions | None = None,
              on_progress: OnProgress | None = None, saved: Saved | None = None,
              **keywords: Unpack[ParseKeywords]) -> Document:  # fmt: skip
        """Reads a document: a path, bytes, a file opened for bytes, a PIL image, or an array of pixels.

        Arrays are uint8: H×W (gray), H×W×3 (RGB) or H×W×4 (RGBA). `name` is what messages and the document call it.
        saved: pages that an earlier call read with the same options, PageDocument.saved by their numbers: they are not
            read again, and the document is as if they had been. A text in their place says why a page is given up:
            it counts as failed. What another version saved, or of another page, is read again.
        The other keywords are those of ParseOptions. The GIL is released; Ctrl-C ends the call within a second.
        """
        values = parse_values(options, keywords)
        return self._parse(read_source(source, name), values, _engine.engine().CancelFlag(), on_progress, None, saved)

    async def parse_async(self, source: Any, *, name: str | None = None, options: ParseOptions | None = None,
                          on_progress: OnProgress | None = None, **keywords: Unpack[ParseKeywords]) -> Document:  # fmt: skip
        """parse() beside the event loop; cancelling the task ends it. `on_progress` is called on another thread."""
        values = parse_values(options, keywords)
        return await in_background(
            lambda cancel: self._parse(read_source(source, name), values, cancel, on_progress, None))

    def pages(self, source: Any, *, name: str | None = None, options: ParseOptions | None = None,
              saved: Saved | None = None, **keywords: Unpack[ParseKeywords]) -> Pages:  # fmt: skip
        """Iterates over the pages as they finish, each a PageDocument; the whole document is `.document` then.

        for page in reader.pages("a.pdf"): print(page.number, page.markdown)

        Pages are read by several threads and come in the order in which they are ready. Also for `async for`.
        saved: as for parse(); those pages do not come.
        """
        values = parse_values(options, keywords)
        opened = read_source(source, name)
        return Pages(lambda give, cancel: self._parse(opened, values, cancel, None, give, saved))

    def page_numbers(self, source: Any, *, name: str | None = None, options: ParseOptions | None = None,
                     **keywords: Unpack[ParseKeywords]) -> list[int]:  # fmt: skip
        """The numbers of the pages that parse() would read, in some milliseconds. Raises what parse() would for a file
        that cannot be opened."""
        _engine.engine()  # raises in a forked child
        opened = read_source(source, name)
        return self._native.page_numbers(opened.name, opened.data, parse_values(options, keywords))

    def draw_page(self, path: str, page: int = 1, *, side: int = 1400, password: str = "") -> bytes:
        """A PNG of one page as a reader sees it; `page` from 1, `side` the longer one in pixels."""
        _engine.engine()
        return self._native.draw_page(str(path), {"page": page - 1, "side": side, "password": password})


class Pages(Run[PageDocument, Document]):
    """Pages as they finish, and then the document."""

    @property
    def document(self) -> Document:
        """The whole document. Waits for it; pages that were not taken yet are passed over."""
        return self.result()
