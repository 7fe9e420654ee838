#include "document/block/repair/pipe_table.h"

#include <algorithm>
#include <vector>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

using Rows = std::vector<std::vector<std::string>>;

// Without white space around it and one pipe at either end.
std::string_view inner_row(std::string_view line) {
  line = strip(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  return line;
}

size_t count_columns(std::string_view line) { return count_of(inner_row(line), "|") + 1; }

bool is_row(std::string_view line) { return contains(line, "|") && count_columns(line) >= 2; }

std::vector<std::string> split_row(std::string_view line) {
  std::vector<std::string> cells(1);
  bool escaped = false;
  for (const char c : inner_row(line)) {
    if (escaped) {
      if (c != '|') cells.back() += '\\';
      cells.back() += c;
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '|') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (escaped) cells.back() += '\\';
  for (auto& cell : cells) cell = std::string(strip(cell));
  return cells;
}

// Behind ":---:" at `at`; `at` itself when there is none.
size_t skip_rule(std::string_view line, size_t at) {
  constexpr size_t kHyphens = 3;
  const size_t begin = at + has_at(line, at, ":");
  const size_t end = std::min(line.find_first_not_of('-', begin), line.size());
  if (begin >= line.size() || end - begin < kHyphens) return at;
  return end + has_at(line, end, ":");
}

// Header and rows of a text that is one table; empty when it is none.
Rows read_rows(std::string_view text) {
  const auto lines = split_lines(strip(text));
  if (lines.size() < 2) return {};
  if (std::any_of(lines.begin(), lines.end(), [](auto line) { return is_blank(line); })) return {};
  if (!is_row(lines[0]) || !is_separator_line(lines[1])) return {};
  Rows rows;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!is_row(lines[i])) return {};
    rows.push_back(split_row(lines[i]));
    if (rows.back().size() != rows[0].size()) return {};
  }
  if (rows[0].size() < 2) return {};
  rows.erase(rows.begin() + 1);
  return rows;
}

}  // namespace

bool is_separator_line(std::string_view line) {
  size_t at = skip_spaces(line, 0);
  at = skip_spaces(line, at + has_at(line, at, "|"));
  size_t cells = 0;
  for (bool more = true; more;) {
    const size_t end = skip_rule(line, at);
    if (end == at) break;  // behind the last pipe
    ++cells;
    at = skip_spaces(line, end);
    more = has_at(line, at, "|");
    if (more) at = skip_spaces(line, at + 1);
  }
  return cells >= 2 && at == line.size();
}

std::optional<std::string> pipe_table_html(std::string_view text) {
  const Rows rows = read_rows(text);
  if (rows.empty()) return std::nullopt;
  std::string html = "<table>";
  for (size_t r = 0; r < rows.size(); ++r) {
    const std::string_view open = r == 0 ? "<th>" : "<td>", close = r == 0 ? "</th>" : "</td>";
    html += "<tr>";
    for (const auto& cell : rows[r]) html.append(open).append(escape_html(cell)).append(close);
    html += "</tr>";
  }
  return html += "</table>";
}

std::optional<Table> read_pipe_table(std::string_view text) {
  const Rows rows = read_rows(text);
  if (rows.empty()) return std::nullopt;
  Table table;
  table.rows = static_cast<int>(rows.size());
  table.columns = static_cast<int>(rows[0].size());
  for (int r = 0; r < table.rows; ++r)
    for (int c = 0; c < table.columns; ++c) {
      TableCell cell;
      cell.row = r;
      cell.column = c;
      cell.header = r == 0;
      const std::string& words = rows[static_cast<size_t>(r)][static_cast<size_t>(c)];
      if (!words.empty()) cell.content.push_back({InlineKind::kText, kPlain, words, {}});
      table.cells.push_back(std::move(cell));
    }
  return table;
}

bool has_broken_pipe_table(std::string_view text) {
  const auto lines = split_lines(text);
  std::vector<size_t> columns(lines.size());  // 0: the line is no row
  for (size_t i = 0; i < lines.size(); ++i)
    if (is_row(lines[i])) columns[i] = count_columns(lines[i]);
  // Behind the rows from i on, and behind those of the same width as row i.
  std::vector<size_t> rows_end(lines.size() + 1, lines.size()), same_end = rows_end;
  for (size_t i = lines.size(); i-- > 0;) {
    rows_end[i] = columns[i] == 0 ? i : rows_end[i + 1];
    same_end[i] = i;
    if (columns[i] > 0)
      same_end[i] = i + 1 < lines.size() && columns[i + 1] == columns[i] ? same_end[i + 1] : i + 1;
  }
  bool found = false;
  size_t header = lines.size();  // the last line before i that is not blank
  for (size_t i = 0; i < lines.size(); ++i) {
    if (is_separator_line(lines[i])) {
      if (header == lines.size() || columns[header] < 2) return true;
      if (count_columns(lines[i]) != columns[header]) return true;
      const size_t first = i + 1;
      if (rows_end[first] > first &&
          (columns[first] != columns[header] || same_end[first] != rows_end[first]))
        return true;
      found = true;
    }
    if (!is_blank(lines[i])) header = i;
  }
  const auto rows = std::count_if(columns.begin(), columns.end(), [](size_t n) { return n > 0; });
  return rows >= 2 && !found;
}

}  // namespace octavo::document::protocol
