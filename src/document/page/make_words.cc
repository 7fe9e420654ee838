#include "document/page/make_words.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "document/page/word_breaks.h"
#include "document/page/word_text.h"

namespace octavo::document {
namespace {

// A mark is a script when it is smaller than this against the line ...
constexpr float kScriptRatio = 0.9f;
// ... and its baseline stands off by this much of the line's size.
constexpr float kRaised = 0.12f, kLowered = 0.05f;
// A code-less mark at the start of a line is a bullet when it is no larger than this and stands
// apart.
constexpr float kBulletSize = 0.8f, kBulletGap = 0.25f;
constexpr char32_t kBullet = 0x2022;
// How much of an accent must lie over its letter.
constexpr float kAccentOverlap = 0.5f;
// What a line of text takes up around its baseline when its ink takes less.
constexpr float kLineAscent = 0.7f, kLineDescent = 0.2f;

class WordMaker {
 public:
  WordMaker(const Frame& frame, const PageContent& content, LineDraft line)
      : frame_(frame), content_(content), line_(std::move(line)) {}

  TextLine make() {
    split_off_spaces();
    order_marks();
    TextLine out;
    describe_line(out);
    const std::vector<bool> breaks =
        find_word_breaks(content_, marks_, real_space_, line_.size, rough());
    size_t first = 0;
    bool space = false;
    for (size_t i = 1; i <= marks_.size(); ++i) {
      if (i < marks_.size() && !breaks[i] && style(i) == style(i - 1) && same_kind(i)) continue;
      Word word = make_word(first, i);
      word.space_before = space && !out.words.empty();
      const bool ends_in_space = i < marks_.size() && breaks[i];
      if (!word.text.empty()) {
        out.words.push_back(std::move(word));
        space = ends_in_space;
      } else {
        space |= ends_in_space;
      }
      first = i;
    }
    return out;
  }

 private:
  // Marks that print, and which of them have a space character before them.
  void split_off_spaces() {
    bool space = false;
    for (const Mark& mark : line_.marks) {
      if (mark.space) {
        space = true;
        continue;
      }
      marks_.push_back(mark);
      real_space_.push_back(space && marks_.size() > 1);
      space = false;
    }
  }

  // Right-to-left lines: from places to reading order.
  void order_marks() {
    bool any_right = false;
    for (const Mark& mark : marks_) any_right |= is_right_to_left(code(mark));
    if (!any_right) return;
    std::vector<size_t> places(marks_.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
      return marks_[a].u0 + marks_[a].u1 < marks_[b].u0 + marks_[b].u1;
    });
    // A space character belongs between its neighbours, whichever way they are read.
    std::vector<std::pair<float, float>> spaces;
    for (const Mark& mark : line_.marks)
      if (mark.space) spaces.emplace_back(mark.u0, mark.u1);
    std::sort(spaces.begin(), spaces.end());
    std::u32string codes;
    for (const size_t place : places) codes.push_back(code(marks_[place]));
    std::vector<Mark> ordered;
    for (const size_t i : reading_order(codes)) ordered.push_back(marks_[places[i]]);
    marks_ = std::move(ordered);
    real_space_.assign(marks_.size(), false);
    for (size_t i = 1; i < marks_.size(); ++i) {
      const float a = (marks_[i - 1].u0 + marks_[i - 1].u1) / 2;
      const float b = (marks_[i].u0 + marks_[i].u1) / 2;
      const auto low =
          std::lower_bound(spaces.begin(), spaces.end(), std::pair(std::min(a, b), -INFINITY));
      real_space_[i] = low != spaces.end() && (low->first + low->second) / 2 < std::max(a, b);
    }
  }

  void describe_line(TextLine& out) const {
    float top = line_.v - kLineAscent * line_.size, bottom = line_.v + kLineDescent * line_.size;
    for (const Mark& mark : marks_) {
      top = std::min(top, mark.top);
      bottom = std::max(bottom, mark.bottom);
    }
    out.box = frame_.to_page(line_.u0, top, line_.u1, bottom);
    out.size = line_.size;
    out.vertical = frame_.vertical;
    out.angle = frame_.vertical ? 0 : frame_.quarter();
    const float middle = (line_.u0 + line_.u1) / 2;
    const bool upright = out.angle % 180 == 0 && !frame_.vertical;
    out.baseline = upright ? frame_.y_of(middle, line_.v) : frame_.x_of(middle, line_.v);
  }

