#include "networks/word_gaps.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

// A line of 40 rows. Each letter is a bar 8 columns wide; `gaps[i]` white columns follow bar i.
struct Drawn {
  Image image;
  RecognizedText text;

  Drawn(std::u32string_view letters, const std::vector<int>& gaps) {
    int width = 10;
    for (const int gap : gaps) width += 8 + gap;
    image = Image(width, 40, 1);
    int x = 5;
    for (size_t i = 0; i < letters.size(); ++i) {
      if (letters[i] == U' ') {  // read, but nothing to draw: its gap follows the letter before
        text.characters.push_back({U' ', 0, 0, 1});
        continue;
      }
      for (int row = 8; row < 32; ++row)
        for (int column = x; column < x + 8; ++column) image.row(row)[column] = 0;
      const auto whole = static_cast<float>(width);
      text.characters.push_back(
          {letters[i], static_cast<float>(x) / whole, static_cast<float>(x + 8) / whole, 1});
      x += 8 + gaps[drawn_++];
    }
    restore_spaces(text, image);
  }
  std::string read() const { return text.text(); }

 private:
  size_t drawn_ = 0;
};

TEST(WordGaps, PutsBackAMissedSpace) {
  EXPECT_EQ(Drawn(U"cost12", {2, 2, 2, 12, 2, 2}).read(), "cost 12");
  EXPECT_EQ(Drawn(U"ab", {3, 2}).read(), "ab");
}

TEST(WordGaps, MeasuresByTheSpacesThatWereRead) {
  // Spaces of 20 were read; a gap of 10 is loose setting, one of 18 is a space.
  EXPECT_EQ(Drawn(U"abc cde efg", {2, 2, 20, 2, 10, 20, 18, 2, 2}).read(), "abc cde e fg");
}

TEST(WordGaps, DigitsStandLoosely) {
  EXPECT_EQ(Drawn(U"ab cde 117", {2, 10, 2, 2, 10, 2, 9, 2}).read(), "ab cde 117");
  EXPECT_EQ(Drawn(U"ab cde xyz", {2, 10, 2, 2, 10, 2, 9, 2}).read(), "ab cde xy z");
}

TEST(WordGaps, LetterSpacedTextStaysWhole) {
  EXPECT_EQ(Drawn(U"TITLE", {12, 12, 13, 12, 2}).read(), "TITLE");
}

TEST(WordGaps, MarksAreNotTrusted) {
  EXPECT_EQ(Drawn(U"end.The", {2, 2, 2, 12, 2, 2, 2}).read(), "end. The");
  EXPECT_EQ(Drawn(U"3.14159", {2, 12, 2, 2, 2, 2, 2}).read(), "3.14159");
  EXPECT_EQ(Drawn(U"(vs20)", {12, 2, 2, 2, 12, 2}).read(), "(vs20)");
  EXPECT_EQ(Drawn(U"中ab.cd", {2, 2, 2, 12, 2, 2}).read(), "中ab.cd");
}

TEST(WordGaps, CjkGetsNone) {
  EXPECT_EQ(Drawn(U"中文字", {2, 20, 2}).read(), "中文字");
  EXPECT_EQ(Drawn(U"中a", {20, 2}).read(), "中a");
}

TEST(WordGaps, NothingIsDoubledAndNothingCrashes) {
  EXPECT_EQ(Drawn(U"ab cd", {2, 14, 2, 2}).read(), "ab cd");
  RecognizedText empty;
  restore_spaces(empty, {});
  EXPECT_TRUE(empty.characters.empty());
  RecognizedText out_of_range;
  out_of_range.characters = {{U'a', 0.9F, 1, 1}, {U'b', 0.1F, 0.2F, 1}, {U'c', 2, 3, 1}};
  restore_spaces(out_of_range, Image(40, 40, 3));
  EXPECT_EQ(out_of_range.text(), "abc");
}

}  // namespace
}  // namespace octavo
