#include "document/page/word_breaks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/utf8.h"

namespace octavo::document {
namespace {

// All widths are parts of the font size. A break is half of the font's own space, within these
// bounds: kerning opens gaps of up to 0.1, TeX shrinks spaces to 0.2 and puts 0.17 around
// operators.
constexpr float kLeastBreak = 0.12f, kMostBreak = 0.2f, kUsualBreak = 0.15f;
constexpr float kMaxFontSpace = 0.6f;   // a wider "space" is the default width of a bad font
constexpr float kRealSpaceGap = 0.03f;  // a space character over less white than this was not meant
constexpr float kScriptBreak = 0.25f;   // around superscripts the bearings are those of two sizes
constexpr float kCjkBreak = 0.9f;       // white between ideographs that separates items
constexpr float kCjkLatinBreak = 0.5f;  // typesetters put a quarter between ideographs and Latin
constexpr float kPunctuationBreak =
    0.35f;  // before a full stop or after a bracket, without a space
// Letter-spaced text: all gaps of the line near the median, which is clearly above kerning.
constexpr float kLetterSpacing = 0.06f;
constexpr float kWordAboveLetter =
    0.6f;  // a word gap exceeds the letter gap by this part of it ...
constexpr float kWordAboveLetterLeast = 0.12f;  // ... and by this part of the size
constexpr size_t kMinSpacedLetters = 5;

struct Gap {
  float width = 0;  // as a part of the line's size
  bool real = false;
  bool letters = false;  // between two letters of an alphabet
};

// Marks that stand close to what they close or open.
bool clings(char32_t left, char32_t right) {
  static constexpr std::u32string_view kClosing = U".,;:!?)]}%’”", kOpening = U"([{‘“";
  return kClosing.find(right) != kClosing.npos || kOpening.find(left) != kOpening.npos;
}

bool is_alphabetic(char32_t c) { return is_letter(c) && !is_cjk(c) && !is_hangul(c); }

class BreakFinder {
 public:
  BreakFinder(const PageContent& content, const std::vector<Mark>& marks,
              const std::vector<bool>& real_space, float size, bool trust)
      : content_(content), marks_(marks), real_(real_space), size_(size), trust_(trust) {}

  std::vector<bool> find() {
    measure();
    std::vector<bool> breaks(marks_.size(), false);
    if (trust_) {
      for (size_t i = 1; i < marks_.size(); ++i) breaks[i] = trusted_break(i);
      return breaks;
    }
    const float letter_gap = letter_spacing();
    if (spelled_out(letter_gap)) {
      for (size_t i = 1; i < marks_.size(); ++i)
        breaks[i] = gaps_[i].width > letter_gap + word_excess(letter_gap);
      return breaks;
    }
    for (size_t i = 1; i < marks_.size(); ++i) breaks[i] = is_break(i, letter_gap);
    return breaks;
  }

 private:
  void measure() {
    gaps_.resize(marks_.size());
    float end = marks_.empty() ? 0 : marks_[0].u1;
    for (size_t i = 1; i < marks_.size(); ++i) {
      const Mark& mark = marks_[i];
      gaps_[i].width = (mark.u0 - end) / size_;
      // In text that runs the other way the neighbours change sides.
      if (mark.u1 < marks_[i - 1].u0) gaps_[i].width = (marks_[i - 1].u0 - mark.u1) / size_;
      gaps_[i].real = real_[i];
      gaps_[i].letters = is_alphabetic(code(i - 1)) && is_alphabetic(code(i));
      end = std::max(end, mark.u1);
    }
  }

  // Median gap between neighbouring letters when it is clearly wider than kerning, else 0.
  float letter_spacing() const {
    std::vector<float> widths;
    for (size_t i = 1; i < marks_.size(); ++i)
      if (gaps_[i].letters && !gaps_[i].real && gaps_[i].width < 1)
        widths.push_back(gaps_[i].width);
    if (widths.size() < kMinSpacedLetters - 1) return spelled_spacing();
    const auto middle = widths.begin() + static_cast<ptrdiff_t>(widths.size() / 3);
    // The lower third: in unspaced text without space characters many gaps are words.
    std::nth_element(widths.begin(), middle, widths.end());
    return *middle > kLetterSpacing ? *middle : 0;
  }

