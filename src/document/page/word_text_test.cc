#include "document/page/word_text.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

std::u32string ordered(std::u32string_view codes) {
  std::u32string out;
  for (const size_t i : reading_order(codes)) out.push_back(codes[i]);
  return out;
}

TEST(ReadingOrder, LeftToRightStays) { EXPECT_EQ(ordered(U"abc 12"), U"abc 12"); }

TEST(ReadingOrder, RightToLeftIsReversedButNumbersAndLatinAreNot) {
  EXPECT_EQ(ordered(U"גבא"), U"אבג");
  EXPECT_EQ(ordered(U"2024 גבא"), U"אבג 2024");
  // On the page from the left: gimel dalet (read d-g), Latin, alef bet (read b-a).
  EXPECT_EQ(ordered(U"\u05D3\u05D2\u05D4 two \u05D1\u05D0\u05D5"),
            U"\u05D5\u05D0\u05D1 two \u05D4\u05D2\u05D3");
}

TEST(ReadingOrder, AHebrewWordInsideEnglish) {
  EXPECT_EQ(ordered(U"the word גבא means"), U"the word אבג means");
  EXPECT_FALSE(reads_right_to_left(U"the word גבא means"));
  EXPECT_TRUE(reads_right_to_left(U"ab גבא"));
}

TEST(CleanText, ResolvesLigaturesHyphensAndControls) {
  EXPECT_EQ(clean_text(U"\uFB01ne"), "fine");
  EXPECT_EQ(clean_text(U"co\u2010op\u00AD"), "co-op-");
  EXPECT_EQ(clean_text(U"a\u200Db\x02\uFFFD"), "ab");
  EXPECT_EQ(clean_text(U"e\u0301"), "\u00E9");
  EXPECT_EQ(clean_text(std::u32string(2, U'\0')), "");
  EXPECT_EQ(clean_text(U"\uE123"), "");
}

TEST(ResolveSymbol, KnowsTheSymbolFonts) {
  EXPECT_EQ(resolve_symbol(0xF0B7, "Symbol"), U'•');
  EXPECT_EQ(resolve_symbol(0xF061, "SymbolMT"), U'α');
  EXPECT_EQ(resolve_symbol(0xF0A3, "Symbol"), U'≤');
  EXPECT_EQ(resolve_symbol(0xF0FC, "Wingdings"), U'✔');
  EXPECT_EQ(resolve_symbol(0xF0A7, "Wingdings-Regular"), U'▪');
  EXPECT_EQ(resolve_symbol(0xF0B7, "ABCDEE"), U'•');
  EXPECT_EQ(resolve_symbol(0xF061, "ABCDEE"), U'\0');
  // Where a file says Latin letters for it, the shapes are Greek all the same.
  EXPECT_EQ(resolve_symbol('a', "Symbol"), U'α');
  EXPECT_EQ(resolve_symbol(0xE5, "SymbolMT"), U'∑');
  EXPECT_EQ(resolve_symbol(0xA5, "Symbol"), U'∞');
  EXPECT_EQ(resolve_symbol('=', "Symbol"), U'=');
  EXPECT_EQ(resolve_symbol(0xD7, "Symbol"), U'×');  // another sign has this code in the font
  EXPECT_EQ(resolve_symbol('a', "SymbolNeu"), U'a');
}

TEST(CombiningAccent, OnlyForAccents) {
  EXPECT_EQ(combining_accent(0xB4), U'\u0301');
  EXPECT_EQ(combining_accent('e'), U'\0');
}

}  // namespace
}  // namespace octavo::document
