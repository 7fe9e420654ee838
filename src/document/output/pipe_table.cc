#include "document/output/pipe_table.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/output/html_table.h"
#include "document/output/inline_runs.h"
#include "document/output/markdown_inline.h"

namespace octavo::document {
namespace {

// Beyond these a pipe table is not read by people any more, and nothing is lost by HTML.
constexpr size_t kMostLines = 3;
constexpr size_t kLongestCell = 300;  // bytes
constexpr int kMostColumns = 40;
// A grid that no page holds: the cells of a real one are all there.
constexpr int64_t kMostPlaces = 4'000'000;

bool is_short(const Inlines& content) {
  size_t lines = 1, bytes = 0;
  for (const Inline& run : content) {
    bytes += run.text.size();
    lines += static_cast<size_t>(std::count(run.text.begin(), run.text.end(), '\n'));
  }
  return lines <= kMostLines && bytes <= kLongestCell;
}

// "|" inside $...$ has names of its own: a backslash would change the formula.
std::string math_without_pipes(const std::string& latex) {
  std::string out;
  for (size_t i = 0; i < latex.size(); ++i) {
    if (latex[i] == '\\' && i + 1 < latex.size()) {
      if (latex[i + 1] == '|')
        out += "\\Vert ";
      else
        out += latex.substr(i, 2);
      ++i;
    } else if (latex[i] == '|') {
      out += "\\vert ";
    } else {
      out.push_back(latex[i]);
    }
  }
  return out;
}

// A row of nothing but dashes would be read as the rule under the head.
void guard_row_of_dashes(std::vector<std::string>& row) {
  const bool dashes = std::all_of(row.begin(), row.end(), [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-: ") == std::string::npos;
  });
  if (dashes && !row.empty()) row.front().insert(0, 1, '\\');
}

}  // namespace

bool suits_pipes(const Table& table) {
  if (table.rows < 2 || table.columns < 2 || table.columns > kMostColumns) return false;
  if (static_cast<int64_t>(table.rows) * table.columns != static_cast<int64_t>(table.cells.size()))
    return false;
  if (header_rows(table) > 1) return false;
  return std::all_of(table.cells.begin(), table.cells.end(), [](const TableCell& cell) {
    return cell.row_span <= 1 && cell.column_span <= 1 && is_short(cell.content);
  });
}

std::string pipe_cell(const Inlines& content) {
  Inlines safe = content;
  for (Inline& run : safe)
    if (run.kind == InlineKind::kMath) run.text = math_without_pipes(run.text);
  std::string out;
  for (const char c : markdown_inlines(safe, "<br>")) {
    if (c == '|') out.push_back('\\');
    out.push_back(c);
  }
  return out;
}

std::string pipe_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += " " + cell + " |";
  return out;
}

std::string pipe_rule(size_t columns) {
  std::string out = "|";
  for (size_t i = 0; i < columns; ++i) out += " --- |";
  return out;
}

std::string pipe_table(const Table& table) {
  if (table.rows <= 0 || table.columns <= 0 ||
      static_cast<int64_t>(table.rows) * table.columns > kMostPlaces)
    return "";
  const auto columns = static_cast<size_t>(table.columns);
  std::vector<std::vector<std::string>> grid(static_cast<size_t>(table.rows),
                                             std::vector<std::string>(columns));
  for (const TableCell& cell : table.cells) {
    if (cell.row < 0 || cell.row >= table.rows || cell.column < 0 || cell.column >= table.columns)
      continue;
    // The head is bold by itself.
    const bool head = cell.header || cell.row == 0;
    const Inlines content = head ? without_style(cell.content, kBold) : cell.content;
    grid[static_cast<size_t>(cell.row)][static_cast<size_t>(cell.column)] = pipe_cell(content);
  }
  std::string out;
  for (size_t row = 0; row < grid.size(); ++row) {
    if (row > 0) guard_row_of_dashes(grid[row]);
    out += (row > 0 ? "\n" : "") + pipe_row(grid[row]);
    if (row == 0) out += "\n" + pipe_rule(columns);
  }
  return out;
}

}  // namespace octavo::document
