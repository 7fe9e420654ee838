#include "document/page/word_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "base/utf8.h"

namespace octavo::document {
namespace {

enum class Direction : uint8_t { kNeutral, kLeft, kRight, kNumber };

Direction direction_of(char32_t c) {
  if (is_right_to_left(c)) return Direction::kRight;
  if (is_digit(c)) return Direction::kNumber;
  if (is_letter(c)) return Direction::kLeft;
  return Direction::kNeutral;
}

struct Pair {
  char32_t from, to;
};

// Spacing accents, as old TeX fonts print them over letters.
constexpr std::array kAccents{
    Pair{0x5E, 0x302},  Pair{0x60, 0x300},  Pair{0x7E, 0x303},  Pair{0xA8, 0x308},
    Pair{0xAF, 0x304},  Pair{0xB0, 0x30A},  Pair{0xB4, 0x301},  Pair{0xB8, 0x327},
    Pair{0x2C6, 0x302}, Pair{0x2C7, 0x30C}, Pair{0x2C9, 0x304}, Pair{0x2D8, 0x306},
    Pair{0x2D9, 0x307}, Pair{0x2DA, 0x30A}, Pair{0x2DB, 0x328}, Pair{0x2DC, 0x303},
    Pair{0x2DD, 0x30B},
};

// Codes of Wingdings (U+F0xx) that documents use as bullets and check marks.
constexpr std::array kWingdings{
    Pair{0x6C, 0x25CF}, Pair{0x6E, 0x25A0}, Pair{0x6F, 0x2610}, Pair{0x71, 0x2751},
    Pair{0x72, 0x2752}, Pair{0x75, 0x25C6}, Pair{0x76, 0x2756}, Pair{0x9F, 0x2022},
    Pair{0xA1, 0x25CB}, Pair{0xA7, 0x25AA}, Pair{0xA8, 0x2610}, Pair{0xD8, 0x27A2},
    Pair{0xDC, 0x27B2}, Pair{0xDF, 0x2190}, Pair{0xE0, 0x2192}, Pair{0xE1, 0x2191},
    Pair{0xE2, 0x2193}, Pair{0xE8, 0x2794}, Pair{0xF0, 0x21E8}, Pair{0xFB, 0x2718},
    Pair{0xFC, 0x2714}, Pair{0xFD, 0x2612}, Pair{0xFE, 0x2611},
};

// Adobe Symbol encoding from 0x20 (ISO 32000-1 annex D.5); 0 where it has nothing to say.
constexpr char32_t kSymbol[] =
    U" !∀#∃%&∍()∗+,−./0123456789:;<=>?"
    U"≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"
    U"‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼\0"
    U"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    U"€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵"
    U"ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"
    U"◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭\0";
constexpr size_t kSymbolCount = 0xE0;
static_assert(std::size(kSymbol) == kSymbolCount + 1);

template <size_t N>
char32_t look_up(const std::array<Pair, N>& table, char32_t c) {
  const auto found =
      std::lower_bound(table.begin(), table.end(), c,
                       [](const Pair& pair, char32_t key) { return pair.from < key; });
  return found != table.end() && found->from == c ? found->to : 0;
}

bool is_presentation_form(char32_t c) {
  return (c >= 0xFB00 && c <= 0xFB4F) || (c >= 0xFB50 && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0x2F00 && c <= 0x2FDF);
}

// Fonts named Symbol whose letters have no names are taken to be Latin: what they show is in the
// table all the same. Signs that both have, in different places, may be named rightly.
bool is_code_of_symbol(char32_t c, std::string_view font_name) {
  constexpr std::u32string_view kInBoth = U"\u00A9\u00AC\u00AE\u00B0\u00B1\u00B5\u00B7\u00D7\u00F7";
  if (font_name != "Symbol" && font_name != "SymbolMT") return false;
  return c > 0x20 && c <= 0xFF && (c < 0x7F || c > 0xA0) &&
         kInBoth.find(c) == std::u32string_view::npos;
}

char32_t plain_form(char32_t c) {
  if (c == 0xAD || c == 0x2010 || c == 0x2011) return '-';
  if (is_space(c)) return ' ';
  return c;
}

}  // namespace

bool reads_right_to_left(std::u32string_view codes) {
  size_t right = 0, left = 0;
  for (const char32_t c : codes) {
    const Direction direction = direction_of(c);
    right += direction == Direction::kRight;
    left += direction == Direction::kLeft;
  }
  return right > left;
}

std::vector<size_t> reading_order(std::u32string_view codes) {
  std::vector<size_t> order(codes.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Direction> directions(codes.size());
  bool any_right = false;
  for (size_t i = 0; i < codes.size(); ++i) {
    directions[i] = direction_of(codes[i]);
    any_right |= directions[i] == Direction::kRight;
  }
  if (!any_right) return order;
  const bool from_right = reads_right_to_left(codes);
  const Direction own = from_right ? Direction::kLeft : Direction::kRight;
  // Runs against the direction of the line: letters of the other kind (and, in a line read from the
  // right, numbers) with the neutrals between two of them.
  const auto against = [&](size_t i) {
    return directions[i] == own || (from_right && directions[i] == Direction::kNumber);
  };
  if (from_right) std::reverse(order.begin(), order.end());
  for (size_t first = 0; first < order.size();) {
    if (!against(order[first])) {
      ++first;
      continue;
    }
    size_t last = first;
    for (size_t i = first + 1; i < order.size(); ++i) {
      if (against(order[i]))
        last = i;
      else if (directions[order[i]] != Direction::kNeutral)
        break;
    }
    std::reverse(order.begin() + static_cast<ptrdiff_t>(first),
                 order.begin() + static_cast<ptrdiff_t>(last) + 1);
    first = last + 1;
  }
  return order;
}

char32_t combining_accent(char32_t c) { return look_up(kAccents, c); }

char32_t resolve_symbol(char32_t c, std::string_view font_name) {
  if (is_code_of_symbol(c, font_name)) {
    const char32_t shown = kSymbol[c - 0x20];
    return shown != 0 ? shown : c;
  }
  if (!is_private_use(c)) return c;
  const auto named = [&](std::string_view name) {
    return std::search(font_name.begin(), font_name.end(), name.begin(), name.end(),
                       [](char a, char b) { return (a | 0x20) == (b | 0x20); }) != font_name.end();
  };
  if (c < 0xF020 || c > 0xF0FF) return 0;
  const char32_t code = c - 0xF000;
  if (named("wingdings")) return look_up(kWingdings, code);
  if (named("symbol")) return kSymbol[code - 0x20];
  // Bullets of unnamed symbol fonts follow the same two encodings.
  if (code == 0xB7 || code == 0xA7 || code == 0xD8 || code == 0xFC)
    return code == 0xB7 ? 0x2022 : look_up(kWingdings, code);
  return 0;
}

std::string clean_text(std::u32string_view codes) {
  std::string out;
  bool plain = true;
  for (const char32_t code : codes) {
    const char32_t c = plain_form(code);
    if (c == 0 || c == 0xFFFD || is_control(c) || is_private_use(c)) continue;
    plain &= c < 0x80;
    if (is_presentation_form(c)) {
      std::string one;
      append_utf8(one, c);
      out += to_nfkc(one);
    } else {
      append_utf8(out, c);
    }
  }
  return plain ? out : to_nfc(out);
}

}  // namespace octavo::document
