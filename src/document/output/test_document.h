// Small documents for the tests of the writers.
#pragma once

#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

inline Inlines plain(const std::string& text) { return {{.text = text}}; }

inline Block text_block(BlockKind kind, const std::string& text, int page = 0,
                        PointBox box = {72, 100, 500, 120}) {
  Block block;
  block.kind = kind;
  block.boxes = {{page, box}};
  block.content = plain(text);
  return block;
}

inline Block title_block(int level, const std::string& text, int page = 0) {
  Block block = text_block(BlockKind::kTitle, text, page);
  block.level = level;
  return block;
}

// Rows of texts, one cell each; the first `header_row_count` rows are header cells.
inline Table table_of(const std::vector<std::vector<std::string>>& rows, int header_row_count = 0) {
  Table table;
  table.rows = static_cast<int>(rows.size());
  table.columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  for (int r = 0; r < table.rows; ++r)
    for (int c = 0; c < table.columns; ++c)
      table.cells.push_back(
          {.row = r,
           .column = c,
           .header = r < header_row_count,
           .content = plain(rows[static_cast<size_t>(r)][static_cast<size_t>(c)])});
  return table;
}

inline Block table_block(Table table, int page = 0) {
  Block block;
  block.kind = BlockKind::kTable;
  block.boxes = {{page, {72, 200, 500, 300}}};
  block.table = std::move(table);
  return block;
}

inline Block picture_block(BlockKind kind, const std::string& file_name, int page = 0) {
  Block block;
  block.kind = kind;
  block.boxes = {{page, {72, 200, 500, 300}}};
  block.picture = {.file_name = file_name, .width = 400, .height = 100};
  return block;
}

inline Caption caption_at(const std::string& text, float y0, float y1, int page = 0) {
  return {plain(text), {page, {72, y0, 500, y1}}};
}

// Pages of 600 x 800 points around the blocks.
inline Document document_of(std::vector<Block> blocks, int pages = 1) {
  Document document;
  document.name = "test.pdf";
  document.page_count = pages;
  for (int i = 0; i < pages; ++i)
    document.pages.push_back({.index = i, .width = 600, .height = 800});
  document.blocks = std::move(blocks);
  return document;
}

}  // namespace octavo::document
