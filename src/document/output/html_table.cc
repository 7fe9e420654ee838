#include "document/output/html_table.h"

#include <algorithm>
#include <vector>

#include "document/output/markdown_inline.h"

namespace octavo::document {
namespace {

// Cells of a table in (row, column) order.
std::vector<const TableCell*> sorted_cells(const Table& table) {
  std::vector<const TableCell*> cells;
  cells.reserve(table.cells.size());
  for (const TableCell& cell : table.cells)
    if (cell.row >= 0 && cell.column >= 0) cells.push_back(&cell);
  std::stable_sort(cells.begin(), cells.end(), [](const TableCell* a, const TableCell* b) {
    return a->row != b->row ? a->row < b->row : a->column < b->column;
  });
  return cells;
}

std::string cell_html(const TableCell& cell, int rows, HtmlMath math) {
  const char* tag = cell.header ? "th" : "td";
  std::string out = "<" + std::string(tag);
  const int row_span = std::min(cell.row_span, rows - cell.row);
  if (row_span > 1) out += " rowspan=\"" + std::to_string(row_span) + "\"";
  if (cell.column_span > 1) out += " colspan=\"" + std::to_string(cell.column_span) + "\"";
  // A header cell is bold by itself.
  const Inlines content = cell.header ? without_style(cell.content, kBold) : cell.content;
  return out + ">" + html_inlines(content, math) + "</" + tag + ">";
}

}  // namespace

int header_rows(const Table& table) {
  int first_plain = -1, last_row = -1;
  for (const TableCell& cell : table.cells) {
    last_row = std::max(last_row, cell.row);
    if (!cell.header && (first_plain < 0 || cell.row < first_plain)) first_plain = cell.row;
  }
  if (first_plain <= 0) return 0;
  // A header cell that reaches into the body would tie the two together.
  for (const TableCell& cell : table.cells)
    if (cell.row < first_plain && cell.row + cell.row_span > first_plain) return 0;
  return first_plain;
}

std::string html_table(const Table& table, const HtmlTableOptions& options) {
  const std::vector<const TableCell*> cells = sorted_cells(table);
  if (cells.empty()) return "";
  const char* line_end = options.row_per_line ? "\n" : "";
  const int rows = cells.back()->row + 1, head = header_rows(table);
  std::string out = "<table>" + std::string(line_end);
  if (head > 0) out += "<thead>" + std::string(line_end);
  size_t next = 0;
  for (int row = 0; row < rows; ++row) {
    if (head > 0 && row == head)
      out += "</thead>" + std::string(line_end) + "<tbody>" + std::string(line_end);
    out += "<tr>";
    for (; next < cells.size() && cells[next]->row == row; ++next)
      out += cell_html(*cells[next], rows, options.math);
    out += "</tr>" + std::string(line_end);
  }
  if (head > 0) out += "</tbody>" + std::string(line_end);
  return out + "</table>";
}

}  // namespace octavo::document
