#include "document/recognize/ocr/line_words.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

// Characters of equal width over 0..1.
RecognizedText set(std::u32string_view letters) {
  RecognizedText text;
  const float step = 1 / static_cast<float>(letters.size());
  for (size_t i = 0; i < letters.size(); ++i) {
    const float x = static_cast<float>(i) * step;
    text.characters.push_back({letters[i], x, x + step, 0.8F});
  }
  return text;
}

std::string joined(const std::vector<Word>& words) {
  std::string out;
  for (const Word& word : words) out += (word.space_before ? "_" : "|") + word.text;
  return out;
}

const PointBox kLine{100, 50, 200, 60};

TEST(LineWords, CutsAtSpacesOnly) {
  const auto words = words_of(set(U"to be, 12 中文字"), kLine, Direction::kRight);
  EXPECT_EQ(joined(words), "|to_be,_12_中文字");
}

TEST(LineWords, BoxesFollowTheCharacters) {
  const auto words = words_of(set(U"abcd efghi"), kLine, Direction::kRight);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_NEAR(words[0].box.x0, 100, 1e-3F);
  EXPECT_NEAR(words[0].box.x1, 140, 1e-3F);
  EXPECT_NEAR(words[1].box.x0, 150, 1e-3F);
  EXPECT_NEAR(words[1].box.x1, 200, 1e-3F);
  EXPECT_EQ(words[0].box.y0, 50);
  EXPECT_EQ(words[0].box.y1, 60);
  EXPECT_NEAR(words[0].confidence, 0.8F, 1e-6F);
}

TEST(LineWords, OtherDirections) {
  const PointBox tall{10, 100, 20, 200};
  const auto down = words_of(set(U"ab cd"), tall, Direction::kDown);
  ASSERT_EQ(down.size(), 2u);
  EXPECT_NEAR(down[0].box.y0, 100, 1e-3F);
  EXPECT_NEAR(down[0].box.y1, 140, 1e-3F);
  const auto up = words_of(set(U"ab cd"), tall, Direction::kUp);
  EXPECT_NEAR(up[0].box.y1, 200, 1e-3F);
  EXPECT_NEAR(up[0].box.y0, 160, 1e-3F);
  const auto left = words_of(set(U"ab cd"), kLine, Direction::kLeft);
  EXPECT_NEAR(left[0].box.x1, 200, 1e-3F);
  EXPECT_NEAR(left[0].box.x0, 160, 1e-3F);
}

TEST(LineWords, AWideGapPartsWordsWithoutASpace) {
  RecognizedText text;  // a line 100 x 10: 2.2 heights are 0.22 of it
  text.characters = {
      {U'姓', 0, 0.1F, 1}, {U'名', 0.1F, 0.2F, 1}, {U'年', 0.5F, 0.6F, 1}, {U'龄', 0.6F, 0.7F, 1}};
  EXPECT_EQ(joined(words_of(text, kLine, Direction::kRight)), "|姓名_年龄");
}

TEST(LineWords, FullWidthLettersAndDigitsOnlyAreFolded) {
  const auto words = words_of(set(U"ＡＢｃ１２，（３）：！"), kLine, Direction::kRight);
  EXPECT_EQ(joined(words), "|ABc12，（3）：！");
}

TEST(LineWords, SpacesAtTheEndsAndControlsVanish) {
  EXPECT_EQ(joined(words_of(set(U" \u0007a  b\u200E "), kLine, Direction::kRight)), "|a_b");
  EXPECT_TRUE(words_of(set(U"   "), kLine, Direction::kRight).empty());
  EXPECT_TRUE(words_of({}, kLine, Direction::kRight).empty());
}

TEST(LineWords, TextIsComposed) {
  EXPECT_EQ(joined(words_of(set(U"resume\u0301"), kLine, Direction::kRight)), "|resum\u00E9");
}

}  // namespace
}  // namespace octavo::document
