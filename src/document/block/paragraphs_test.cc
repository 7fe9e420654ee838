#include "document/block/paragraphs.h"

#include <gtest/gtest.h>

#include "document/block/test_page.h"

namespace octavo::document {
namespace {

using namespace std::string_literals;
using test::full_row;
using test::TestPage;
using test::texts;

// Text of all blocks of a page with one text region of these rows.
std::vector<std::string> split(const std::vector<std::string>& rows) {
  TestPage page;
  page.add_rows(RegionKind::kText, rows);
  return texts(page.build());
}

TEST(Paragraphs, OneParagraphStaysWhole) {
  const std::string a = full_row(60), b = full_row(60, "sentence ends here. And"),
                    c = "the last words.";
  EXPECT_EQ(split({a, b, c}), (std::vector{a + " " + b + " " + c}));
}

TEST(Paragraphs, AFullStopAtALineEndIsNoBreak) {
  std::string a = full_row(60), c = full_row(60);
  a.back() = '.';
  c.back() = '.';
  const std::vector rows{a, full_row(60, "Another"), c, full_row(60, "Next"), "end."s};
  EXPECT_EQ(split(rows).size(), 1u);
}

TEST(Paragraphs, FirstLineIndentOpensOne) {
  const auto out = split({"    "s + full_row(56), full_row(60), "it ends.",
                          "    "s + full_row(56, "Second"), full_row(60), "and ends too."});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[1].starts_with("Second"));
}

TEST(Paragraphs, IndentAfterAFullRowThatEndsASentence) {
  std::string full = full_row(60);
  full.back() = '.';
  const auto out = split({"    "s + full_row(56), full_row(60), full,
                          "    "s + full_row(56, "Second"), full_row(60), "End."});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[1].starts_with("Second"));
}

TEST(Paragraphs, ShortLastLineEndsOne) {
  const auto out = split(
      {full_row(60), full_row(60), "short end.", full_row(60, "Second"), full_row(60), "end."});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[1].starts_with("Second"));
}

TEST(Paragraphs, RaggedRightIsNoBreak) {
  // Each row lacks less than the next row's first word needs.
  const auto out =
      split({full_row(60), full_row(56), full_row(58), full_row(57), full_row(60), "the end."});
  EXPECT_EQ(out.size(), 1u);
}

TEST(Paragraphs, LooselyRaggedTextIsNoBreak) {
  // Rows that end before a short word that would have fitted, as balanced setting leaves them.
  const auto out =
      split({full_row(60), full_row(50), "to " + full_row(52), full_row(60), "of " + full_row(45),
             "by " + full_row(57), full_row(48), "in " + full_row(57), "the end."});
  EXPECT_EQ(out.size(), 1u);
}

TEST(Paragraphs, ShortLowerCaseLinesAreLines) {
  TestPage page;
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), full_row(60), full_row(60)}, 72,
                300);
  page.add_rows(RegionKind::kText, {"apples", "pears and plums", "cherries"}, 72, 100);
  EXPECT_EQ(texts(page.build())[1], "apples\npears and plums\ncherries");
}

TEST(Paragraphs, GapOpensOne) {
  TestPage page;
  std::vector<TextLine> lines;
  float y = 100;
  for (int i = 0; i < 6; ++i) {
    lines.push_back(test::make_line(full_row(60, i == 3 ? "Third" : ""), 72, y));
    y += i == 2 ? 20 : 12;
  }
  page.add(RegionKind::kText, lines);
  const auto out = texts(page.build());
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[1].starts_with("Third"));
}

TEST(Paragraphs, ATallFormulaInALineIsNoGap) {
  TestPage page;
  std::vector<TextLine> lines;
  float y = 100;
  for (int i = 0; i < 6; ++i) {
    lines.push_back(test::make_line(full_row(60, "lower"), 72, y));
    y += i == 2 ? 18 : 12;  // 1.5 times the usual distance
  }
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(page.build().size(), 1u);
}

TEST(Paragraphs, HangingIndents) {
  const auto out = split({full_row(60, "Adams"), "    "s + full_row(56), "    it ends 2001.",
                          full_row(60, "Baker"), "    "s + full_row(56), "    it ends 2002."});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[1].starts_with("Baker"));
}

