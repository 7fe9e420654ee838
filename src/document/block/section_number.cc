// Section numbers of headings in English, Chinese, German, French and Spanish.
#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "document/block/marker.h"

namespace octavo::document {
namespace {

using Text = std::u32string_view;
using Family = SectionNumber::Family;

constexpr size_t kHead = 40;
constexpr int kMaxDepth = 6;

size_t bytes_of(Text text) { return to_utf8(text).size(); }

size_t skip_spaces(Text t, size_t at) {
  while (at < t.size() && is_space(t[at])) ++at;
  return at;
}

bool digit(char32_t c) { return (c >= '0' && c <= '9') || (c >= 0xFF10 && c <= 0xFF19); }
bool numeral(char32_t c) {
  return Text(U"〇零一二三四五六七八九十百千").find(c) != Text::npos || digit(c);
}
bool ends_number(Text t, size_t at) {
  return at >= t.size() || is_space(t[at]) || is_cjk(t[at]) || t[at] == ':' || t[at] == 0x2014;
}

struct Named {
  Text word;  // lower case
  int depth;
};
// Divisions that are written out. "Part" stands above chapters but documents rarely use both.
constexpr std::array kNamed = std::to_array<Named>({
    {U"part", 1},
    {U"chapter", 1},
    {U"section", 2},
    {U"appendix", 1},
    {U"annex", 1},
    {U"article", 2},
    {U"kapitel", 1},
    {U"teil", 1},
    {U"abschnitt", 2},
    {U"anhang", 1},
    {U"chapitre", 1},
    {U"partie", 1},
    {U"annexe", 1},
    {U"capítulo", 1},
    {U"parte", 1},
    {U"sección", 2},
    {U"anexo", 1},
});

// "Chapter 4", "Appendix B", "Part II": the word, a space, a short number.
SectionNumber parse_named(Text t, size_t at) {
  size_t end = at;
  while (end < t.size() && is_letter(t[end])) ++end;
  std::u32string word(t.substr(at, end - at));
  for (char32_t& c : word)
    if (c >= 'A' && c <= 'Z') c |= 0x20;
  const auto* const named =
      std::find_if(kNamed.begin(), kNamed.end(), [&](const Named& n) { return n.word == word; });
  if (named == kNamed.end() || end >= t.size() || !is_space(t[end])) return {};
  size_t number = skip_spaces(t, end), stop = number;
  while (stop < t.size() && (digit(t[stop]) || is_letter(t[stop]) || t[stop] == '.')) ++stop;
  const Text body = t.substr(number, stop - number);
  const bool digits = !body.empty() && digit(body[0]);
  const bool letters =
      !body.empty() && body.size() <= 5 &&
      std::all_of(body.begin(), body.end(), [](char32_t c) { return is_upper(c) || c == '.'; });
  if (!digits && !letters) return {};
  const int dots = static_cast<int>(std::count(body.begin(), body.end() - 1, U'.'));
  return {std::min(named->depth + dots, kMaxDepth), bytes_of(t.substr(0, skip_spaces(t, stop))),
          Family::kNamed, false};
}

// 第三章, 第2节, 第一部分, 附录A.
SectionNumber parse_cjk_named(Text t, size_t at) {
  const size_t second = skip_spaces(t, at + 1);
  if (t[at] == U'附' && second < t.size() && Text(U"录錄件").find(t[second]) != Text::npos) {
    size_t end = skip_spaces(t, second + 1);
    while (end < t.size() && (numeral(t[end]) || is_upper(t[end]))) ++end;
    return {1, bytes_of(t.substr(0, skip_spaces(t, end))), Family::kCjkNamed, false};
  }
  if (t[at] != U'第') return {};
  size_t end = skip_spaces(t, at + 1);
  const size_t first = end;
  while (end < t.size() && numeral(t[end])) ++end;
  if (end == first) return {};
  end = skip_spaces(t, end);
  if (end >= t.size()) return {};
  int depth = 0;
  switch (t[end]) {
    case U'篇':
    case U'编':
    case U'部':
    case U'卷':
    case U'章':
      depth = 1;
      break;
    case U'节':
    case U'節':
    case U'讲':
      depth = 2;
      break;
    default:
      return {};  // 第三条 is an article: running text
  }
  if (t[end] == U'部' && end + 1 < t.size() && t[end + 1] == U'分') ++end;
  return {depth, bytes_of(t.substr(0, skip_spaces(t, end + 1))), Family::kCjkNamed, false};
}

// 一、 and （一）. Depths are nominal; order/ ranks the families of a document.
SectionNumber parse_cjk(Text t, size_t at) {
  const bool paren = t[at] == U'（' || t[at] == U'(';
  size_t end = paren ? at + 1 : at;
  const size_t first = end;
  while (end < t.size() && numeral(t[end]) && !digit(t[end])) ++end;
  if (end == first || end - first > 3 || end >= t.size()) return {};
  if (paren && t[end] != U'）' && t[end] != U')') return {};
  if (!paren && t[end] != U'、' && t[end] != U'．' && t[end] != U'.') return {};
  return {paren ? 2 : 1, bytes_of(t.substr(0, skip_spaces(t, end + 1))),
          paren ? Family::kCjkParen : Family::kCjkComma, false};
}

// 1, 1., 2.3, 2.3.4, A.1, IV. before a letter.
SectionNumber parse_dotted(Text t, size_t at) {
  size_t end = at;
  int parts = 0;
  Family family = Family::kDecimal;
  bool dot_last = false;
  if (t[at] >= 'A' && t[at] <= 'Z') {
    while (end < t.size() && end - at < 5 && Text(U"IVXLC").find(t[end]) != Text::npos) ++end;
    const bool roman = end > at && end < t.size() && t[end] == '.';
    family = roman ? Family::kRoman : Family::kLetter;
    if (!roman) end = at + 1;
    if (end >= t.size() || t[end] != '.') return {};
    parts = 1;
    dot_last = true;
    ++end;
  }
  while (end < t.size() && digit(t[end]) && parts < kMaxDepth) {
    const size_t first = end;
    while (end < t.size() && digit(t[end])) ++end;
    if (end - first > (parts == 0 ? 2u : 3u)) return {};  // a year, an amount
    ++parts;
    dot_last =
        end < t.size() && (t[end] == '.' || t[end] == 0xFF0E || (t[end] == U'、' && parts == 1));
    if (dot_last) ++end;
  }
  if (parts == 0 || !ends_number(t, end)) return {};
  return {parts, bytes_of(t.substr(0, skip_spaces(t, end))), family, parts == 1 && !dot_last};
}

}  // namespace

SectionNumber parse_section_number(std::string_view text) {
  const std::u32string head = to_utf32(utf8_prefix(text, 4 * kHead));
  const Text t = head;
  const size_t at = skip_spaces(t, 0);
  if (at >= t.size()) return {};
  for (const auto parse : {parse_named, parse_cjk_named, parse_cjk, parse_dotted}) {
    const SectionNumber number = parse(t, at);
    if (number.depth > 0) return number;
  }
  return {};
}

}  // namespace octavo::document
