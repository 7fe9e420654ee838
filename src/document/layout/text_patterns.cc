#include "document/layout/text_patterns.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"

namespace octavo::document {
namespace {

std::u32string folded(std::string_view text, size_t most) {
  std::u32string out = to_utf32(utf8_prefix(trim(text), most * 4));
  if (out.size() > most) out.resize(most);
  for (char32_t& c : out) {
    if (c >= U'A' && c <= U'Z') c += 32;
    if (c >= 0xFF10 && c <= 0xFF19) c = c - 0xFF10 + U'0';
    if (is_space(c)) c = U' ';
  }
  return out;
}

bool is_roman(std::u32string_view s) {
  return !s.empty() && s.size() <= 6 && s.find_first_not_of(U"ivxlc") == s.npos;
}

bool is_number(std::u32string_view s) {
  return !s.empty() && s.size() <= 5 &&
         std::all_of(s.begin(), s.end(), [](char32_t c) { return c >= U'0' && c <= U'9'; });
}

std::u32string_view stripped(std::u32string_view s, std::u32string_view characters) {
  const size_t first = s.find_first_not_of(characters);
  if (first == s.npos) return {};
  return s.substr(first, s.find_last_not_of(characters) - first + 1);
}

// Removes one leading word of `words`; the longest comes first in the list.
bool drop_prefix(std::u32string_view& s, std::initializer_list<std::u32string_view> words) {
  for (const std::u32string_view word : words)
    if (s.starts_with(word)) {
      s.remove_prefix(word.size());
      return true;
    }
  return false;
}

// "3", "2.1", "A-3", "iv", "S1", "三": characters of a caption's number, 0 when there is none.
size_t number_length(std::u32string_view s) {
  size_t n = 0;
  bool digit = false;
  while (n < s.size() && n < 8) {
    const char32_t c = s[n];
    const bool numeral = (c >= U'0' && c <= U'9') || is_digit(c);
    const bool cjk_numeral =
        std::u32string_view(U"一二三四五六七八九十").find(c) != std::u32string_view::npos;
    const bool joiner = (digit || n == 1) && (c == U'.' || c == U'-' || c == 0x2013) &&
                        n + 1 < s.size() && is_digit(s[n + 1]);
    const bool letter =
        c >= U'a' && c <= U'z' && (n == 0 || digit) && (n + 1 == s.size() || !is_letter(s[n + 1]));
    if (!numeral && !cjk_numeral && !joiner && !letter) break;
    digit = digit || numeral || cjk_numeral;
    ++n;
  }
  if (digit) return n;
  const size_t roman = s.find_first_not_of(U"ivx");
  const size_t length = roman == s.npos ? s.size() : roman;
  const bool ends = length == s.size() || !is_letter(s[length]);
  return length > 0 && length <= 5 && ends ? length : 0;
}

}  // namespace

bool reads_as_page_number(std::string_view text) {
  constexpr size_t kMost = 24;
  const std::u32string all = folded(text, kMost);
  if (all.size() >= kMost) return false;
  std::u32string_view s = stripped(all, U" -–—|·.[]()~•*");
  drop_prefix(s, {U"page", U"pg.", U"p.", U"seite", U"página", U"pagina", U"стр.", U"第", U"- "});
  s = stripped(s, U" -–—|");
  if (is_number(s) || is_roman(s)) return true;
  // "7-45", "A-3", "B.2": the number within a chapter.
  const size_t dash = s.find_first_of(U"-–.");
  if (dash != s.npos && dash > 0 && dash <= 2 && is_number(s.substr(dash + 1)) &&
      (is_number(s.substr(0, dash)) || (dash == 1 && is_letter(s.front()))))
    return true;
  const size_t digits = std::min(s.find_first_not_of(U"0123456789"), s.size());
  if (!is_number(s.substr(0, digits))) return false;
  std::u32string_view rest = stripped(s.substr(digits), U" |");
  if (rest == U"page" || rest == U"p a g e" || rest == U"页" || rest == U"頁" || rest == U"ページ")
    return true;
  if (!drop_prefix(rest, {U"of", U"/", U"von", U"de", U"页", U"頁", U"sur"})) return false;
  drop_prefix(rest = stripped(rest, U" /,，"), {U"共"});
  return is_number(stripped(rest, U" 页頁"));
}

CaptionStart caption_start(std::string_view text) {
  constexpr size_t kMost = 40;
  const std::u32string all = folded(text, kMost);
  std::u32string_view s = stripped(all, U"[<〈(【");
  CaptionStart start;
  drop_prefix(s, {U"supplementary ", U"appendix ", U"extended data "});
  if (drop_prefix(s, {U"table", U"tab.", U"tabelle", U"tableau", U"tabla", U"tabela", U"表", U"표",
                      U"таблица", U"جدول"}))
    start.table = true;
  else if (!drop_prefix(
               s,
               {U"figure",  U"figura",  U"fig.",   U"fig",   U"abbildung", U"abb.",      U"chart",
                U"exhibit", U"listing", U"scheme", U"plate", U"diagram",   U"algorithm", U"图表",
                U"图",      U"圖",      U"図",     U"그림",  U"рис.",      U"рисунок",   U"شكل"}))
    return start;
  while (!s.empty() && (s.front() == U' ' || s.front() == U'.')) s.remove_prefix(1);
  const size_t length = number_length(s);
  if (length == 0) return {};
  s.remove_prefix(length);
  if (!s.empty() && is_letter(s.front()) && !is_cjk(s.front()) && !is_hangul(s.front())) return {};
  start.found = true;
  const std::u32string_view after = s;
  const std::u32string printed = to_utf32(utf8_prefix(trim(text), kMost * 4));
  const size_t word =
      static_cast<size_t>(s.data() - all.data()) + std::min(s.find_first_not_of(U' '), s.size());
  start.lower = word < printed.size() && is_lower(printed[word]);
  start.labelled = after.empty() ||
                   std::u32string_view(U".:|：．。–—]>〉)】").find(after.front()) != after.npos ||
                   after.starts_with(U" :") || after.starts_with(U" –") ||
                   after.starts_with(U" —") || after.starts_with(U" |") ||
                   after.starts_with(U" -") || after.starts_with(U"  ");
  return start;
}

bool is_equation_number(std::string_view text) {
  constexpr size_t kMost = 12;
  const std::u32string all = folded(text, kMost);
  if (all.size() < 3 || all.size() >= kMost) return false;
  const bool round = (all.front() == U'(' || all.front() == 0xFF08) &&
                     (all.back() == U')' || all.back() == 0xFF09);
  const bool square = all.front() == U'[' && all.back() == U']';
  if (!round && !square) return false;
  const std::u32string_view inside = std::u32string_view(all).substr(1, all.size() - 2);
  bool digit = false;
  for (const char32_t c : inside) {
    digit = digit || is_digit(c);
    if (!is_digit(c) && !(c >= U'a' && c <= U'z') && c != U'.' && c != U'-' && c != 0x2013 &&
        c != U'\'' && c != U'*')
      return false;
  }
  return digit;
}

bool is_reference_heading(std::string_view text) {
  const std::u32string all = folded(text, 40);
  std::u32string_view s = stripped(all, U" .:0123456789：");
  for (const std::u32string_view word :
       {U"references", U"bibliography", U"literature cited", U"works cited", U"reference",
        U"references and notes", U"参考文献", U"參考文獻", U"참고문헌", U"literatur", U"références",
        U"bibliografía", U"referencias"})
    if (s == word) return true;
  return false;
}

bool starts_footnote(std::string_view text) {
  const std::u32string all = folded(text, 8);
  if (all.size() < 3) return false;
  std::u32string_view s = all;
  if (std::u32string_view(U"*†‡∗").find(s.front()) != s.npos) return true;
  if (s.front() >= 0x2460 && s.front() <= 0x2473) return true;  // circled numbers
  const size_t digits = std::min(s.find_first_not_of(U"0123456789¹²³⁴⁵⁶⁷⁸⁹⁰"), s.size());
  if (digits > 0 && digits <= 3 && digits < s.size())
    return s[digits] == U' ' || is_letter(s[digits]) || s[digits] == U')';
  return false;
}

}  // namespace octavo::document