TEST(Paragraphs, ChineseTwoCharacterIndent) {
  // 30 characters of 10 points; an indent is four half-ems, two characters.
  const std::string full = "这是一段用来测试的中文文本它的每一行都排满三十个字符宽度为止了";
  const std::string first = "    "s + "这是一段用来测试的中文文本它的每一行都排满二十八个字符宽";
  const auto out = split({first, full, full, "到此结束。", first, full, "完。"});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_TRUE(out[0].ends_with("到此结束。"));
  EXPECT_TRUE(out[1].ends_with("完。"));
  EXPECT_EQ(out[0].find(' '), std::string::npos);
}

TEST(Paragraphs, ChineseIndentAfterAFullRow) {
  const std::string full = "这是一段用来测试的中文文本它的每一行都排满三十个字符宽度为止。";
  const std::string first = "    "s + "这是一段用来测试的中文文本它的每一行都排满二十八个字符宽";
  EXPECT_EQ(split({first, full, full, first, full, "完。"}).size(), 2u);
}

TEST(Paragraphs, AddressKeepsItsLines) {
  TestPage page;
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), full_row(60), full_row(60)}, 72,
                300);
  page.add_rows(RegionKind::kText, {"John Smith", "12 Main Street", "Springfield"}, 72, 100);
  const auto out = texts(page.build());
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1], "John Smith\n12 Main Street\nSpringfield");
}

TEST(Paragraphs, VerseKeepsItsLines) {
  EXPECT_EQ(split({"Shall I compare thee", "to a summer's day?",
                   "Thou art more lovely and more temperate:", "Rough winds do shake",
                   "the darling buds of May"})
                .size(),
            1u);
  const auto out = split(
      {"Roses are red", "Violets are blue and rather long", "Sugar is sweet", "And so are you"});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(std::count(out[0].begin(), out[0].end(), '\n'), 3);
}

TEST(Paragraphs, RowsThatAllBeginWithCapitalsAreLines) {
  const auto out = split({"Kandeh Trading Company Ltd", "Dock Street 7, North Side",
                          "Springfield 81200, Ohio", "Invoice No. 1880", "Thank you"});
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(std::count(out[0].begin(), out[0].end(), '\n'), 4);
}

TEST(Paragraphs, ASizeChangeParts) {
  TestPage page;
  std::vector<TextLine> lines{
      test::make_line("Small print above the text, long enough to be a line", 72, 100, 7),
      test::make_line(full_row(60), 72, 112), test::make_line(full_row(60), 72, 124)};
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(page.build().size(), 2u);
}

TEST(Paragraphs, TextAroundAFigureIsOneParagraph) {
  // Rows 3 to 7 are set to a narrower measure, all ending at one place.
  std::vector<std::string> rows;
  rows.reserve(13);
  for (int i = 0; i < 12; ++i) rows.push_back(full_row(i >= 3 && i < 8 ? 40 : 60, "lower"));
  rows.push_back("the end.");
  EXPECT_EQ(split(rows).size(), 1u);
}

TEST(Paragraphs, TextThatGoesOnInTheNextColumnOfARegion) {
  TestPage page;
  std::vector<TextLine> lines;
  lines.reserve(8);
  for (int i = 0; i < 4; ++i)
    lines.push_back(test::make_line(full_row(44), 60, 100 + 12.0f * static_cast<float>(i)));
  for (int i = 0; i < 4; ++i)
    lines.push_back(test::make_line(full_row(44), 320, 100 + 12.0f * static_cast<float>(i)));
  page.add(RegionKind::kText, lines);
  const auto blocks = page.build();
  EXPECT_EQ(blocks.front().block.boxes.size(), blocks.size() == 1 ? 2u : 1u);
  std::string all;
  for (const auto& text : texts(blocks)) all += text;
  EXPECT_EQ(all.size(), 8 * 44 + 7 - (blocks.size() - 1));
}

TEST(EndsSentence, Punctuation) {
  for (const char* text :
       {"End.", "Really?", "He said \"no.\"", "完。", "见下：", "(It ended.)", "He left.”"})
    EXPECT_TRUE(ends_sentence(text)) << text;
  for (const char* text : {"and", "see Fig. 3", "(a)", "", "well-", "中文", "a,"})
    EXPECT_FALSE(ends_sentence(text)) << text;
}

}  // namespace
}  // namespace octavo::document