  // Hidden under or in a scan: placed by a text recognizer, not by a typesetter.
  bool rough() const {
    return !marks_.empty() && content_.glyphs[marks_[0].glyph].visibility != Visibility::kVisible;
  }

  uint8_t style(size_t i) const {
    const Mark& mark = marks_[i];
    const Glyph& glyph = content_.glyphs[mark.glyph];
    uint8_t bits = kPlain;
    if (glyph.font < content_.fonts.size()) {
      const Font& font = content_.fonts[glyph.font];
      if (font.bold) bits |= kBold;
      if (font.italic) bits |= kItalic;
      if (font.monospace && !is_cjk(glyph.code)) bits |= kMonospace;
    }
    if (mark.size < kScriptRatio * line_.size && !frame_.vertical) {
      if (line_.v - mark.v > kRaised * line_.size) bits |= kSuperscript;
      if (mark.v - line_.v > kLowered * line_.size) bits |= kSubscript;
    }
    return bits;
  }

  // Sizes of one word differ little; a jump without a space is two words.
  bool same_kind(size_t i) const {
    const float a = marks_[i - 1].size, b = marks_[i].size;
    return std::max(a, b) < 1.5f * std::min(a, b);
  }

  Word make_word(size_t first, size_t last) const {
    Word word;
    const Glyph& glyph = content_.glyphs[marks_[first].glyph];
    word.font = glyph.font;
    word.style = style(first);
    std::u32string codes;
    float u0 = INFINITY, u1 = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (size_t i = first; i < last; ++i) {
      const Mark& mark = marks_[i];
      const bool inked = mark.ink1 > mark.ink0;
      u0 = std::min(u0, inked ? mark.ink0 : mark.u0);
      u1 = std::max(u1, inked ? mark.ink1 : mark.u1);
      top = std::min(top, mark.top);
      bottom = std::max(bottom, mark.bottom);
      word.size = std::max(word.size, mark.size);
      append(codes, i, first);
    }
    word.text = clean_text(codes);
    word.box = frame_.to_page(u0, top, u1, bottom);
    return word;
  }

  // Adds the code of a mark; an accent printed over its neighbour becomes a combining one behind
  // it.
  void append(std::u32string& codes, size_t i, size_t first) const {
    const Glyph& glyph = content_.glyphs[marks_[i].glyph];
    const std::string_view font =
        glyph.font < content_.fonts.size() ? content_.fonts[glyph.font].name : std::string_view{};
    char32_t c = resolve_symbol(glyph.code, font);
    if (c == 0 && i == 0 && is_bullet(marks_)) c = kBullet;
    const char32_t accent = combining_accent(c);
    if (accent != 0 && !codes.empty() && i > first && covers(i, i - 1) && is_letter(codes.back())) {
      codes.push_back(accent);
      return;
    }
    if (i > first && combining_accent(code(marks_[i - 1])) != 0 && !codes.empty() &&
        combining_accent(codes.back()) != 0 && covers(i - 1, i) && is_letter(c)) {
      const char32_t over = combining_accent(codes.back());
      codes.back() = c == 0x131 ? U'i' : c == 0x237 ? U'j' : c;
      codes.push_back(over);
      return;
    }
    codes.push_back(c);
  }

  // A small mark without a code, alone before the text of the line.
  bool is_bullet(const std::vector<Mark>& marks) const {
    const Mark& first = marks[0];
    return marks.size() > 1 && marks[1].ink0 - first.ink1 > kBulletGap * line_.size &&
           first.ink1 - first.ink0 < kBulletSize * line_.size &&
           first.bottom - first.top < kBulletSize * line_.size;
  }

  // Mark `a` (an accent) lies over mark `b`.
  bool covers(size_t a, size_t b) const {
    const Mark &accent = marks_[a], &letter = marks_[b];
    const float width = accent.ink1 - accent.ink0;
    const float common = std::min(accent.ink1, letter.ink1) - std::max(accent.ink0, letter.ink0);
    return width > 0 && common >= kAccentOverlap * std::min(width, letter.ink1 - letter.ink0);
  }

  char32_t code(const Mark& mark) const { return content_.glyphs[mark.glyph].code; }

  const Frame& frame_;
  const PageContent& content_;
  LineDraft line_;
  std::vector<Mark> marks_;       // printing marks in reading order
  std::vector<bool> real_space_;  // a space character stands before the mark
};

}  // namespace

TextLine make_words(const Frame& frame, const PageContent& content, LineDraft line) {
  return WordMaker(frame, content, std::move(line)).make();
}

}  // namespace octavo::document
