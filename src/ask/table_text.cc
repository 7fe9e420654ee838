#include "ask/table_text.h"

#include <algorithm>

#include "base/utf8.h"

namespace octavo::ask {
namespace {

// More than any table of a page; bounds what a damaged one can ask for.
constexpr int64_t kMostPlaces = 1'000'000;

using Grid = std::vector<std::vector<const TableCell*>>;

Grid grid_of(const Table& table) {
  if (table.rows <= 0 || table.columns <= 0 || int64_t{table.rows} * table.columns > kMostPlaces)
    return {};
  Grid grid(static_cast<size_t>(table.rows),
            std::vector<const TableCell*>(static_cast<size_t>(table.columns), nullptr));
  for (const TableCell& cell : table.cells) {
    const int64_t below = std::min<int64_t>(table.rows, int64_t{cell.row} + cell.row_span);
    const int64_t right = std::min<int64_t>(table.columns, int64_t{cell.column} + cell.column_span);
    for (int64_t r = std::max(0, cell.row); r < below; ++r)
      for (int64_t c = std::max(0, cell.column); c < right; ++c)
        grid[static_cast<size_t>(r)][static_cast<size_t>(c)] = &cell;
  }
  return grid;
}

std::string text_of(const TableCell* cell) {
  return cell == nullptr ? std::string() : collapse_spaces(plain_text(cell->content));
}

bool has_digit(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

// Rows marked as heads at the top; else the first when it is all words and numbers stand below.
size_t head_rows(const Grid& grid) {
  size_t marked = 0;
  while (marked < grid.size() &&
         std::all_of(
             grid[marked].begin(), grid[marked].end(),
             [](const TableCell* cell) { return cell == nullptr || cell->header; }))
    ++marked;
  if (marked > 0 && marked < grid.size()) return marked;
  if (grid.size() < 2 || grid.front().size() < 2) return 0;
  for (size_t c = 0; c < grid.front().size(); ++c) {
    const std::string text = text_of(grid.front()[c]);
    if (has_digit(text) || (text.empty() && c > 0)) return 0;
  }
  const auto& below = grid[1];
  return std::any_of(below.begin(), below.end(),
                     [](const TableCell* cell) { return has_digit(text_of(cell)); })
             ? 1
             : 0;
}

std::vector<std::string> heads_of(const Grid& grid, size_t rows) {
  std::vector<std::string> heads(grid.front().size());
  for (size_t c = 0; c < heads.size(); ++c) {
    const TableCell* above = nullptr;
    for (size_t r = 0; r < rows; ++r) {
      const TableCell* cell = grid[r][c];
      const std::string text = text_of(cell);
      if (!text.empty() && cell != above) heads[c] += (heads[c].empty() ? "" : " ") + text;
      above = cell;
    }
  }
  return heads;
}

std::string row_text(const std::vector<const TableCell*>& row,
                     const std::vector<std::string>& heads) {
  const bool pair = row.size() == 2 && heads[0].empty() && heads[1].empty();
  std::string text;
  const TableCell* before = nullptr;
  for (size_t c = 0; c < row.size(); ++c) {
    if (row[c] == before && before != nullptr) continue;
    before = row[c];
    const std::string value = text_of(row[c]);
    if (value.empty()) continue;
    if (!text.empty()) text += pair ? ": " : " | ";
    if (!heads[c].empty()) text += heads[c] + ": ";
    text += value;
  }
  return text;
}

std::vector<PageBox> boxes_of(const std::vector<const TableCell*>& row) {
  std::vector<PageBox> boxes;
  for (const TableCell* cell : row) {
    if (cell == nullptr || cell->box.box.empty()) continue;
    const auto page = std::find_if(boxes.begin(), boxes.end(),
                                   [&](const PageBox& box) { return box.page == cell->box.page; });
    if (page == boxes.end())
      boxes.push_back(cell->box);
    else
      page->box = hull(page->box, cell->box.box);
  }
  return boxes;
}

}  // namespace

std::vector<RowText> row_texts(const Table& table) {
  std::vector<RowText> rows;
  const Grid grid = grid_of(table);
  if (grid.empty()) return rows;
  const size_t first = head_rows(grid);
  const std::vector<std::string> heads = heads_of(grid, first);
  for (size_t r = first; r < grid.size(); ++r) {
    std::string text = row_text(grid[r], heads);
    if (!text.empty()) rows.push_back({std::move(text), boxes_of(grid[r])});
  }
  return rows;
}

}  // namespace octavo::ask
