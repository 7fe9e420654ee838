#include <algorithm>
#include <tuple>

#include "document/block/repair/chart_repetition.h"
#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

// With the pipes that other scripts write as plain ones, escaped pipes too.
Row split_repaired(std::string_view line) {
  std::string plain = replace_all(replace_all(strip(line), "\uff5c", "|"), "\u00a6", "|");
  plain = replace_all(plain, "\\|", "|");
  Row cells = split_chart_row(plain);
  if (cells.size() < 2) cells.clear();
  return cells;
}

bool is_noisy(const Row& row) {
  return !is_chart_separator(row) && std::any_of(row.begin(), row.end(), is_repetitive_cell);
}

// Runs of rows; behind a run's first separator, rows that loop are left out.
std::vector<Rows> find_runs(std::string_view text) {
  std::vector<Rows> runs(1);
  bool behind_separator = false;
  for (const std::string_view line : split_lines(text)) {
    Row row = split_repaired(line);
    if (row.empty()) {
      if (!runs.back().empty()) runs.emplace_back();
      behind_separator = false;
      continue;
    }
    if (behind_separator && is_noisy(row)) continue;
    if (!runs.back().empty() && !behind_separator) behind_separator = is_chart_separator(row);
    runs.back().push_back(std::move(row));
  }
  return runs;
}

std::string clean_cell(const std::string& cell) {
  std::string cleaned(strip(squeeze_spaces(cell)));
  if (count_of(cleaned, "`") % 2 == 1) cleaned += '`';
  return replace_all(cleaned, "|", "\\|");
}

std::string write_row(const Row& row) {
  std::string line = "|";
  for (const auto& cell : row) line += " " + clean_cell(cell) + " |";
  return line;
}

// A table that can be read back, and how good it is. Lines without the header: nothing.
struct Candidate {
  std::string text;
  std::tuple<size_t, size_t, size_t> score;  // rows, columns, characters

  bool operator<(const Candidate& other) const { return score < other.score; }
};

Candidate write_table(const Rows& rows, size_t header, size_t begin, size_t end) {
  const size_t width = rows[header].size();
  std::vector<std::string> lines{write_row(rows[header]), write_row(Row(width, "---"))};
  for (size_t i = begin; i < end; ++i) lines.push_back(write_row(rows[i]));
  const size_t columns = split_chart_row(lines[0]).size();
  // A backslash at a cell's end may have swallowed a pipe.
  for (size_t i = 0; i < lines.size(); ++i)
    if (split_chart_row(lines[i]).size() != (i == 0 ? width : columns) || columns != width)
      return {};
  Candidate table{join(lines, "\n"), {}};
  table.score = {lines.size(), columns, count_characters(table.text)};
  return table;
}

size_t same_width_end(const Rows& rows, size_t begin, size_t width) {
  while (begin < rows.size() && rows[begin].size() == width && !is_chart_separator(rows[begin]))
    ++begin;
  return begin;
}

// The table around a separator.
Candidate table_at(const Rows& rows, size_t separator) {
  if (separator == 0 || is_chart_separator(rows[separator - 1])) return {};
  const size_t width = rows[separator - 1].size();
  const size_t end = same_width_end(rows, separator + 1, width);
  if (end == separator + 1) return {};
  return write_table(rows, separator - 1, separator + 1, end);
}

Candidate largest_table(const Rows& rows) {
  Candidate best;
  for (size_t i = 0; i < rows.size(); ++i)
    if (is_chart_separator(rows[i])) best = std::max(best, table_at(rows, i));
  for (size_t i = 0; i < rows.size();) {
    if (is_chart_separator(rows[i])) {
      ++i;
      continue;
    }
    const size_t end = same_width_end(rows, i + 1, rows[i].size());
    if (end - i >= 2) best = std::max(best, write_table(rows, i, i + 1, end));
    i = end;
  }
  return best;
}

}  // namespace

std::string repair_chart(std::string_view text) {
  if (!has_chart_repetition(text)) return std::string(text);
  Candidate best;
  for (const Rows& rows : find_runs(text)) best = std::max(best, largest_table(rows));
  return best.text.empty() ? std::string(text) : best.text;
}

}  // namespace octavo::document::protocol
