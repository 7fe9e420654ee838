// What stands at the front of a line: bullets, list numbers, section numbers, footnote marks.
// Pure functions of the text; thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace octavo::document {

enum class MarkerKind : uint8_t {
  kNone,
  kBullet,   // a glyph that is nothing but a bullet
  kDash,     // "-", "–", "*", "o": a bullet only in company
  kDecimal,  // 1. 2) (3) 4、
  kLetter,   // a) B. (c); may also read as a Roman numeral
  kRoman,    // ii) (iv) XII.
  kCjk,      // 一、（二）
  kCircled,  // ① ⑵ ⒊
};

struct Marker {
  MarkerKind kind = MarkerKind::kNone;
  char32_t open = 0, close = 0;  // '(' and ')', '.', U+3001; full-width forms as their ASCII ones
  bool upper = false;            // letters and Roman numerals
  int value = 0;                 // ordinal; 0 for bullets
  int roman = 0;       // kLetter: the value when read as a Roman numeral, 0 when it is none
  char32_t glyph = 0;  // bullets: the character
  size_t bytes = 0;    // of the text: the marker and the space after it
  std::string text;    // as it shall be shown: "•", "3.", "b)"

  explicit operator bool() const { return kind != MarkerKind::kNone; }
  bool is_bullet() const { return kind == MarkerKind::kBullet || kind == MarkerKind::kDash; }
};

// The marker at the front of `text`. "3.14", "2015.", "operations" and "A. Smith-like" initials
// with two capitals in a row have none; "A." alone is a candidate that needs its neighbours (see
// follows).
Marker parse_marker(std::string_view text);

// Same shape: both "(a)", both "1.", both the same bullet.
bool same_series(const Marker& a, const Marker& b);
// `next` continues the count of `previous`: 3. after 2., (iv) after (iii), any equal bullet.
bool follows(const Marker& previous, const Marker& next);

// The number of a section at the front of a heading: "1", "2.3", "A.1", "Chapter 4", "第三章",
// "（一）".
struct SectionNumber {
  int depth = 0;     // 1 for "1" and "Chapter 4", 2 for "2.3"; 0: no number
  size_t bytes = 0;  // of the text, with the space after it
  // Families count on their own: a document may number its sections by 一、 and below them by
  // （一）.
  enum class Family : uint8_t {
    kNone,
    kDecimal,
    kLetter,
    kRoman,
    kNamed,
    kCjkNamed,
    kCjkComma,
    kCjkParen
  };
  Family family = Family::kNone;
  bool bare = false;  // a lone number without a dot, "3 Results": weak on its own
};
SectionNumber parse_section_number(std::string_view text);

// A word that opens a footnote: "1", "*", "†", "[2]", "①" before the text. Bytes of it, 0 when
// none. `raised` says that the first word is a superscript, so that a bare number counts.
size_t footnote_mark_bytes(std::string_view text, bool raised);

}  // namespace octavo::document