  // "C H A P T E R" written with space characters: the gap, or 0.
  float spelled_spacing() const {
    std::vector<float> widths;
    for (size_t i = 1; i < marks_.size(); ++i)
      if (gaps_[i].letters) widths.push_back(gaps_[i].width);
    if (widths.size() < kMinSpacedLetters - 1) return 0;
    std::nth_element(widths.begin(), widths.begin() + static_cast<ptrdiff_t>(widths.size() / 2),
                     widths.end());
    return std::max(0.0f, widths[widths.size() / 2]);
  }

  float word_excess(float letter_gap) const {
    return std::max(kWordAboveLetter * letter_gap, kWordAboveLetterLeast);
  }

  // Every letter stands alone between real spaces, and together they look like words, not like a
  // row of names (A B C D E).
  bool spelled_out(float letter_gap) const {
    if (letter_gap <= kLetterSpacing) return false;
    size_t letters = 0, lone = 0, in_sequence = 0, vowels = 0;
    for (size_t i = 1; i < marks_.size(); ++i) {
      if (!gaps_[i].letters) continue;
      ++letters;
      lone += gaps_[i].real;
      in_sequence += code(i) == code(i - 1) + 1;
      static constexpr std::u32string_view kVowels = U"AEIOUYaeiouy";
      vowels += kVowels.find(code(i)) != kVowels.npos;
    }
    return letters + 1 >= kMinSpacedLetters && lone == letters && in_sequence * 3 < letters &&
           vowels > 0;
  }

  bool trusted_break(size_t i) const {
    if (is_cjk(code(i - 1)) && is_cjk(code(i))) return gaps_[i].width > kCjkBreak;
    return gaps_[i].real || gaps_[i].width > 2 * kMostBreak;
  }

  bool is_break(size_t i, float letter_gap) const {
    const Gap& gap = gaps_[i];
    const bool left_cjk = is_cjk(code(i - 1)), right_cjk = is_cjk(code(i));
    if (left_cjk && right_cjk) return gap.width > kCjkBreak && !evenly_spaced_cjk();
    if ((left_cjk || right_cjk) && !gap.real) return gap.width > kCjkLatinBreak + letter_gap;
    if (gap.real) return gap.width > kRealSpaceGap + letter_gap / 2;
    float least = break_width(i);
    const bool script =
        marks_[i].size < 0.9f * marks_[i - 1].size || marks_[i - 1].size < 0.9f * marks_[i].size;
    if (script)
      least = std::max(least, kScriptBreak * std::min(marks_[i].size, marks_[i - 1].size) / size_);
    if (clings(code(i - 1), code(i))) least = std::max(least, kPunctuationBreak);
    if (letter_gap > 0) least = letter_gap + std::max(word_excess(letter_gap), least);
    return gap.width > least;
  }

  float break_width(size_t i) const {
    const size_t font = content_.glyphs[marks_[i - 1].glyph].font;
    const float space = font < content_.fonts.size() ? content_.fonts[font].space : 0;
    const float scale = std::max(marks_[i].size, marks_[i - 1].size) / size_;
    if (space <= 0 || space > kMaxFontSpace) return kUsualBreak * scale;
    return std::clamp(space / 2, kLeastBreak, kMostBreak) * scale;
  }

  // A title spread over a line: 前　　言. Gaps between all ideographs are alike.
  bool evenly_spaced_cjk() const {
    float least = INFINITY, most = 0;
    for (size_t i = 1; i < marks_.size(); ++i) {
      if (!is_cjk(code(i - 1)) || !is_cjk(code(i))) return false;
      least = std::min(least, gaps_[i].width);
      most = std::max(most, gaps_[i].width);
    }
    return least > 0.15f && most < 1.6f * least;
  }

  char32_t code(size_t i) const { return content_.glyphs[marks_[i].glyph].code; }

  const PageContent& content_;
  const std::vector<Mark>& marks_;
  const std::vector<bool>& real_;
  float size_;
  bool trust_;
  std::vector<Gap> gaps_;
};

}  // namespace

std::vector<bool> find_word_breaks(const PageContent& content, const std::vector<Mark>& marks,
                                   const std::vector<bool>& real_space, float line_size,
                                   bool trust_spaces) {
  return BreakFinder(content, marks, real_space, std::max(line_size, 0.1f), trust_spaces).find();
}

}  // namespace octavo::document
