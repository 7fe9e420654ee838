"""What a document is made of. Plain data: comparable, picklable, never changed.

Pages are counted from 1. Boxes are in points (1/72 inch) on the page as it is displayed: origin at the top left, x to
the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

Tree = dict[str, Any]


class Box(NamedTuple):
    """A rectangle on one page, in points, y down."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def of(cls, tree: Tree) -> Box:
        return cls(tree["page"], *tree["bbox"])

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one style. Runs are joined without separators."""

    text: str
    kind: str = "text"  # or "math": LaTeX without delimiters
    styles: tuple[str, ...] = ()  # of bold italic superscript subscript monospace strikethrough underline
    url: str = ""

    @classmethod
    def of(cls, tree: Tree) -> Run:
        return cls(tree["text"], tree["kind"], tuple(tree["styles"]), tree["url"])


def _runs(tree: Tree) -> tuple[Run, ...]:
    return tuple(map(Run.of, tree["runs"]))


@dataclass(frozen=True, slots=True)
class Line:
    """One printed line, before lines were joined into paragraphs. Confidence from 0 to 1."""

    text: str
    box: Box
    runs: tuple[Run, ...]
    confidence: float

    @classmethod
    def of(cls, tree: Tree) -> Line:
        return cls(tree["text"], Box.of(tree["box"]), _runs(tree), tree["confidence"])


@dataclass(frozen=True, slots=True)
class ListItem:
    """`marker` as it is printed ("•", "3.", "b)"); `level` of nesting, 0 outermost."""

    text: str
    marker: str
    level: int
    runs: tuple[Run, ...]
    boxes: tuple[Box, ...]

    @classmethod
    def of(cls, tree: Tree) -> ListItem:
        return cls(tree["text"], tree["marker"], tree["level"], _runs(tree), tuple(map(Box.of, tree["boxes"])))


@dataclass(frozen=True, slots=True)
class Cell:
    """`row` and `column` from 0; lines inside a cell are separated by a newline."""

    row: int
    column: int
    row_span: int
    column_span: int
    header: bool
    text: str
    runs: tuple[Run, ...]
    box: Box

    @classmethod
    def of(cls, tree: Tree) -> Cell:
        return cls(tree["row"], tree["column"], tree["row_span"], tree["column_span"], tree["header"], tree["text"],
                   _runs(tree), Box.of(tree["box"]))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """Every place of the grid of rows × columns is covered by exactly one cell."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, tree: Tree) -> Table:
        return cls(tree["rows"], tree["columns"], tuple(map(Cell.of, tree["cells"])))

    def grid(self) -> list[list[str]]:
        """rows × columns of text; a cell that spans several places stands in its first."""
        out = [[""] * self.columns for _ in range(self.rows)]
        for cell in self.cells:
            out[cell.row][cell.column] = cell.text
        return out


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure cut out of the page, width × height pixels. Its bytes are Document.pictures[file_name]."""

    file_name: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Caption:
    text: str
    box: Box
    runs: tuple[Run, ...]

    @classmethod
    def of(cls, tree: Tree) -> Caption:
        return cls(tree["text"], Box.of(tree["box"]), _runs(tree))


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list, table, figure ... in reading order.

    kind: text title list index table image chart equation code ref_text header footer page_number page_footnote
        aside_text.
    level: of titles, 1 to 6.
    angle: 0, 90, 180 or 270 degrees, clockwise, by which the content was turned on the page.
    boxes: at least one; several when it goes on in another column or on another page.
    source: where it was read from: "text" (the text layer), "ocr", "network" or "vlm"; source_reason says why.
    confidence: 0 to 1.
    """

    kind: str
    text: str
    boxes: tuple[Box, ...]
    source: str
    confidence: float
    level: int = 0
    angle: int = 0
    source_reason: str = ""
    runs: tuple[Run, ...] = ()
    lines: tuple[Line, ...] = ()
    items: tuple[ListItem, ...] = ()
    table: Table | None = None
    picture: Picture | None = None
    captions: tuple[Caption, ...] = ()
    footnotes: tuple[Caption, ...] = ()
    language: str = ""  # of code

    @classmethod
    def of(cls, tree: Tree) -> Block:
        return cls(
            kind=tree["kind"], text=tree["text"], boxes=tuple(map(Box.of, tree["boxes"])), source=tree["source"],
            confidence=tree["confidence"], level=tree["level"], angle=tree["angle"],
            source_reason=tree["source_reason"], runs=_runs(tree), lines=tuple(map(Line.of, tree["lines"])),
            items=tuple(map(ListItem.of, tree["items"])),
            table=Table.of(tree["table"]) if tree["table"] else None,
            picture=Picture(**tree["picture"]) if tree["picture"] else None,
            captions=tuple(map(Caption.of, tree["captions"])), footnotes=tuple(map(Caption.of, tree["footnotes"])),
            language=tree["language"],
        )  # fmt: skip

    @property
    def page(self) -> int:
        """The page it begins on."""
        return self.boxes[0].page


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of one page. Width and height in points, as displayed.

    status: "ok", "degraded" or "failed". rotation: the clockwise turn in degrees that it took to read the page.
    characters: text_layer_characters are in the file's text layer, characters_kept of them reached a block,
    characters_hidden are invisible on the page.
    """

    number: int
    width: float
    height: float
    rotation: int
    status: str
    source: str
    source_reason: str
    blank: bool
    text_layer_characters: int
    characters_kept: int
    characters_hidden: int


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry of the file's own table of contents; `level` 1 is outermost, `y` in points from the top."""

    title: str
    level: int
    page: int | None
    y: float | None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What a reader should know although the result is there. `id` is stable; severity: info, warning or error."""

    severity: str
    id: str
    text: str
    page: int | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document for search. `headings`: the titles above it, outermost first."""

    id: int
    kind: str
    text: str
    headings: tuple[str, ...]
    pages: tuple[int, ...]
    boxes: tuple[Box, ...]
    sources: tuple[str, ...]
    confidence: float
    image: str | None = None  # file name of a figure
    tokens: int | None = field(default=None, compare=False)  # when they were counted

    @classmethod
    def of(cls, tree: Tree) -> Chunk:
        return cls(tree["id"], tree["kind"], tree["text"], tuple(tree["headings"]), tuple(tree["pages"]),
                   tuple(map(Box.of, tree["boxes"])), tuple(tree["sources"]), tree["confidence"],
                   tree.get("image"))  # fmt: skip
