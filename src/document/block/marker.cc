#include "document/block/marker.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// Markers and section numbers are short; nothing beyond this many characters is looked at.
constexpr size_t kHead = 32;
// A longer number at a line start is a year or an amount.
constexpr size_t kMaxDigits = 3;

using Text = std::u32string_view;

char32_t narrow(char32_t c) {  // full-width ASCII to ASCII
  return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c;
}

bool ascii_digit(char32_t c) { return narrow(c) >= '0' && narrow(c) <= '9'; }
bool ascii_letter(char32_t c) {
  c = narrow(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::u32string head_of(std::string_view text) { return to_utf32(utf8_prefix(text, 4 * kHead)); }

size_t bytes_of(Text text) { return to_utf8(text).size(); }

size_t skip_spaces(Text t, size_t at) {
  while (at < t.size() && is_space(t[at])) ++at;
  return at;
}

// Bullets of the common fonts; private-use ones are Symbol and Wingdings mapped to U+F000 + code.
struct Bullet {
  char32_t code, shown;
};
constexpr std::array kBullets = std::to_array<Bullet>({
    {0x2022, 0x2022}, {0x2023, 0x2023}, {0x2043, 0x2043}, {0x2219, 0x2022}, {0x22C5, 0x2022},
    {0x00B7, 0x00B7}, {0x25AA, 0x25AA}, {0x25AB, 0x25AB}, {0x25A0, 0x25A0}, {0x25A1, 0x25A1},
    {0x25CF, 0x25CF}, {0x25CB, 0x25CB}, {0x25E6, 0x25E6}, {0x25C6, 0x25C6}, {0x25C7, 0x25C7},
    {0x25BA, 0x25BA}, {0x25B6, 0x25B6}, {0x25B8, 0x25B8}, {0x25B7, 0x25B7}, {0x25B9, 0x25B9},
    {0x25FC, 0x25FC}, {0x25FE, 0x25FE}, {0x2B1B, 0x2B1B}, {0x25CA, 0x25CA}, {0x27A2, 0x27A2},
    {0x27A4, 0x27A4}, {0x2794, 0x2794}, {0x2192, 0x2192}, {0x21D2, 0x21D2}, {0x2713, 0x2713},
    {0x2714, 0x2714}, {0x2717, 0x2717}, {0x2718, 0x2718}, {0x2756, 0x2756}, {0x2605, 0x2605},
    {0x2606, 0x2606}, {0x30FB, 0x30FB}, {0x2726, 0x2726}, {0x2751, 0x2751}, {0x274F, 0x274F},
    {0xF0B7, 0x2022}, {0xF0A7, 0x25AA}, {0xF0D8, 0x27A2}, {0xF0FC, 0x2713}, {0xF06F, 0x25A1},
    {0xF06C, 0x25CF}, {0xF06E, 0x25A0}, {0xF076, 0x2756}, {0xF0A8, 0x25A1}, {0xF0E0, 0x2192},
    {0xF0D2, 0x27A2}, {0xF075, 0x25C6}, {0xF0FB, 0x2717}, {0xF09F, 0x2022}, {0xF0BE, 0x2013},
});

char32_t bullet_shown(char32_t c) {
  for (const Bullet& bullet : kBullets)
    if (bullet.code == c) return bullet.shown;
  return is_private_use(c) ? U'\u2022' : 0;
}

int roman_value(Text t) {
  int total = 0, previous = 0;
  for (size_t i = t.size(); i-- > 0;) {
    int value = 0;
    switch (narrow(t[i]) | 0x20) {
      case 'i':
        value = 1;
        break;
      case 'v':
        value = 5;
        break;
      case 'x':
        value = 10;
        break;
      case 'l':
        value = 50;
        break;
      case 'c':
        value = 100;
        break;
      default:
        return 0;
    }
    total += value < previous ? -value : value;
    previous = std::max(previous, value);
  }
  return total;
}

bool same_case(Text t) {
  const bool upper = is_upper(narrow(t[0]));
  return std::all_of(t.begin(), t.end(), [&](char32_t c) { return is_upper(narrow(c)) == upper; });
}

// 一 .. 九十九; 0 when it is no numeral.
int cjk_value(Text t) {
  constexpr Text kDigits = U"〇一二三四五六七八九";
  int tens = 0, ones = 0;
  bool seen_ten = false;
  for (const char32_t c : t) {
    if (c == U'十') {
      if (seen_ten) return 0;
      tens = ones == 0 ? 1 : ones;
      ones = 0;
      seen_ten = true;
      continue;
    }
    const size_t digit = kDigits.find(c);
    if (digit == Text::npos || ones != 0) return 0;
    ones = static_cast<int>(digit);
  }
  return tens * 10 + ones;
}

bool cjk_numeral(char32_t c) { return Text(U"〇一二三四五六七八九十百零两").find(c) != Text::npos; }

// ① ⑴ ⒈ and their families: value, or 0.
int circled_value(char32_t c) {
  for (const char32_t first : {U'\u2460', U'\u2474', U'\u2488'})
    if (c >= first && c < first + 20) return static_cast<int>(c - first) + 1;
  if (c >= 0x2776 && c <= 0x277F) return static_cast<int>(c - 0x2776) + 1;
  if (c >= 0x2780 && c <= 0x2789) return static_cast<int>(c - 0x2780) + 1;
  return 0;
}

bool is_box(char32_t c) { return Text(U"□■○●☐").find(c) != Text::npos; }

Marker finish(Marker marker, Text t, size_t end) {
  const size_t start = skip_spaces(t, 0);
  if (marker.text.empty()) marker.text = to_utf8(t.substr(start, end - start));
  marker.bytes = bytes_of(t.substr(0, skip_spaces(t, end)));
  return marker;
}

// "———" opens the items of a list in Chinese standards. 0 when nothing follows the dashes.
size_t leading_dashes(Text t, size_t at) {
  size_t end = at;
  while (end < t.size() && (t[end] == 0x2014 || t[end] == 0x2015 || t[end] == 0x2500)) ++end;
  return end < t.size() ? end - at : 0;
}

Marker parse_glyph(Text t, size_t at) {
  Marker marker;
  const char32_t c = t[at];
  const bool apart = at + 1 >= t.size() || is_space(t[at + 1]);
  if (const int value = circled_value(c)) {
    marker.kind = MarkerKind::kCircled;
    marker.value = value;
    return finish(marker, t, at + 1);
  }
  if (c == '-' || c == 0x2013 || c == 0x2010 || c == 0x2212 || c == '*' || c == 'o') {
    if (!apart || at + 1 >= t.size()) return {};
    marker.kind = MarkerKind::kDash;
    marker.glyph = c;
    return finish(marker, t, at + 1);
  }
  if (const size_t dashes = leading_dashes(t, at); dashes >= 2 && is_cjk(t[at + dashes])) {
    marker.kind = MarkerKind::kDash;
    marker.glyph = 0x2014;
    return finish(marker, t, at + dashes);
  }
  const char32_t shown = bullet_shown(c);
  if (shown == 0) return {};
  // Bullets are often set without a space, but a middle dot or an arrow then belongs to a formula.
  const bool mathematical = c == 0xB7 || c == 0x22C5 || c == 0x2192 || c == 0x21D2;
  if (mathematical && !apart && !is_cjk(t[at + 1])) return {};
  // Two equal glyphs on one line are boxes to tick or a rule, not a bullet; so is a box beside a
  // tick.
  if (t.substr(at + 1).find(c) != Text::npos) return {};
  if (is_box(c) && t.substr(at + 1).find_first_of(U"√✓✔☑☒■□☐●○") != Text::npos) return {};
  marker.kind = MarkerKind::kBullet;
  marker.glyph = shown;
  marker.text = to_utf8(Text(&shown, 1));
  return finish(marker, t, at + 1);
}

// Reads the ordinal between the brackets; false when it is none.
bool read_ordinal(Text body, Marker& marker) {
  if (body.empty()) return false;
  if (std::all_of(body.begin(), body.end(), ascii_digit)) {
    if (body.size() > kMaxDigits) return false;
    marker.kind = MarkerKind::kDecimal;
    for (const char32_t c : body)
      marker.value = marker.value * 10 + static_cast<int>(narrow(c) - '0');
    return true;
  }
  if (std::all_of(body.begin(), body.end(), cjk_numeral)) {
    marker.kind = MarkerKind::kCjk;
    marker.value = cjk_value(body);
    return marker.value > 0;
  }
  if (!std::all_of(body.begin(), body.end(), ascii_letter) || !same_case(body)) return false;
  marker.upper = is_upper(narrow(body[0]));
  const int roman = roman_value(body);
  if (body.size() == 1) {
    marker.kind = MarkerKind::kLetter;
    marker.value = static_cast<int>(narrow(body[0]) | 0x20) - 'a' + 1;
    marker.roman = roman;
    return true;
  }
  marker.kind = MarkerKind::kRoman;
  marker.value = roman;
  return roman > 0 && body.size() <= 6;
}

Marker parse_ordinal(Text t, size_t at) {
  Marker marker;
  const char32_t open = narrow(t[at]);
  if (open == '(' || open == '[') {
    marker.open = open;
    ++at;
  }
  size_t end = at;
  while (end < t.size() && end - at <= 6 &&
         (ascii_digit(t[end]) || ascii_letter(t[end]) || cjk_numeral(t[end])))
    ++end;
  if (end >= t.size() || !read_ordinal(t.substr(at, end - at), marker)) return {};
  marker.close = narrow(t[end]);
  const char32_t next = end + 1 < t.size() ? t[end + 1] : U' ';
  switch (marker.close) {
    case ')':
      if (marker.open != '(' && marker.open != 0) return {};
      break;
    case ']':
      if (marker.open != '[') return {};
      break;
    case '.':
      // "3.14", "e.g.", "A.B. Smith": a list marker has room after its dot (Chinese text needs
      // none).
      if (marker.open != 0 || !(is_space(next) || is_cjk(next) || is_hangul(next))) return {};
      break;
    case 0x3001:  // ideographic comma
      if (marker.open != 0) return {};
      break;
    default:
      return {};
  }
  return finish(marker, t, end + 1);
}

int roman_reading(const Marker& m) { return m.kind == MarkerKind::kRoman ? m.value : m.roman; }

}  // namespace

Marker parse_marker(std::string_view text) {
  const std::u32string head = head_of(text);
  const Text t = head;
  const size_t at = skip_spaces(t, 0);
  if (at >= t.size()) return {};
  if (Marker glyph = parse_glyph(t, at)) return glyph;
  return parse_ordinal(t, at);
}

bool same_series(const Marker& a, const Marker& b) {
  if (!a || !b || a.open != b.open || a.close != b.close) return false;
  if (a.is_bullet() || b.is_bullet()) return a.kind == b.kind && a.glyph == b.glyph;
  const auto lettered = [](const Marker& m) {
    return m.kind == MarkerKind::kLetter || m.kind == MarkerKind::kRoman;
  };
  if (lettered(a) && lettered(b)) return a.upper == b.upper;
  return a.kind == b.kind;
}

bool follows(const Marker& previous, const Marker& next) {
  if (!same_series(previous, next)) return false;
  if (previous.is_bullet()) return true;
  if (previous.kind == MarkerKind::kLetter && next.kind == MarkerKind::kLetter &&
      next.value == previous.value + 1)
    return true;
  if (previous.kind == MarkerKind::kLetter || previous.kind == MarkerKind::kRoman) {
    const int before = roman_reading(previous), after = roman_reading(next);
    return before > 0 && after == before + 1;
  }
  return next.value == previous.value + 1;
}

size_t footnote_mark_bytes(std::string_view text, bool raised) {
  const std::u32string head = head_of(text);
  const Text t = head;
  size_t at = skip_spaces(t, 0);
  const size_t start = at;
  constexpr Text kSymbols = U"*†‡§¶‖#∗＊⁎";
  while (at < t.size() && at - start < 3 && kSymbols.find(t[at]) != Text::npos) ++at;
  if (at > start) return bytes_of(t.substr(0, skip_spaces(t, at)));
  if (at < t.size() && circled_value(t[at]) != 0)
    return bytes_of(t.substr(0, skip_spaces(t, at + 1)));
  constexpr Text kRaised = U"¹²³⁴⁵⁶⁷⁸⁹⁰";
  while (at < t.size() && kRaised.find(t[at]) != Text::npos) ++at;
  if (at > start) return bytes_of(t.substr(0, skip_spaces(t, at)));
  if (at < t.size() && t[at] == '[') {
    size_t end = at + 1;
    while (end < t.size() && ascii_digit(t[end])) ++end;
    if (end > at + 1 && end < t.size() && t[end] == ']')
      return bytes_of(t.substr(0, skip_spaces(t, end + 1)));
    return 0;
  }
  while (at < t.size() && ascii_digit(t[at]) && at - start < kMaxDigits) ++at;
  if (at == start && raised && at < t.size() && ascii_letter(t[at])) ++at;
  if (at == start || (at < t.size() && ascii_digit(t[at]))) return 0;
  // "6) See there", "6. See there"
  const bool closed = at + 1 < t.size() && (t[at] == ')' || t[at] == '.') && is_space(t[at + 1]);
  if (closed) ++at;
  const bool apart = at < t.size() && is_space(t[at]);
  if (!raised && !apart) return 0;
  return bytes_of(t.substr(0, skip_spaces(t, at)));
}

}  // namespace octavo::document
