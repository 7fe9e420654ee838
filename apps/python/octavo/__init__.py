"""Octavo reads documents on a plain CPU: a PDF or picture in; Markdown, JSON or HTML out.

    import octavo

    document = octavo.parse("report.pdf")
    print(document.markdown)
    for block in document.blocks:
        print(block.kind, block.page, block.boxes, block.text)

Pages are counted from 1, boxes are in points (1/72 inch) on the displayed page, y down. Importing loads no model and no
library; the first call does. Nothing prints. Errors are octavo.OctavoError with a stable `code`, a `page` and a `hint`.
"""

# As typing has it, which takes longer to import than the rest of this file.
TYPE_CHECKING = False

from . import _engine

if TYPE_CHECKING:
    from .calls import ask, ask_async, cpu_features, pages, parse, parse_async
    from .document import Document, PageDocument
    from .errors import (
        Cancelled, ForkError, InvalidArgument, LimitExceeded, ModelError, OctavoError, OutputError, PageError,
        ServerError, SourceEncrypted, SourceError, SourceNotFound,
    )  # fmt: skip
    from .model import Answer, Generation, MemoryFootprint, Model
    from .options import ParseOptions, ReaderOptions
    from .parts import (
        Block, Box, Caption, Cell, Chunk, Diagnostic, Line, ListItem, OutlineEntry, Page, Picture, Run, Table,
    )  # fmt: skip
    from .reader import Pages, Progress, Reader

    __version__: str

# Modules of the package, and what each gives; imported when one of its names is first used.
_NAMES = {
    "calls": ("ask", "ask_async", "cpu_features", "pages", "parse", "parse_async"),
    "document": ("Document", "PageDocument"),
    "errors": ("Cancelled", "ForkError", "InvalidArgument", "LimitExceeded", "ModelError", "OctavoError", "OutputError",
               "PageError", "ServerError", "SourceEncrypted", "SourceError", "SourceNotFound"),
    "model": ("Answer", "Generation", "MemoryFootprint", "Model"),
    "options": ("ParseOptions", "ReaderOptions"),
    "parts": ("Block", "Box", "Caption", "Cell", "Chunk", "Diagnostic", "Line", "ListItem", "OutlineEntry", "Page",
              "Picture", "Run", "Table"),
    "reader": ("Pages", "Progress", "Reader"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}
__all__ = sorted(_MODULE_OF)

_engine.check_processor()


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("octavo")
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'octavo' has no attribute '{name}'")
    import importlib

    value = getattr(importlib.import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
