#include "document/order/split_cells.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace octavo::document {
namespace {

bool is_wide(const std::string& text) {
  const std::u32string chars = to_utf32(text);
  return !chars.empty() && is_cjk(chars.front());
}

bool is_empty(const TableCell& cell) { return trim(plain_text(cell.content)).empty(); }

void move_content(TableCell& from, TableCell& to) {
  if (is_empty(from)) return;
  if (!is_empty(to) && !is_wide(plain_text(from.content))) to.content.push_back({.text = " "});
  std::move(from.content.begin(), from.content.end(), std::back_inserter(to.content));
  from.content.clear();
}

void remove_row(Table& table, int row) {
  std::erase_if(table.cells, [&](const TableCell& cell) { return cell.row == row; });
  for (TableCell& cell : table.cells)
    if (cell.row > row) --cell.row;
  --table.rows;
}

}  // namespace

std::vector<size_t> row_segments(const Table& table, int row) {
  std::vector<size_t> segments;
  for (size_t i = 0; i < table.cells.size(); ++i) {
    const TableCell& cell = table.cells[i];
    if (cell.row <= row && row < cell.row + std::max(cell.row_span, 1)) segments.push_back(i);
  }
  std::stable_sort(segments.begin(), segments.end(), [&](size_t a, size_t b) {
    return table.cells[a].column < table.cells[b].column;
  });
  return segments;
}

std::vector<std::string> segment_texts(const Table& table, const std::vector<size_t>& segments) {
  std::vector<std::string> texts;
  for (const size_t i : segments)
    texts.push_back(collapse_spaces(plain_text(table.cells[i].content)));
  return texts;
}

void join_cells(Table& above, Table& below, int row, const std::vector<bool>& go_on) {
  const std::vector<size_t> upper = row_segments(above, above.rows - 1);
  const std::vector<size_t> lower = row_segments(below, row);
  if (upper.size() != lower.size() || go_on.size() != lower.size()) return;
  bool whole = true;
  for (size_t i = 0; i < lower.size(); ++i) {
    TableCell& cell = below.cells[lower[i]];
    const bool single = cell.row == row && cell.row_span <= 1;
    if (go_on[i] && single) move_content(cell, above.cells[upper[i]]);
    whole = whole && single && is_empty(cell);
  }
  const bool any = std::find(go_on.begin(), go_on.end(), true) != go_on.end();
  if (any && whole) remove_row(below, row);
}

}  // namespace octavo::document
