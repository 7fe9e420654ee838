#include "document/output/table_rows.h"

#include <algorithm>

#include "document/output/html_table.h"
#include "document/output/pipe_table.h"

namespace octavo::document {
namespace {

// Beyond this many places a spanning cell's text stands only once: copies could outgrow the
// document.
constexpr int64_t kMostPlacesToFill = 100'000;
constexpr int64_t kMostPlaces = 4'000'000;
// Longer text is not repeated either.
constexpr size_t kLongestRepeat = 200;

void join_box(std::vector<PageBox>& boxes, const PageBox& box) {
  if (box.box.empty()) return;
  for (PageBox& known : boxes)
    if (known.page == box.page) {
      known.box = hull(known.box, box.box);
      return;
    }
  boxes.push_back(box);
}

}  // namespace

TableRows table_rows(const Table& table) {
  TableRows out;
  const int64_t places = static_cast<int64_t>(table.rows) * table.columns;
  if (table.rows <= 0 || table.columns <= 0 || places > kMostPlaces) return out;
  const auto rows = static_cast<size_t>(table.rows), columns = static_cast<size_t>(table.columns);
  std::vector<std::vector<std::string>> grid(rows, std::vector<std::string>(columns));
  std::vector<std::vector<PageBox>> boxes(rows);
  for (const TableCell& cell : table.cells) {
    if (cell.row < 0 || cell.column < 0 || cell.row >= table.rows || cell.column >= table.columns)
      continue;
    const std::string text = pipe_cell(cell.content);
    const bool repeat = places <= kMostPlacesToFill && text.size() <= kLongestRepeat;
    const int last_row = repeat ? std::min(cell.row + cell.row_span, table.rows) : cell.row + 1;
    const int last_column =
        repeat ? std::min(cell.column + cell.column_span, table.columns) : cell.column + 1;
    for (int r = cell.row; r < last_row; ++r)
      for (int c = cell.column; c < last_column; ++c)
        grid[static_cast<size_t>(r)][static_cast<size_t>(c)] = text;
    join_box(boxes[static_cast<size_t>(cell.row)], cell.box);
  }
  const auto head = static_cast<size_t>(std::max(header_rows(table), 1));
  out.head = pipe_row(grid[0]) + "\n" + pipe_rule(columns);
  for (size_t row = 1; row < rows; ++row) {
    if (row < head) {
      out.head += "\n" + pipe_row(grid[row]);
      continue;
    }
    out.rows.push_back(pipe_row(grid[row]));
    out.boxes.push_back(std::move(boxes[row]));
  }
  return out;
}

}  // namespace octavo::document
