#include "document/recognize/ocr/line_words.h"

#include <algorithm>

#include "base/utf8.h"
#include "document/page/detect_lines.h"

namespace octavo::document {
namespace {

// A gap between two characters (from middle to middle) this many line heights wide parts words.
constexpr float kWideGap = 2.2F;

// Full-width forms (U+FF01 ..) of letters and digits only: full-width punctuation is right in CJK
// text.
char32_t folded(char32_t c) {
  const bool digit = c >= 0xFF10 && c <= 0xFF19;
  const bool letter = (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A);
  return digit || letter ? c - 0xFEE0 : c;
}

// Part x0 .. x1 (0..1 in reading direction) of the line's box.
PointBox part_of(const PointBox& box, float x0, float x1, Direction direction) {
  const float width = box.width(), height = box.height();
  switch (direction) {
    case Direction::kRight:
      return {box.x0 + x0 * width, box.y0, box.x0 + x1 * width, box.y1};
    case Direction::kLeft:
      return {box.x1 - x1 * width, box.y0, box.x1 - x0 * width, box.y1};
    case Direction::kDown:
      return {box.x0, box.y0 + x0 * height, box.x1, box.y0 + x1 * height};
    case Direction::kUp:
      return {box.x0, box.y1 - x1 * height, box.x1, box.y1 - x0 * height};
  }
  return box;
}

class WordBuilder {
 public:
  WordBuilder(const PointBox& box, Direction direction) : box_(box), direction_(direction) {
    const bool lying = direction == Direction::kRight || direction == Direction::kLeft;
    const float along = lying ? box.width() : box.height();
    thickness_ = lying ? box.height() : box.width();
    wide_gap_ = along > 0 ? kWideGap * thickness_ / along : 2;
  }

  void add(const RecognizedCharacter& character) {
    const char32_t code = folded(character.code);
    if (is_space(code)) {
      space_ = true;
      return;
    }
    if (is_control(code) || code == 0) return;
    const float center = (character.x0 + character.x1) / 2;
    const bool apart = seen_ && center - last_center_ > wide_gap_;
    if (!text_.empty() && (space_ || apart)) finish();
    if (text_.empty()) {
      space_before_ = seen_ && (space_ || apart);
      x0_ = character.x0;
    }
    append_utf8(text_, code);
    x1_ = character.x1;
    confidence_ += character.confidence;
    ++count_;
    last_center_ = center;
    seen_ = true;
    space_ = false;
  }

  std::vector<Word> take() {
    finish();
    return std::move(words_);
  }

 private:
  void finish() {
    if (text_.empty()) return;
    Word word;
    word.text = to_nfc(text_);
    word.box = part_of(box_, x0_, x1_, direction_);
    word.size = kEmOfThickness * thickness_;
    word.space_before = space_before_;
    word.confidence = confidence_ / static_cast<float>(count_);
    words_.push_back(std::move(word));
    text_.clear();
    confidence_ = 0;
    count_ = 0;
  }

  PointBox box_;
  Direction direction_;
  float thickness_ = 0, wide_gap_ = 0;
  std::vector<Word> words_;
  std::string text_;
  float x0_ = 0, x1_ = 0, confidence_ = 0, last_center_ = 0;
  int count_ = 0;
  bool space_ = false, space_before_ = false, seen_ = false;
};

}  // namespace

std::vector<Word> words_of(const RecognizedText& text, const PointBox& area, Direction direction) {
  WordBuilder builder(area, direction);
  for (const RecognizedCharacter& character : text.characters) builder.add(character);
  return builder.take();
}

}  // namespace octavo::document
