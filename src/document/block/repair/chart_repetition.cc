#include "document/block/repair/chart_repetition.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "document/layout/vlm/answer_text.h"

namespace octavo::document::protocol {
namespace {

// Where repetition begins to be no table any more.
constexpr size_t kNewLines = 5;      // in a row
constexpr size_t kWholeLength = 80;  // characters of a text that repeats as a whole
constexpr size_t kSameCharacters = 20;
constexpr size_t kCellLength = 300, kCellDoubleColons = 20, kCellSemicolons = 30;
constexpr size_t kFragmentLength = 3, kFragmentRepeats = 8;
constexpr size_t kLongLine = 30;
constexpr size_t kSameTokens = 8;

// Made of a shorter text, two and more times? By the borders of Knuth, Morris and Pratt.
bool repeats_as_whole(std::string_view text) {
  const std::string squeezed = squeeze_spaces(text);
  const std::string_view whole = strip(squeezed);
  if (count_characters(whole) < kWholeLength) return false;
  std::vector<size_t> border(whole.size() + 1);
  for (size_t i = 1, k = 0; i < whole.size(); ++i) {
    while (k > 0 && whole[i] != whole[k]) k = border[k];
    if (whole[i] == whole[k]) ++k;
    border[i + 1] = k;
  }
  const size_t period = whole.size() - border[whole.size()];
  return period < whole.size() && whole.size() % period == 0;
}

bool repeats_a_character(std::string_view text) {
  size_t run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    run = i > 0 && text[i] == text[i - 1] ? run + 1 : 1;
    if (run >= kSameCharacters && is_ascii_alnum(text[i])) return true;
  }
  return false;
}

bool repeats_in_a_cell(const std::vector<std::string_view>& lines) {
  bool in_table = false, behind_separator = false;
  for (const std::string_view line : lines) {
    const auto cells = split_chart_row(line);
    if (cells.empty()) {
      in_table = behind_separator = false;
    } else if (!in_table) {
      in_table = true;
      behind_separator = false;
    } else if (!behind_separator) {
      behind_separator = is_chart_separator(cells);
    } else if (std::any_of(cells.begin(), cells.end(), is_repetitive_cell)) {
      return true;
    }
  }
  return false;
}

bool repeats_lines_in_a_row(const std::vector<std::string_view>& lines) {
  size_t run = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    run = i > 0 && lines[i] == lines[i - 1] ? run + 1 : 1;
    if (lines[i].empty()) continue;
    if (run >= 3 || (run == 2 && count_characters(lines[i]) >= kLongLine)) return true;
  }
  return false;
}

bool repeats_a_long_line(const std::vector<std::string_view>& lines) {
  std::unordered_map<std::string_view, int> times;
  for (const std::string_view line : lines)
    if (count_characters(line) >= kLongLine && !is_chart_separator(split_chart_row(line)) &&
        ++times[line] >= 4)
      return true;
  return false;
}

// Letters and digits, joined by single - _ . / ; any other character that is no white space is a
// token of its own.
size_t token_end(std::string_view text, size_t at) {
  if (!is_ascii_alnum(text[at])) return at + character_size(text, at);
  for (;;) {
    while (at < text.size() && is_ascii_alnum(text[at])) ++at;
    const bool joined = at + 1 < text.size() && contains("-_./", text.substr(at, 1)) &&
                        is_ascii_alnum(text[at + 1]);
    if (!joined) return at;
    ++at;
  }
}

bool repeats_a_token(const std::vector<std::string_view>& lines) {
  std::string last;
  size_t run = 0;
  for (const std::string_view line : lines) {
    if (is_chart_separator(split_chart_row(line))) continue;
    for (size_t at = skip_spaces(line, 0); at < line.size();) {
      const size_t end = token_end(line, at);
      std::string token = to_lower(line.substr(at, end - at));
      run = token == last ? run + 1 : 1;
      if (run >= kSameTokens) return true;
      last = std::move(token);
      at = skip_spaces(line, end);
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> split_chart_row(std::string_view line) {
  line = strip(line);
  if (!contains(line, "|")) return {};
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  std::vector<std::string> cells(1);
  bool escaped = false, in_code = false;
  for (const char c : line) {
    if (c == '|' && !escaped && !in_code) {
      cells.emplace_back();
      continue;
    }
    cells.back() += c;
    if (c == '`' && !escaped) in_code = !in_code;
    escaped = c == '\\' && !escaped;
  }
  for (auto& cell : cells) cell = std::string(strip(cell));
  return cells;
}

bool is_chart_separator(const std::vector<std::string>& cells) {
  const auto is_rule = [](const std::string& cell) {
    const std::string compact = replace_all(cell, " ", "");
    std::string_view rule = compact;
    if (rule.starts_with(':')) rule.remove_prefix(1);
    if (rule.ends_with(':')) rule.remove_suffix(1);
    return rule.size() >= 3 && rule.find_first_not_of('-') == std::string_view::npos;
  };
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), is_rule);
}

bool is_repetitive_cell(std::string_view cell) {
  if (count_characters(cell) > kCellLength || count_of(cell, "::") > kCellDoubleColons ||
      count_of(cell, ";") > kCellSemicolons)
    return true;
  std::map<std::string, size_t> times;
  size_t begin = 0;
  for (size_t at = 0; at <= cell.size();) {
    size_t size = 0;
    if (at == cell.size() || contains(";,|", cell.substr(at, 1)))
      size = 1;
    else if (has_at(cell, at, "::"))
      size = 2;
    if (size == 0) {
      ++at;
      continue;
    }
    const std::string squeezed = squeeze_spaces(cell.substr(begin, at - begin));
    const std::string fragment = to_lower(strip(squeezed));
    if (count_characters(fragment) >= kFragmentLength && ++times[fragment] >= kFragmentRepeats)
      return true;
    begin = at += size;
  }
  return false;
}

bool has_chart_repetition(std::string_view text) {
  if (contains(text, "\\|") || contains(text, std::string(kNewLines, '\n')) ||
      repeats_as_whole(text) || repeats_a_character(text))
    return true;
  const auto raw = split_lines(text);
  if (repeats_in_a_cell(raw) || repeats_a_token(raw)) return true;
  std::vector<std::string_view> lines;
  lines.reserve(raw.size());
  for (const std::string_view line : raw) lines.push_back(strip(line));
  return repeats_lines_in_a_row(lines) || repeats_a_long_line(lines);
}

}  // namespace octavo::document::protocol
