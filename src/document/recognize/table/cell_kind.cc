#include "document/recognize/table/cell_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// Share of the characters that are digits in what counts as a number, marks of numbers left aside.
constexpr float kMostlyDigits = 0.5f;
// Letters that a number may carry: units, exponents, marks. Month names have more.
constexpr size_t kUnitLetters = 2;

// How far (in font sizes) the parts of one text may stand apart. A thousands separator is no wider
// than a word space; a currency sign may stand at the left edge of its column.
constexpr float kThousandsGap = 0.45f;
constexpr float kSignGap = 0.7f;
constexpr float kCurrencyGap = 14.0f;
constexpr float kPercentGap = 3.0f;
constexpr float kBulletGap = 3.0f;

bool is_one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

bool is_dash(char32_t c) {
  return is_one_of(c, U"-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D");
}
bool is_currency(char32_t c) {
  return is_one_of(c, U"$\u20AC\u00A3\u00A5\uFFE5\u20A9\u20B9\u00A2\uFF04");
}
bool is_bullet(char32_t c) {
  return is_one_of(c,
                   U"\u2022\u25E6\u25AA\u25AB\u25CF\u25CB\u25A0\u25A1\u2610\u2611\u2612\u27A2\u25B6"
                   U"\u2023\u2713\u2714");
}
bool is_number_mark(char32_t c) {
  return is_dash(c) || is_currency(c) ||
         is_one_of(c, U".,'\u2019%\u2030+()[]/:~<>=\u2264\u2265\u00B1\u00D7*\u2020\u2021\u00B0");
}

bool is_thousands_group(std::u32string_view text) {
  if (text.size() < 3 || !std::all_of(text.begin(), text.begin() + 3, is_digit)) return false;
  if (text.size() > 3 && is_digit(text[3])) return false;
  return std::all_of(text.begin() + 3, text.end(),
                     [](char32_t c) { return is_digit(c) || is_number_mark(c); });
}
// "1", "-12", "(123": what a thousands group can follow.
bool is_thousands_head(std::u32string_view text) {
  size_t digits = 0;
  while (digits < text.size() && is_digit(text[text.size() - 1 - digits])) ++digits;
  if (digits == 0 || digits > 3) return false;
  return std::all_of(
      text.begin(), text.end() - static_cast<std::ptrdiff_t>(digits), [](char32_t c) {
        return is_dash(c) || is_currency(c) || is_one_of(c, U"(+~<>\u2264\u2265\u00B1");
      });
}

bool leaves_open(std::u32string_view text) {
  int open = 0;
  for (const char32_t c : text) open += is_one_of(c, U"([") ? 1 : is_one_of(c, U")]") ? -1 : 0;
  return open > 0;
}

bool all_of(std::u32string_view text, bool (*test)(char32_t)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

}  // namespace

CellKind cell_kind(std::string_view text) {
  const std::string_view inner = trim(text);
  if (inner.empty()) return CellKind::kEmpty;
  size_t digits = 0, marks = 0, others = 0, letters = 0;
  for (const char32_t c : to_utf32(inner)) {
    if (is_space(c)) continue;
    if (is_digit(c))
      ++digits;
    else if (is_number_mark(c))
      ++marks;
    else
      ++others, letters += is_letter(c);
  }
  if (digits == 0 && others == 0) return CellKind::kNothing;
  static constexpr std::array<std::string_view, 8> kNoValue{"n/a",  "N/A",  "na",     "NA",
                                                            "n.a.", "N.A.", "\u2026", "nd"};
  if (std::find(kNoValue.begin(), kNoValue.end(), inner) != kNoValue.end())
    return CellKind::kNothing;
  // Units and words may follow ("12 km", "1.2e5"), but digits lead.
  const auto all = static_cast<float>(digits + others);
  return static_cast<float>(digits) >= kMostlyDigits * all && letters <= kUnitLetters &&
                 letters * 2 <= digits + 1
             ? CellKind::kNumber
             : CellKind::kText;
}

bool is_year(std::string_view text) {
  const std::u32string code = to_utf32(trim(text));
  if (code.size() < 4 || code.size() > 9) return false;
  const auto year_at = [&](size_t i) {
    return (code[i] == '1' && code[i + 1] == '9') || (code[i] == '2' && code[i + 1] == '0');
  };
  const auto digit = [&](size_t i) { return i < code.size() && is_digit(code[i]); };
  if (!digit(0) || !digit(1) || !digit(2) || !digit(3) || !year_at(0)) return false;
  if (code.size() == 4) return true;
  if (code.size() == 5) return is_letter(code[4]);  // "2023E", "2021A"
  return (is_dash(code[4]) || code[4] == '/') &&
         std::all_of(code.begin() + 5, code.end(), is_digit);
}

bool belong_together(std::string_view before, std::string_view after, float gap) {
  const std::u32string a = to_utf32(before), b = to_utf32(after);
  if (a.empty() || b.empty()) return false;
  const bool number_follows = is_digit(b.front()) ||
                              (b.size() > 1 && is_number_mark(b.front()) && is_digit(b[1])) ||
                              (b.size() == 1 && is_dash(b.front()));
  if (gap <= kThousandsGap && is_thousands_head(a) && is_thousands_group(b)) return true;
  // "12 (3.4)": a value with what qualifies it.
  if (gap <= kThousandsGap && is_digit(a.back()) && is_one_of(b.front(), U"([")) return true;
  if (gap <= kCurrencyGap && all_of(a, is_currency) && (number_follows || b.front() == '('))
    return true;
  if (gap <= kPercentGap && is_digit(a.back()) &&
      all_of(b, [](char32_t c) { return is_one_of(c, U"%\u2030)]\u00B0"); }))
    return true;
  if (gap <= kBulletGap && a.size() == 1 && is_bullet(a.front())) return true;
  if (gap > kSignGap) return false;
  if (leaves_open(a)) return true;  // "(0.39, 1.86)"
  if (gap <= kThousandsGap && is_one_of(a.back(), U",;")) return true;
  const bool opens = is_one_of(a.back(), U"([\u00B1+<>\u2264\u2265~=\u00D7");
  const bool closes = is_one_of(b.front(), U")]%\u2030\u00B1=\u00D7") ||
                      all_of(b, [](char32_t c) { return is_one_of(c, U"*\u2020\u2021"); });
  return opens || closes;
}

}  // namespace octavo::document
