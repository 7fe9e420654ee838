#include "document/block/contents.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "document/block/list.h"
#include "document/block/marker.h"

namespace octavo::document {
namespace {

bool is_leader(char32_t c) {
  return c == '.' || c == 0xB7 || c == 0x2026 || c == 0x2025 || c == 0x22EF || c == 0xFF0E ||
         c == 0x2024 || c == 0x2027 || c == 0x30FB || c == '_' || c == 0x2500 || c == 0x3002;
}

// What an ellipsis stands for.
int weight(char32_t c) { return c == 0x2026 || c == 0x22EF ? 3 : c == 0x2025 ? 2 : 1; }

bool is_page_number(std::u32string_view text) {
  if (text.empty() || text.size() > 9) return false;
  bool digits = false, roman = true;
  for (const char32_t c : text) {
    digits = digits || is_digit(c);
    roman = roman && std::u32string_view(U"ivxlcIVXLC").find(c) != std::u32string_view::npos;
    if (!is_digit(c) && !roman && c != '-' && c != '.' && c != 0x2013 && !is_upper(c) && c != '(' &&
        c != ')')
      return false;
  }
  return digits || roman;
}

bool ends_far_right(const Row& row) {
  const TextLine& line = *row.lines.back();
  if (line.words.empty()) return false;
  const Word& last = line.words.back();
  if (!is_page_number(to_utf32(last.text))) return false;
  float before = row.box.x0;
  if (line.words.size() > 1)
    before = line.words[line.words.size() - 2].box.x1;
  else if (row.lines.size() > 1)
    before = row.lines[row.lines.size() - 2]->box.x1;
  else
    return false;
  return last.box.x0 - before > 2 * row.size;
}

}  // namespace

Leaders find_leaders(std::string_view text) {
  constexpr int kLeast = 4;  // an ellipsis ends a sentence, leaders are longer
  const std::u32string t = to_utf32(text);
  size_t end = t.size();
  while (end > 0 && is_space(t[end - 1])) --end;
  size_t number = end;
  while (number > 0 && !is_leader(t[number - 1]) && !is_space(t[number - 1])) --number;
  size_t begin = number;
  int count = 0;
  while (begin > 0 && (is_leader(t[begin - 1]) || is_space(t[begin - 1]))) {
    --begin;
    if (is_leader(t[begin])) count += weight(t[begin]);
  }
  if (count < kLeast || begin == 0) return {};
  const std::u32string_view page = std::u32string_view(t).substr(number, end - number);
  if (!page.empty() && !is_page_number(page)) return {};
  Leaders leaders;
  leaders.begin = to_utf8(std::u32string_view(t).substr(0, begin)).size();
  leaders.end = to_utf8(std::u32string_view(t).substr(0, number)).size();
  leaders.page_number = !page.empty();
  return leaders;
}

bool is_contents_row(const Row& row) {
  const Leaders leaders = find_leaders(row.text);
  return leaders.end > leaders.begin ? leaders.page_number : ends_far_right(row);
}

void replace_by_space(Inlines& text, size_t begin, size_t end) {
  size_t at = 0;
  bool placed = false;
  for (Inline& run : text) {
    const size_t size = run.text.size();
    const size_t first = std::clamp(begin, at, at + size) - at,
                 last = std::clamp(end, at, at + size) - at;
    if (last > first) {
      run.text.replace(first, last - first, placed ? "" : " ");
      placed = true;
    }
    at += size;
  }
  std::erase_if(text, [](const Inline& run) { return run.text.empty(); });
  if (!text.empty() && trim(text.back().text).empty()) text.pop_back();
}

std::vector<int> contents_levels(const std::vector<float>& lefts, float tolerance,
                                 const std::vector<std::string>& texts) {
  std::vector<int> levels = indent_levels(lefts, tolerance);
  const bool indented =
      std::any_of(levels.begin(), levels.end(), [](int level) { return level > 0; });
  if (indented) return levels;
  std::vector<int> depths;
  int least = 0;
  for (const std::string& text : texts) {
    depths.push_back(parse_section_number(text).depth);
    if (depths.back() > 0) least = least == 0 ? depths.back() : std::min(least, depths.back());
  }
  for (size_t i = 0; i < levels.size(); ++i)
    levels[i] = std::max(0, depths[i] - std::max(1, least));
  return levels;
}

bool is_contents_title(std::string_view text) {
  constexpr std::array<std::string_view, 14> kTitles{"contents",
                                                     "table of contents",
                                                     "list of figures",
                                                     "list of tables",
                                                     "目录",
                                                     "目次",
                                                     "目錄",
                                                     "inhalt",
                                                     "inhaltsverzeichnis",
                                                     "table des matières",
                                                     "sommaire",
                                                     "índice",
                                                     "contenido",
                                                     "index"};
  std::string plain;
  for (const char32_t c : to_utf32(text)) {
    const bool inside_cjk = is_space(c) && !plain.empty() && is_cjk(last_char(plain));
    if (!inside_cjk) append_utf8(plain, c >= 'A' && c <= 'Z' ? (c | 0x20) : c);
  }
  const std::string wanted = collapse_spaces(plain);
  return std::find(kTitles.begin(), kTitles.end(), wanted) != kTitles.end();
}

}  // namespace octavo::document
