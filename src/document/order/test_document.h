// Documents made by hand for tests: page blocks at places.
#pragma once

#include <string>
#include <vector>

#include "document/order/assemble_document.h"

namespace octavo::document::test {

// A block of text with its box; everything else can be changed afterwards.
inline PageBlock make_block(BlockKind kind, const std::string& text,
                            PointBox box = {72, 100, 300, 112}) {
  PageBlock out;
  out.block.kind = kind;
  if (!text.empty()) out.block.content = {{.text = text}};
  out.block.boxes = {{0, box}};
  out.block.lines = {{{0, box}, out.block.content, 1}};
  out.size = 10;
  out.rows = 3;
  switch (kind) {
    case BlockKind::kTitle:
      out.region_kind = RegionKind::kTitle;
      break;
    case BlockKind::kTable:
      out.region_kind = RegionKind::kTable;
      break;
    case BlockKind::kImage:
      out.region_kind = RegionKind::kFigure;
      break;
    default:
      break;
  }
  return out;
}

// Running text: how it starts and ends decides whether it is joined.
inline PageBlock make_text(const std::string& text, bool goes_on, bool ends_open,
                           PointBox box = {72, 100, 300, 140}) {
  PageBlock out = make_block(BlockKind::kText, text, box);
  out.starts_flush = true;
  out.starts_mid_sentence = goes_on;
  out.ends_open = ends_open;
  out.end_space = ends_open ? 2 : 100;
  out.first_width = 20;
  return out;
}

inline PageBlock make_title(const std::string& text, float size, bool bold = true) {
  PageBlock out = make_block(BlockKind::kTitle, text);
  out.size = size;
  out.bold = bold;
  return out;
}

inline PageBlock make_caption(const std::string& text, PointBox box) {
  PageBlock out = make_block(BlockKind::kText, text, box);
  out.region_kind = RegionKind::kCaption;
  return out;
}

// Cells of single lines; `rows` all have one length.
inline PageBlock make_table(const std::vector<std::vector<std::string>>& rows,
                            PointBox box = {72, 100, 372, 200}) {
  PageBlock out = make_block(BlockKind::kTable, "", box);
  Table& table = out.block.table;
  table.rows = static_cast<int>(rows.size());
  table.columns = static_cast<int>(rows.front().size());
  const float width = box.width() / static_cast<float>(table.columns);
  for (int r = 0; r < table.rows; ++r)
    for (int c = 0; c < table.columns; ++c) {
      TableCell cell{.row = r, .column = c, .header = r == 0};
      const std::string& text = rows[static_cast<size_t>(r)][static_cast<size_t>(c)];
      if (!text.empty()) cell.content = {{.text = text}};
      cell.box = {0,
                  {box.x0 + width * static_cast<float>(c), 0,
                   box.x0 + width * static_cast<float>(c + 1), 10}};
      table.cells.push_back(cell);
    }
  return out;
}

inline std::vector<PageBlocks> make_pages(std::vector<std::vector<PageBlock>> blocks) {
  std::vector<PageBlocks> pages;
  for (size_t i = 0; i < blocks.size(); ++i) {
    PageBlocks page;
    page.info.index = static_cast<int>(i);
    page.info.width = 612;
    page.info.height = 792;
    for (PageBlock& block : blocks[i]) {
      for (PageBox& box : block.block.boxes) box.page = static_cast<int>(i);
      page.blocks.push_back(std::move(block));
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

inline Document assemble(std::vector<std::vector<PageBlock>> blocks,
                         const SourceFacts& facts = {}) {
  return assemble_document(facts, make_pages(std::move(blocks)));
}

inline std::vector<std::string> texts(const Document& document) {
  std::vector<std::string> out;
  out.reserve(document.blocks.size());
  for (const Block& block : document.blocks) out.push_back(plain_text(block.content));
  return out;
}

inline std::vector<BlockKind> kinds(const Document& document) {
  std::vector<BlockKind> out;
  out.reserve(document.blocks.size());
  for (const Block& block : document.blocks) out.push_back(block.kind);
  return out;
}

inline std::vector<int> levels(const Document& document) {
  std::vector<int> out;
  for (const Block& block : document.blocks)
    if (block.kind == BlockKind::kTitle) out.push_back(block.level);
  return out;
}

}  // namespace octavo::document::test
