"""docling-core's DoclingDocument (pip install octavo[docling])."""

from __future__ import annotations

import io
from typing import Any

from docling_core.types.doc import (
    BoundingBox, ContentLayer, CoordOrigin, DocItemLabel, DoclingDocument, ImageRef, ProvenanceItem, Size, TableCell,
    TableData,
)  # fmt: skip

from ..document import Document
from ..parts import Block, Box, Table

_LABELS = {
    "ref_text": DocItemLabel.REFERENCE,
    "page_footnote": DocItemLabel.FOOTNOTE,
    "header": DocItemLabel.PAGE_HEADER,
    "footer": DocItemLabel.PAGE_FOOTER,
    "page_number": DocItemLabel.PAGE_FOOTER,
    "equation": DocItemLabel.FORMULA,
}
_FURNITURE = frozenset({"header", "footer", "page_number", "aside_text"})


def to_docling(document: Document) -> DoclingDocument:
    """Blocks in reading order with their boxes; headers and footers in the furniture layer.

    Boxes have their origin at the top left. The second and later boxes of a block that goes on elsewhere follow the
    first in its `prov`. Pictures are embedded when Pillow is installed.
    """
    out = DoclingDocument(name=document.name)
    for page in document.pages:
        out.add_page(page_no=page.number, size=Size(width=page.width, height=page.height))
    for block in document.blocks:
        _add_block(out, block, document.pictures)
    return out


def _prov(box: Box, length: int) -> ProvenanceItem:
    corners = BoundingBox(l=box.x0, t=box.y0, r=box.x1, b=box.y1, coord_origin=CoordOrigin.TOPLEFT)
    return ProvenanceItem(page_no=box.page, bbox=corners, charspan=(0, length))


def _add_block(out: DoclingDocument, block: Block, pictures: dict[str, bytes]) -> None:
    prov = _prov(block.boxes[0], len(block.text))
    layer = ContentLayer.FURNITURE if block.kind in _FURNITURE else ContentLayer.BODY
    if block.kind == "title":
        item: Any = out.add_heading(text=block.text, level=max(block.level, 1), prov=prov)
    elif block.kind in ("list", "index"):
        _add_list(out, block)
        return
    elif block.kind == "table" and block.table:
        item = out.add_table(data=_table_data(block.table), caption=_caption(out, block), prov=prov)
    elif block.kind in ("image", "chart", "table"):
        item = out.add_picture(image=_image(block, pictures), caption=_caption(out, block), prov=prov)
    elif block.kind == "code":
        item = out.add_code(text=block.text, caption=_caption(out, block), prov=prov)
    else:
        math = "".join(run.text for run in block.runs if run.kind == "math")
        text = math if block.kind == "equation" and math else block.text
        item = out.add_text(label=_LABELS.get(block.kind, DocItemLabel.TEXT), text=text, prov=prov,
                            content_layer=layer)  # fmt: skip
    item.prov.extend(_prov(box, len(block.text)) for box in block.boxes[1:])
    for note in block.footnotes:
        footnote = out.add_text(label=DocItemLabel.FOOTNOTE, text=note.text, prov=_prov(note.box, len(note.text)))
        if hasattr(item, "footnotes"):
            item.footnotes.append(footnote.get_ref())


def _add_list(out: DoclingDocument, block: Block) -> None:
    groups = [out.add_list_group()]
    last: Any = None
    for item in block.items:
        level = min(item.level, len(groups))
        if level == len(groups):
            groups.append(out.add_list_group(parent=last if last is not None else groups[-1]))
        del groups[level + 1 :]
        enumerated = any(c.isalnum() for c in item.marker)
        boxes = item.boxes or block.boxes
        last = out.add_list_item(text=item.text, enumerated=enumerated, marker=item.marker, parent=groups[level],
                                 prov=_prov(boxes[0], len(item.text)))  # fmt: skip
        last.prov.extend(_prov(box, len(item.text)) for box in boxes[1:])


def _caption(out: DoclingDocument, block: Block) -> Any:
    if not block.captions:
        return None
    text = " ".join(caption.text for caption in block.captions)
    return out.add_text(label=DocItemLabel.CAPTION, text=text, prov=_prov(block.captions[0].box, len(text)))


def _table_data(table: Table) -> TableData:
    cells = [
        TableCell(text=cell.text, row_span=cell.row_span, col_span=cell.column_span, start_row_offset_idx=cell.row,
                  end_row_offset_idx=cell.row + cell.row_span, start_col_offset_idx=cell.column,
                  end_col_offset_idx=cell.column + cell.column_span, column_header=cell.header,
                  bbox=_prov(cell.box, 0).bbox if cell.box.width > 0 else None)
        for cell in table.cells
    ]  # fmt: skip
    return TableData(num_rows=table.rows, num_cols=table.columns, table_cells=cells)


def _image(block: Block, pictures: dict[str, bytes]) -> ImageRef | None:
    data = pictures.get(block.picture.file_name) if block.picture else None
    if data is None:
        return None
    try:
        from PIL import Image
    except ImportError:
        return None
    image = Image.open(io.BytesIO(data))
    width = block.boxes[0].width
    return ImageRef.from_pil(image, dpi=round(image.width * 72 / width) if width > 0 else 72)
