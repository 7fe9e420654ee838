#include "networks/word_gaps.h"

#include <algorithm>
#include <string_view>

#include "base/utf8.h"
#include "image/convert.h"

namespace octavo {
namespace {

// A column is white when its contrast is within this share of the way from the whitest column to
// the most contrasted.
constexpr float kWhite = 0.2F;
// A gap is a space when it is that wide, in heights of the picture (a detected line is about 1.3 em
// high, a word space 0.25 em) ...
constexpr float kLeastSpace = 0.15F;
constexpr float kLeastFirstSpace = 0.2F;  // in a line without any space that was read
// ... that much wider than the usual gap between letters ...
constexpr float kOfLetterGap = 2.2F;
// ... and not much narrower than the spaces that were read; between digits, which stand loosely, no
// narrower at all.
constexpr float kOfReadSpace = 0.7F, kOfReadSpaceInNumbers = 1.1F;

// Difference between the darkest and the brightest pixel of each column, rows near the edges left
// out: there the lines above and below reach in.
std::vector<uint8_t> column_contrast(ImageView line) {
  const int margin = line.height / 8;
  const Image gray = to_gray(line.part({0, margin, line.width, line.height - margin}));
  const auto width = static_cast<size_t>(gray.width());
  std::vector<uint8_t> low(width, 255), high(width, 0);
  for (int y = 0; y < gray.height(); ++y) {
    const uint8_t* row = gray.row(y);
    for (size_t x = 0; x < width; ++x) {
      low[x] = std::min(low[x], row[x]);
      high[x] = std::max(high[x], row[x]);
    }
  }
  for (size_t x = 0; x < width; ++x) high[x] = static_cast<uint8_t>(high[x] - low[x]);
  return high;
}

// The longest run of white columns in [from, to), as columns.
int widest_gap(const std::vector<uint8_t>& contrast, float limit, int from, int to) {
  int best = 0, run = 0;
  for (int x = std::max(0, from); x < std::min(to, static_cast<int>(contrast.size())); ++x) {
    run = static_cast<float>(contrast[static_cast<size_t>(x)]) <= limit ? run + 1 : 0;
    best = std::max(best, run);
  }
  return best;
}

bool is_spaced_script(char32_t c) { return !is_space(c) && !is_cjk(c) && c < 0x2E80; }
bool is_word_part(char32_t c) { return is_letter(c) || is_digit(c); }

// May a space be missing between the two? Marks are not trusted: in CJK text their full-width forms
// stand apart from everything and are often read as the narrow ones, and formulas are set loosely.
bool may_part(char32_t before, char32_t after, bool in_cjk) {
  if (!is_spaced_script(before) || !is_spaced_script(after) || !is_word_part(after)) return false;
  if (is_word_part(before)) return true;
  const bool ends_part = std::u32string_view(U".,;:!?)").find(before) != std::u32string_view::npos;
  return !in_cjk && ends_part && is_letter(after);
}

float middle(const RecognizedCharacter& c) { return (c.x0 + c.x1) / 2; }

float median(std::vector<int> values) {
  const auto at = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), at, values.end());
  return static_cast<float>(*at);
}

}  // namespace

void restore_spaces(RecognizedText& text, ImageView line) {
  auto& characters = text.characters;
  if (characters.size() < 2 || line.width < 4 || line.height < 8) return;
  const auto contrast = column_contrast(line);
  const auto [low, high] = std::minmax_element(contrast.begin(), contrast.end());
  const float limit = static_cast<float>(*low) + kWhite * static_cast<float>(*high - *low);
  const auto gap_between = [&](size_t i, size_t j) {
    const auto width = static_cast<float>(line.width);
    return widest_gap(contrast, limit, static_cast<int>(middle(characters[i]) * width),
                      static_cast<int>(middle(characters[j]) * width));
  };
  const bool in_cjk = std::any_of(characters.begin(), characters.end(),
                                  [](const RecognizedCharacter& c) { return is_cjk(c.code); });
  // gaps[i]: between character i and the next; -1 where no space is to be put.
  std::vector<int> gaps(characters.size(), -1), letter_gaps, read_spaces;
  for (size_t i = 0; i + 1 < characters.size(); ++i) {
    if (!is_spaced_script(characters[i].code)) continue;
    if (is_spaced_script(characters[i + 1].code)) {
      letter_gaps.push_back(gap_between(i, i + 1));
      if (may_part(characters[i].code, characters[i + 1].code, in_cjk))
        gaps[i] = letter_gaps.back();
    } else if (is_space(characters[i + 1].code) && i + 2 < characters.size()) {
      read_spaces.push_back(gap_between(i, i + 2));
    }
  }
  if (letter_gaps.empty()) return;
  const auto height = static_cast<float>(line.height);
  float least = std::max((read_spaces.empty() ? kLeastFirstSpace : kLeastSpace) * height,
                         kOfLetterGap * (median(letter_gaps) + 1));
  float least_in_numbers = least * kOfReadSpaceInNumbers / kOfReadSpace;
  if (!read_spaces.empty()) {
    const float usual = median(read_spaces);
    least = std::max(least, kOfReadSpace * usual);
    least_in_numbers = std::max(least_in_numbers, kOfReadSpaceInNumbers * usual);
  }
  std::vector<RecognizedCharacter> spaced;
  for (size_t i = 0; i < characters.size(); ++i) {
    spaced.push_back(characters[i]);
    if (gaps[i] < 0) continue;
    const bool in_number = is_digit(characters[i].code) && is_digit(characters[i + 1].code);
    if (static_cast<float>(gaps[i]) >= (in_number ? least_in_numbers : least))
      spaced.push_back({U' ', characters[i].x1, characters[i + 1].x0, characters[i].confidence});
  }
  characters = std::move(spaced);
}

}  // namespace octavo
