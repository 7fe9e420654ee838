// Documents for the tests of asking.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "octavo/document.h"

namespace octavo::ask {

inline Block text_block(const std::string& text, int page = 0, BlockKind kind = BlockKind::kText) {
  Block block;
  block.kind = kind;
  block.boxes = {{page, {50, 100, 500, 120}}};
  block.content = {{.text = text}};
  return block;
}

inline Block title_block(int level, const std::string& text, int page = 0) {
  Block block = text_block(text, page, BlockKind::kTitle);
  block.level = level;
  return block;
}

// Cell (r, c) lies at x = 100 c, y = 200 + 10 r, 90 wide and 8 high.
inline Block table_block(const std::vector<std::vector<std::string>>& rows, int heads,
                         int page = 0) {
  Block block;
  block.kind = BlockKind::kTable;
  block.boxes = {{page, {0, 200, 500, 300}}};
  block.table.rows = static_cast<int>(rows.size());
  block.table.columns = static_cast<int>(rows.front().size());
  for (int r = 0; r < block.table.rows; ++r)
    for (int c = 0; c < block.table.columns; ++c) {
      TableCell cell{.row = r, .column = c, .header = r < heads};
      cell.content = {{.text = rows[static_cast<size_t>(r)][static_cast<size_t>(c)]}};
      const float x = 100.0F * static_cast<float>(c), y = 200.0F + 10.0F * static_cast<float>(r);
      cell.box = {page, {x, y, x + 90, y + 8}};
      block.table.cells.push_back(std::move(cell));
    }
  return block;
}

inline Block list_block(const std::vector<std::string>& items, int page = 0) {
  Block block = text_block("", page, BlockKind::kList);
  for (const std::string& item : items) block.items.push_back({"•", 0, {{.text = item}}, {}});
  return block;
}

inline Document document_of(std::vector<Block> blocks, const std::string& name = "a.pdf") {
  Document document;
  document.name = name;
  document.blocks = std::move(blocks);
  return document;
}

// A small contract: three headings, clauses, a list and a table over two pages.
inline Document contract() {
  return document_of(
      {title_block(1, "Service Agreement"),
       text_block("This agreement is made on 3 February 2025 between Harrow Archives and Tidewater "
                  "Scanning."),
       title_block(2, "1. Services"), text_block("The Provider shall, for each volume:"),
       list_block({"collect it from the Client;", "make images at no less than 400 dots per inch;",
                   "return it within twenty days after collection."}),
       title_block(2, "2. Fees", 1),
       text_block(
           "The Client pays within thirty days. After that date interest of 4 % a year is due.", 1),
       table_block({{"Lot", "Materials", "Fee (£)"},
                    {"1", "Minute books", "11,520.00"},
                    {"2", "Letter books", "29,120.00"}},
                   1, 1),
       title_block(2, "3. Law", 1), text_block("The law of England applies.", 1)});
}

}  // namespace octavo::ask
