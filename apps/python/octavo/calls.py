"""The calls of the package: one reader and one model stay warm behind them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _engine
from .document import Document
from .model import Answer, GenerateKeywords, Model
from .options import Memory, ParseKeywords, ParseOptions, ReaderOptions, Tier
from .reader import OnProgress, Pages, Reader

if TYPE_CHECKING:
    from typing_extensions import Unpack

_lock = threading.Lock()
_readers: dict[ReaderOptions, Reader] = {}
_models: dict[str, Model] = {}
# As octavo ask.
_ASK: GenerateKeywords = {"max_new_tokens": 128, "max_side": 1024}


def _reader(tier: Tier, model: str, threads: int, memory: Memory) -> Reader:
    """The latest one is kept warm; other options take its place."""
    _engine.engine()  # before the lock: in a forked child it may be held for ever
    options = ReaderOptions(tier=tier, model=str(model), threads=threads, memory=memory)
    with _lock:
        if options not in _readers:
            _readers.clear()
            _readers[options] = Reader.of(options)
        return _readers[options]


def parse(source: Any, *, tier: Tier = "auto", model: str = "", threads: int = 0, memory: Memory = None,
          name: str | None = None, options: ParseOptions | None = None, on_progress: OnProgress | None = None,
          **keywords: Unpack[ParseKeywords]) -> Document:  # fmt: skip
    """Reads a document: a path, bytes, a file opened for bytes, a PIL image, or an array of pixels.

    Arrays are uint8: H×W (gray), H×W×3 (RGB) or H×W×4 (RGBA). tier, model, threads and memory are those of Reader; one
    with them stays warm behind the call. Other keywords are those of ParseOptions: pages="1-3", password=...
    """
    reader = _reader(tier, model, threads, memory)
    return reader.parse(source, name=name, options=options, on_progress=on_progress, **keywords)


async def parse_async(source: Any, *, tier: Tier = "auto", model: str = "", threads: int = 0, memory: Memory = None,
                      name: str | None = None, options: ParseOptions | None = None,
                      on_progress: OnProgress | None = None, **keywords: Unpack[ParseKeywords]) -> Document:  # fmt: skip
    """parse() beside the event loop; cancelling the task ends it within about a second."""
    import asyncio

    reader = await asyncio.to_thread(_reader, tier, model, threads, memory)
    return await reader.parse_async(source, name=name, options=options, on_progress=on_progress, **keywords)


def pages(source: Any, *, tier: Tier = "auto", model: str = "", threads: int = 0, memory: Memory = None,
          name: str | None = None, options: ParseOptions | None = None, **keywords: Unpack[ParseKeywords]) -> Pages:  # fmt: skip
    """Iterates over a document's pages as they finish, each a PageDocument; then `.document` is the whole."""
    reader = _reader(tier, model, threads, memory)
    return reader.pages(source, name=name, options=options, **keywords)


def _model(model: str | Model) -> Model:
    if isinstance(model, Model):
        return model
    native = _engine.engine()
    with _lock:
        path = str(model) or native.find_page_model()
        if path not in _models:
            _models.clear()
            _models[path] = Model.load(path)
        return _models[path]


@overload
def ask(image: Any, question: str, *, model: str | Model = "", stream: Literal[False] = False,
        **keywords: Unpack[GenerateKeywords]) -> str: ...  # fmt: skip
@overload
def ask(image: Any, question: str, *, model: str | Model = "", stream: Literal[True],
        **keywords: Unpack[GenerateKeywords]) -> Answer: ...  # fmt: skip
def ask(image: Any, question: str, *, model: str | Model = "", stream: bool = False,
        **keywords: Unpack[GenerateKeywords]) -> str | Answer:  # fmt: skip
    """What a model says about an image (or several in a list). As octavo ask: at most 128 tokens, 1024 pixels a side.

    model: a Model, a path or a name; empty: the best page reader of the store. It stays loaded behind the call.
    stream: gives an iterator over pieces of text in place of the text.
    """
    asked = _model(model)
    how: GenerateKeywords = {**_ASK, **keywords}
    return asked.stream(image, question, **how) if stream else asked.ask(image, question, **how)


async def ask_async(image: Any, question: str, *, model: str | Model = "",
                    **keywords: Unpack[GenerateKeywords]) -> str:  # fmt: skip
    """ask() beside the event loop."""
    import asyncio

    asked = await asyncio.to_thread(_model, model)
    how: GenerateKeywords = {**_ASK, **keywords}
    return (await asked.generate_async([image], [question], **how))[0].text


def cpu_features() -> list[str]:
    """The instruction sets of this processor that the engine makes use of, as /proc/cpuinfo names them."""
    return _engine.engine().cpu_features()
