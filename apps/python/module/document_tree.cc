#include "document_tree.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace octavo::python {
namespace {

namespace nb = nanobind;

// A list of what `tree_of` makes of each value.
template <class T, class TreeOf>
nb::list list_of(const std::vector<T>& values, TreeOf tree_of) {
  nb::list out;
  for (const T& value : values) out.append(tree_of(value));
  return out;
}

// Two decimals: finer than any pixel. The JSON files have one.
double short_length(float value) { return std::round(static_cast<double>(value) * 100) / 100; }
double short_fraction(float value) { return std::round(static_cast<double>(value) * 1000) / 1000; }

nb::dict box_tree(const PageBox& box) {
  nb::list corners;
  for (const float value : {box.box.x0, box.box.y0, box.box.x1, box.box.y1})
    corners.append(short_length(value));
  nb::dict out;
  out["page"] = box.page + 1;
  out["bbox"] = corners;
  return out;
}

nb::list styles_tree(uint8_t style) {
  constexpr std::array<std::pair<InlineStyle, std::string_view>, 7> kNames{
      {{kBold, "bold"},
       {kItalic, "italic"},
       {kSuperscript, "superscript"},
       {kSubscript, "subscript"},
       {kMonospace, "monospace"},
       {kStrikethrough, "strikethrough"},
       {kUnderline, "underline"}}};
  nb::list out;
  for (const auto& [bit, name] : kNames)
    if ((style & bit) != 0) out.append(name);
  return out;
}

nb::list runs_tree(const Inlines& inlines) {
  return list_of(inlines, [](const Inline& run) {
    nb::dict out;
    out["kind"] = run.kind == InlineKind::kMath ? "math" : "text";
    out["text"] = run.text;
    out["styles"] = styles_tree(run.style);
    out["url"] = run.url;
    return out;
  });
}

nb::dict line_tree(const Line& line) {
  nb::dict out;
  out["text"] = plain_text(line.content);
  out["box"] = box_tree(line.box);
  out["runs"] = runs_tree(line.content);
  out["confidence"] = short_fraction(line.confidence);
  return out;
}

nb::dict item_tree(const ListItem& item) {
  nb::dict out;
  out["marker"] = item.marker;
  out["level"] = item.level;
  out["text"] = plain_text(item.content);
  out["runs"] = runs_tree(item.content);
  out["boxes"] = list_of(item.boxes, box_tree);
  return out;
}

nb::dict cell_tree(const TableCell& cell) {
  nb::dict out;
  out["row"] = cell.row;
  out["column"] = cell.column;
  out["row_span"] = cell.row_span;
  out["column_span"] = cell.column_span;
  out["header"] = cell.header;
  out["text"] = plain_text(cell.content);
  out["runs"] = runs_tree(cell.content);
  out["box"] = box_tree(cell.box);
  return out;
}

nb::object table_tree(const Table& table) {
  if (table.cells.empty()) return nb::none();
  nb::dict out;
  out["rows"] = table.rows;
  out["columns"] = table.columns;
  out["cells"] = list_of(table.cells, cell_tree);
  return std::move(out);
}

nb::object picture_tree(const Picture& picture) {
  if (picture.file_name.empty()) return nb::none();
  nb::dict out;
  out["file_name"] = picture.file_name;
  out["width"] = picture.width;
  out["height"] = picture.height;
  return std::move(out);
}

nb::dict caption_tree(const Caption& caption) {
  nb::dict out;
  out["text"] = plain_text(caption.content);
  out["runs"] = runs_tree(caption.content);
  out["box"] = box_tree(caption.box);
  return out;
}

nb::dict block_tree(const Block& block) {
  nb::dict out;
  out["kind"] = block_kind_name(block.kind);
  out["text"] = plain_text(block.content);
  out["level"] = block.level;
  out["angle"] = block.angle;
  out["boxes"] = list_of(block.boxes, box_tree);
  out["source"] = source_name(block.source);
  out["source_reason"] = block.source_reason;
  out["confidence"] = short_fraction(block.confidence);
  out["runs"] = runs_tree(block.content);
  out["lines"] = list_of(block.lines, line_tree);
  out["items"] = list_of(block.items, item_tree);
  out["table"] = table_tree(block.table);
  out["picture"] = picture_tree(block.picture);
  out["captions"] = list_of(block.captions, caption_tree);
  out["footnotes"] = list_of(block.footnotes, caption_tree);
  out["language"] = block.language;
  return out;
}

nb::object number_of(int page) { return page < 0 ? nb::none() : nb::cast(page + 1); }

}  // namespace

nb::list blocks_tree(const Document& document) { return list_of(document.blocks, block_tree); }

nb::dict page_tree(const PageInfo& page) {
  nb::dict out;
  out["number"] = page.index + 1;
  out["width"] = short_length(page.width);
  out["height"] = short_length(page.height);
  out["rotation"] = page.rotation;
  out["status"] = page_status_name(page.status);
  out["source"] = source_name(page.source);
  out["source_reason"] = page.source_reason;
  out["blank"] = page.blank;
  out["text_layer_characters"] = page.text_layer_characters;
  out["characters_kept"] = page.characters_kept;
  out["characters_hidden"] = page.characters_hidden;
  return out;
}

nb::list pages_tree(const Document& document) { return list_of(document.pages, page_tree); }

nb::list outline_tree(const Document& document) {
  return list_of(document.outline, [](const OutlineEntry& entry) {
    nb::dict out;
    out["title"] = entry.title;
    out["level"] = entry.level;
    out["page"] = number_of(entry.page);
    out["y"] = entry.y < 0 ? nb::none() : nb::cast(short_length(entry.y));
    return out;
  });
}

nb::list diagnostics_tree(const Document& document) {
  return list_of(document.diagnostics, [](const Diagnostic& diagnostic) {
    nb::dict out;
    out["severity"] = severity_name(diagnostic.severity);
    out["id"] = diagnostic.id;
    out["text"] = diagnostic.text;
    out["page"] = number_of(diagnostic.page);
    return out;
  });
}

}  // namespace octavo::python
