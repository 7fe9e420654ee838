// Pages whose reading order is known. Lines are named; `order()` is the order of their names.
#include <gtest/gtest.h>

#include "document/layout/test_page.h"

namespace octavo::document {
namespace {

using Regions = std::vector<std::string>;

std::string names(const std::string& prefix, int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += (i > from ? " " : "") + prefix + std::to_string(i);
  return text;
}

TEST(ReadingOrder, OneColumn) {
  TestPage page;
  page.column(60, 100, 480, 6, "A");
  EXPECT_EQ(page.regions(), Regions{"text: " + names("A", 1, 6)});
  EXPECT_EQ(page.analyze().columns, 1);
}

TEST(ReadingOrder, TwoColumns) {
  TestPage page;
  page.column(60, 100, 230, 10, "L").column(310, 100, 230, 10, "R");
  EXPECT_EQ(page.regions(), (Regions{"text: " + names("L", 1, 10), "text: " + names("R", 1, 10)}));
  EXPECT_EQ(page.analyze().columns, 2);
}

TEST(ReadingOrder, ColumnsWhoseLinesDoNotStandOnOneRow) {
  TestPage page;
  page.column(60, 100, 230, 10, "L").column(310, 106, 230, 10, "R");
  EXPECT_EQ(page.order(), names("L", 1, 10) + " " + names("R", 1, 10));
}

TEST(ReadingOrder, ParagraphGapsAtOneHeightDoNotBreakTheColumns) {
  TestPage page;
  page.column(60, 100, 230, 4, "A").column(60, 170, 230, 4, "B");
  page.column(310, 100, 230, 4, "C").column(310, 170, 230, 4, "D");
  EXPECT_EQ(page.order(), names("A", 1, 4) + " " + names("B", 1, 4) + " " + names("C", 1, 4) + " " +
                              names("D", 1, 4));
}

TEST(ReadingOrder, FiveNarrowColumns) {
  TestPage page(1000, 700);
  std::string expected;
  for (int c = 0; c < 5; ++c) {
    const std::string prefix(1, static_cast<char>('A' + c));
    page.column(50 + 180.0F * static_cast<float>(c), 100, 168, 20, prefix);
    expected += (c > 0 ? " " : "") + names(prefix, 1, 20);
  }
  EXPECT_EQ(page.order(), expected);
  EXPECT_EQ(page.analyze().columns, 5);
}

// cases/README row 1: the order above the wide figure first, then below it.
TEST(ReadingOrder, WideFigureOverTwoColumns) {
  TestPage page;
  page.column(60, 100, 230, 3, "L").column(310, 100, 230, 3, "R");
  page.picture({60, 150, 540, 350});
  page.line(180, 356, "Figure 1. A wide figure", {.size = 9});
  page.column(60, 390, 230, 3, "M").column(310, 390, 230, 3, "S");
  page.rule(60, 428, 140, 428.5F);
  page.line(60, 434, "1 note", {.size = 7});
  EXPECT_EQ(page.regions(), (Regions{"text: L1 L2 L3", "text: R1 R2 R3",
                                     "figure:", "caption: Figure 1. A wide figure",
                                     "text: M1 M2 M3", "text: S1 S2 S3", "footnote: 1 note"}));
}

// A sum with its limits beside a wide fraction and its number, in the left of two columns.
TEST(ReadingOrder, AStackedEquationDoesNotBreakItsColumn) {
  TestPage page;
  page.column(60, 100, 230, 5, "A").column(310, 100, 230, 16, "R");
  page.line(126, 171, "n", {.size = 7}).line(100, 182, "S = ∑", {.width = 36});
  page.line(122, 195, "i = 1", {.size = 7}).line(140, 176, "(y − T) + (z − T)", {.width = 90});
  page.rule(139, 187.5F, 231, 188);
  page.line(178, 190, "σ", {.width = 8}).line(272, 182, "(4)", {.width = 16});
  page.column(60, 216, 230, 6, "B");
  EXPECT_EQ(page.regions(),
            (Regions{"text: " + names("A", 1, 5), "equation: n S = ∑ i = 1 (y − T) + (z − T) σ (4)",
                     "text: " + names("B", 1, 6), "text: " + names("R", 1, 16)}));
}

// A mark that ends high in its row, as detected lines may: the white below it is no paragraph gap.
TEST(ReadingOrder, APieceThatEndsHighInItsRowReleasesNothing) {
  TestPage page;
  page.picture({0, 0, 600, 95});
  page.picture({40, 220, 250, 520});
  page.column(310, 100, 230, 5, "A", {}, 18).column(310, 190, 230, 20, "B", {}, 18);
  page.line(542, 174.5F, "x", {.size = 3.5F});
  EXPECT_EQ(page.order(), names("A", 1, 5) + " x " + names("B", 1, 20));
  const std::vector<std::string> regions = page.regions();
  // The figure comes before or behind the column, not within it.
  ASSERT_GE(regions.size(), 3U);
  EXPECT_EQ(regions.front(), "figure:");
  EXPECT_EQ(regions[1], "figure:");
}

// A name beside a side bar that begins lower: the name and what goes with it, then the side bar.
TEST(ReadingOrder, TheNameBesideASideBarComesFirst) {
  TestPage page;
  page.line(190, 60, "Amara Nwosu", {.size = 22}).line(190, 90, "Engineer", {.size = 12});
  page.line(190, 134, "Profile", {.size = 12});
  for (int i = 0; i < 8; ++i)
    page.line(23, 150 + 17.0F * static_cast<float>(i), "skill" + std::to_string(i), {.size = 9});
  page.column(190, 154, 360, 30, "P");
  EXPECT_EQ(page.order(),
            "Amara Nwosu Engineer skill0 skill1 skill2 skill3 skill4 skill5 skill6 "
            "skill7 Profile " +
                names("P", 1, 30));
}

// A section's heading in the right of two equal columns stays there.
TEST(ReadingOrder, AHeadingInTheSecondOfTwoColumnsStays) {
  TestPage page;
  page.line(310, 60, "Results", {.size = 16});
  page.column(60, 84, 230, 12, "L").column(310, 84, 230, 12, "R");
  EXPECT_EQ(page.order(), names("L", 1, 12) + " Results " + names("R", 1, 12));
}

TEST(ReadingOrder, TheSameFormForTwoPartiesIsReadOneAfterTheOther) {
  TestPage page;
  page.column(77, 100, 440, 3, "A");
  page.line(77, 150, "Signed for One").line(300, 150, "Signed for Two");
  page.line(77, 166, "Name: Ann").line(300, 166, "Name: Bob");
  page.line(77, 182, "Date: today").line(300, 182, "Date: never");
  EXPECT_EQ(page.order(), names("A", 1, 3) +
                              " Signed for One Name: Ann Date: today Signed for Two "
                              "Name: Bob Date: never");
}

// Other labels: fields that are filled in row by row.
TEST(ReadingOrder, FieldsWithLabelsOfTheirOwnAreReadInRows) {
  TestPage page;
  page.column(77, 100, 440, 3, "A");
  page.line(77, 150, "Name: Ann").line(300, 150, "Born: 1980");
  page.line(77, 166, "Street: Elm").line(300, 166, "Town: York");
  EXPECT_EQ(page.order(), names("A", 1, 3) + " Name: Ann Born: 1980 Street: Elm Town: York");
}

TEST(ReadingOrder, TitleOverColumns) {
  TestPage page;
  page.line(150, 60, "A Title Over Both Columns", {.size = 20, .width = 300});
  page.column(60, 100, 230, 10, "L").column(310, 100, 230, 10, "R");
  EXPECT_EQ(page.regions(), (Regions{"title: A Title Over Both Columns",
                                     "text: " + names("L", 1, 10), "text: " + names("R", 1, 10)}));
}

TEST(ReadingOrder, OneColumnThenTwoThenOne) {
  TestPage page;
  page.column(60, 60, 480, 5, "A");
  page.column(60, 150, 230, 6, "L").column(310, 150, 230, 6, "R");
  page.column(60, 250, 480, 5, "Z");
  EXPECT_EQ(page.order(), names("A", 1, 5) + " " + names("L", 1, 6) + " " + names("R", 1, 6) + " " +
                              names("Z", 1, 5));
}

// The last line of the paragraph over both columns is short: it belongs to what is above.
TEST(ReadingOrder, ShortLastLineStaysWithItsParagraph) {
  TestPage page;
  page.column(60, 60, 480, 4, "A");
  page.line(60, 108, "end", {.width = 100});
  page.column(60, 150, 230, 6, "L").column(310, 150, 230, 6, "R");
  EXPECT_EQ(page.regions(), (Regions{"text: A1 A2 A3 A4 end", "text: " + names("L", 1, 6),
                                     "text: " + names("R", 1, 6)}));
}

// A short heading at the left of a section over both columns is read after them.
TEST(ReadingOrder, HeadingBelowColumns) {
  TestPage page;
  page.column(60, 60, 230, 8, "L").column(310, 60, 230, 8, "R");
  page.line(60, 200, "Heading", {.width = 60, .style = kBold});
  page.column(60, 216, 480, 4, "A");
  EXPECT_EQ(page.order(),
            names("L", 1, 8) + " " + names("R", 1, 8) + " Heading " + names("A", 1, 4));
}

TEST(ReadingOrder, LongerLeftColumnIsReadToItsEnd) {
  TestPage page;
  page.column(60, 60, 230, 20, "L").column(310, 60, 230, 8, "R");
  EXPECT_EQ(page.order(), names("L", 1, 20) + " " + names("R", 1, 8));
}

TEST(ReadingOrder, FigureOverTwoOfThreeColumns) {
  TestPage page(800, 800);
  page.picture({50, 60, 510, 260});
  page.column(50, 280, 220, 10, "A").column(290, 280, 220, 10, "B").column(530, 60, 220, 28, "C");
  EXPECT_EQ(page.regions(), (Regions{"figure:", "text: " + names("A", 1, 10),
                                     "text: " + names("B", 1, 10), "text: " + names("C", 1, 28)}));
}

TEST(ReadingOrder, SideBarBesideText) {
  TestPage page;
  page.column(60, 100, 120, 12, "S", {.size = 8}, 10).column(210, 100, 330, 20, "T");
  EXPECT_EQ(page.order(), names("S", 1, 12) + " " + names("T", 1, 20));
}

TEST(ReadingOrder, TwoPageSpread) {
  TestPage page(1200, 800);
  page.line(60, 50, "Left Title", {.size = 22, .width = 460});
  page.column(60, 100, 230, 30, "A").column(310, 100, 230, 30, "B");
  page.column(660, 50, 230, 34, "C").column(910, 50, 230, 34, "D");
  EXPECT_EQ(page.order(), "Left Title " + names("A", 1, 30) + " " + names("B", 1, 30) + " " +
                              names("C", 1, 34) + " " + names("D", 1, 34));
}

TEST(ReadingOrder, RightToLeftColumnsAreReadFromTheRight) {
  TestPage page;
  const std::string word = "\u05e9\u05dc\u05d5\u05dd";
  for (int i = 0; i < 8; ++i) {
    const float y = 100 + 12.0F * static_cast<float>(i);
    page.line(310, y, word + std::to_string(i), {.width = 230});
    page.line(60, y, word + word + std::to_string(i), {.width = 230});
  }
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 2u);
  EXPECT_FLOAT_EQ(layout.regions[0].box.x0, 310);
  EXPECT_FLOAT_EQ(layout.regions[1].box.x0, 60);
}

TEST(ReadingOrder, VerticalColumnsAreReadFromTheRight) {
  TestPage page;
  const std::string text = "\u7e26\u66f8\u304d\u6587\u7ae0";
  for (int i = 0; i < 6; ++i)
    page.line(500 - 16.0F * static_cast<float>(i), 100, text + std::to_string(i),
              {.width = 300, .vertical = true});
  std::string expected;
  for (int i = 0; i < 6; ++i) expected += (i > 0 ? " " : "") + text + std::to_string(i);
  EXPECT_EQ(page.order(), expected);
}

// Two tiers of vertical text: the upper tier first.
TEST(ReadingOrder, TiersOfVerticalText) {
  TestPage page;
  const std::string word = "\u6587\u5b57\u5217";
  for (int tier = 0; tier < 2; ++tier)
    for (int i = 0; i < 8; ++i)
      page.line(500 - 14.0F * static_cast<float>(i), 100 + 330.0F * static_cast<float>(tier),
                word + std::to_string(10 * tier + i), {.width = 300, .vertical = true});
  std::string expected;
  for (const int i : {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17})
    expected += (expected.empty() ? "" : " ") + word + std::to_string(i);
  EXPECT_EQ(page.order(), expected);
}

TEST(ReadingOrder, ReceiptIsReadRowByRow) {
  TestPage page(250, 500);
  page.line(80, 40, "SHOP", {.size = 14});
  for (int i = 0; i < 5; ++i) {
    const float y = 80 + 14.0F * static_cast<float>(i);
    page.line(20, y, "item" + std::to_string(i), {.width = 60.0F + 8.0F * static_cast<float>(i)});
    page.line(200, y, "amount" + std::to_string(i), {.width = 30});
  }
  EXPECT_EQ(page.order(),
            "SHOP item0 amount0 item1 amount1 item2 amount2 item3 amount3 item4 amount4");
}

TEST(ReadingOrder, ContentsKeepTitleAndPageTogether) {
  TestPage page;
  for (int i = 0; i < 8; ++i) {
    const float y = 100 + 18.0F * static_cast<float>(i);
    page.line(60, y, "Chapter " + std::to_string(i) + " about something", {.width = 250});
    page.line(528, y, std::to_string(10 + 7 * i), {.width = 12});
  }
  const Layout layout = page.analyze();
  ASSERT_EQ(layout.regions.size(), 1u);
  EXPECT_EQ(layout.regions[0].kind, RegionKind::kText);
  for (size_t i = 0; i < 16; ++i) EXPECT_EQ(layout.regions[0].lines[i], i);
}

// Labels that stand on a row of a broken text at the right: each with its own text.
TEST(ReadingOrder, LabelsBesideTheirText) {
  TestPage page;
  std::string expected;
  for (int i = 0; i < 4; ++i) {
    const float y = 100 + 60.0F * static_cast<float>(i);
    const std::string n = std::to_string(i);
    page.line(60, y, "label" + n, {.width = 70});
    page.column(180, y, 360, 3, "t" + n + ".");
    expected += (i > 0 ? " " : "") + ("label" + n) + " t" + n + ".1 t" + n + ".2 t" + n + ".3";
  }
  EXPECT_EQ(page.order(), expected);
}

// Newspaper columns are read down to the rule that parts the articles.
TEST(ReadingOrder, RulesPartArticles) {
  TestPage page;
  page.column(60, 60, 230, 10, "A").column(310, 60, 230, 10, "B");
  page.rule(60, 190, 540, 191);
  page.column(60, 200, 230, 10, "C").column(310, 200, 230, 10, "D");
  EXPECT_EQ(page.order(), names("A", 1, 10) + " " + names("B", 1, 10) + " " + names("C", 1, 10) +
                              " " + names("D", 1, 10));
}

}  // namespace
}  // namespace octavo::document
