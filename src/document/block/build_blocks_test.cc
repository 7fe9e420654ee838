#include "document/block/build_blocks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "document/block/test_page.h"
#include "tests/support/cpu_timer.h"

namespace octavo::document {
namespace {

using namespace std::string_literals;
using test::full_row;
using test::items;
using test::kinds;
using test::make_line;
using test::TestPage;
using test::texts;

using Kinds = std::vector<BlockKind>;
using Texts = std::vector<std::string>;

void add_body(TestPage& page, float y) {
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), full_row(60), "end."}, 72, y);
}

TEST(Titles, LargeLinesInATextRegion) {
  TestPage page;
  std::vector<TextLine> lines{make_line("Results", 72, 100, 14)};
  for (int i = 0; i < 3; ++i)
    lines.push_back(make_line(full_row(60), 72, 116 + 12.0f * static_cast<float>(i)));
  page.add(RegionKind::kText, lines);
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kTitle, BlockKind::kText}));
  EXPECT_EQ(blocks[0].size, 14);
}

TEST(Titles, BoldLineOverProse) {
  TestPage page;
  page.add(RegionKind::kText, {make_line("Data collection", 72, 80, 10, kBold)});
  add_body(page, 100);
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kTitle, BlockKind::kText}));
  EXPECT_TRUE(blocks[0].bold);
  EXPECT_EQ(blocks[0].block.content[0].style, kPlain);  // a title is not bold on top
}

TEST(Titles, BoldLabelsOfAFormAreNone) {
  TestPage page;
  for (int i = 0; i < 4; ++i)
    page.add(RegionKind::kText, {make_line(i % 2 == 0 ? "Surname" : "First name", 72,
                                           100 + 30.0f * static_cast<float>(i), 10, kBold)});
  page.add(RegionKind::kText, {make_line("plain words here", 72, 300)});
  for (const PageBlock& block : page.build()) EXPECT_EQ(block.block.kind, BlockKind::kText);
}

TEST(Titles, RunInHeadsStayInTheirParagraph) {
  for (const char* head : {"Abstract—We", "Theorem 1. Let"}) {
    TestPage page;
    TextLine first = make_line(full_row(60, head), 72, 100);
    first.words[0].style = kBold;
    page.add(RegionKind::kText,
             {first, make_line(full_row(60), 72, 112), make_line("end.", 72, 124)});
    const auto blocks = page.build();
    ASSERT_EQ(blocks.size(), 1u) << head;
    EXPECT_EQ(blocks[0].block.kind, BlockKind::kText);
    EXPECT_EQ(blocks[0].block.content[0].style, kBold);
  }
}

TEST(Titles, ABoldSentenceThatFillsItsRowIsNoHeading) {
  TestPage page;
  page.add(RegionKind::kText, {make_line(full_row(60, "This"), 72, 100, 10, kBold),
                               make_line(full_row(60), 72, 112), make_line("end.", 72, 124)});
  EXPECT_EQ(page.build().size(), 1u);
}

TEST(Titles, ChineseHeadings) {
  const std::string full = "这是一段用来测试的中文文本它的每一行都排满三十个字符宽度为止了";
  for (const char* head : {"第三章 研究方法", "一、总则", "参考文献"}) {
    TestPage page;
    page.add(RegionKind::kText, {make_line(head, 72, 80)});
    page.add_rows(RegionKind::kText, {full, full, full, "完。"}, 72, 110);
    EXPECT_EQ(page.build()[0].block.kind, BlockKind::kTitle) << head;
  }
}

TEST(Titles, LayoutTitlesThatCannotBe) {
  TestPage page;
  add_body(page, 300);
  page.add(RegionKind::kTitle, {make_line("Total: 12.50", 72, 100)});
  page.add(RegionKind::kTitle, {make_line("Figure 2. A caption of a figure", 72, 120)});
  page.add(RegionKind::kTitle, {make_line("* * *", 72, 140)});
  page.add(RegionKind::kTitle, {make_line("Conclusion", 72, 160)});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kText, BlockKind::kText, BlockKind::kText,
                                  BlockKind::kText, BlockKind::kTitle}));
  EXPECT_EQ(blocks[2].region_kind, RegionKind::kCaption);
}

TEST(Titles, TwoLinesOfOneTitleJoinAndTwoTitlesPart) {
  TestPage page;
  add_body(page, 300);
  page.add(RegionKind::kTitle,
           {make_line("A Title That Takes", 150, 100, 18), make_line("Two Lines", 190, 121, 18)});
  page.add(RegionKind::kTitle,
           {make_line("3 Methods", 72, 200, 14), make_line("3.1 Data", 72, 218, 12)});
  EXPECT_EQ(texts(page.build()), (Texts{texts(page.build())[0], "A Title That Takes Two Lines",
                                        "3 Methods", "3.1 Data"}));
}

TEST(Code, NewlinesIndentsAndBlankLinesAreExact) {
  TestPage page;
  add_body(page, 300);
  std::vector<TextLine> lines;
  const std::vector<std::string> code{"def f(x):", "    if x:", "        return  x + 1", "",
                                      "    return 0"};
  for (size_t i = 0; i < code.size(); ++i) {
    const size_t indent = code[i].find_first_not_of(' ');
    if (indent == std::string::npos) continue;
    TextLine line = make_line(code[i].substr(indent), 72 + 6 * static_cast<float>(indent),
                              100 + 12.0f * static_cast<float>(i), 12, kMonospace);
    for (Word& word : line.words) word.box.x1 -= 0.4f;  // ink is narrower than its cell
    lines.push_back(line);
  }
  page.add(RegionKind::kText, lines);
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kText, BlockKind::kCode}));
  EXPECT_EQ(plain_text(blocks[1].block.content),
            "def f(x):\n    if x:\n        return  x + 1\n\n    return 0");
  EXPECT_EQ(blocks[1].block.language, "python");
}

TEST(Code, ATypewriterPageIsText) {
  TestPage page;
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), full_row(60), "end."}, 72, 100, 10,
                kMonospace);
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kText}));
  EXPECT_EQ(blocks[0].block.content[0].style, kPlain);
}

TEST(Code, LayoutsListingInProportionalType) {
  TestPage page;
  page.add(RegionKind::kCode, {make_line("for i in S do", 72, 100), make_line("x := i", 92, 112),
                               make_line("end", 72, 124)});
  EXPECT_EQ(texts(page.build()), (Texts{"for i in S do\n    x := i\nend"}));
}

TEST(References, ByNumberAndByHangingIndent) {
  TestPage page;
  page.add_rows(RegionKind::kReference,
                {full_row(60, "[1] Adams,"), "    more, 2001.", "[2] Baker, 2002.",
                 full_row(60, "[3] Clark,"), "    2003."});
  EXPECT_EQ(page.build().size(), 3u);
  TestPage other;
  other.add_rows(RegionKind::kReference, {full_row(60, "Adams,"), "    "s + full_row(56),
                                          "    2001.", full_row(60, "Baker,"), "    2002."});
  const auto blocks = other.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kReference, BlockKind::kReference}));
  EXPECT_TRUE(plain_text(blocks[1].block.content).starts_with("Baker"));
}

TEST(References, TheRestOfAnEntryGoesOn) {
  TestPage page;
  page.add_rows(RegionKind::kReference,
                {"journal of things, 2001.", "[2] Baker, 2002.", "[3] Clark, 2003."});
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_TRUE(blocks[0].starts_mid_sentence);
  EXPECT_FALSE(blocks[1].starts_mid_sentence);
}

TEST(Contents, LeadersGoNumbersStay) {
  TestPage page;
  page.add_rows(RegionKind::kText,
                {"1 Introduction ............ 3", "  1.1 Scope . . . . . . . . 4",
                 "2 Methods ………… 12", "Index .................. xi"});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kIndex}));
  EXPECT_EQ(items(blocks[0].block),
            (Texts{"|1 Introduction 3", ">|1.1 Scope 4", "|2 Methods 12", "|Index xi"}));
}

TEST(Contents, WithoutLeadersBelowTheirTitle) {
  TestPage page;
  page.add(RegionKind::kTitle, {make_line("目 录", 280, 80, 16)});
  std::vector<TextLine> lines;
  for (int i = 0; i < 3; ++i) {
    TextLine line = make_line("第一章绪论 7", 72, 110 + 14.0f * static_cast<float>(i));
    line.words[1].box.x0 = 500;
    line.words[1].box.x1 = line.box.x1 = 505;
    lines.push_back(line);
  }
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(kinds(page.build()), (Kinds{BlockKind::kTitle, BlockKind::kIndex}));
}

TEST(Footnotes, OneBlockANote) {
  TestPage page;
  TextLine first = make_line("1 First note that is quite long and goes", 72, 700, 8);
  first.words[0].style = kSuperscript;
  page.add(RegionKind::kFootnote,
           {first, make_line("on here.", 72, 710, 8), make_line("2 Second note.", 72, 720, 8)});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kPageFootnote, BlockKind::kPageFootnote}));
  EXPECT_EQ(blocks[0].block.content[0].text, "1");
  EXPECT_EQ(blocks[0].block.content[0].style, kSuperscript);
}

TEST(Forms, LabelAndValueShareTheirLine) {
  TestPage page;
  page.add(RegionKind::kFormField, {make_line("Name:", 72, 100), make_line("John Smith", 200, 100),
                                    make_line("Date:", 72, 112), make_line("3 May", 200, 112)});
  EXPECT_EQ(texts(page.build()), (Texts{"Name: John Smith\nDate: 3 May"}));
}

TEST(Forms, ReceiptRowsAreLines) {
  TestPage page;
  std::vector<TextLine> lines;
  const std::vector<std::pair<std::string, std::string>> rows{
      {"Tea", "2.50"}, {"Cake with cream", "4.00"}, {"Total", "6.50"}};
  for (size_t i = 0; i < rows.size(); ++i) {
    lines.push_back(make_line(rows[i].first, 72, 100 + 12.0f * static_cast<float>(i)));
    lines.push_back(make_line(rows[i].second, 250, 100 + 12.0f * static_cast<float>(i)));
  }
  page.add(RegionKind::kText, lines);
  // Each row reaches the right edge, yet a price ends it.
  EXPECT_EQ(texts(page.build()), (Texts{"Tea 2.50\nCake with cream 4.00\nTotal 6.50"}));
}

TEST(Visuals, TablesFiguresEquations) {
  TestPage page;
  page.add(RegionKind::kTable, {make_line("a b", 72, 100)}, {70, 90, 300, 130});
  page.answers[0].table = {.rows = 1, .columns = 1, .cells = {{.content = {{.text = "a b"}}}}};
  page.add(RegionKind::kTable,
           {make_line("no structure", 72, 150), make_line("second row", 72, 162)});
  page.add(RegionKind::kFigure, {make_line("axis label", 72, 300)}, {70, 200, 300, 400});
  page.answers[2].picture.file_name = "images/a.jpg";
  page.add(RegionKind::kEquation, {make_line("E = m c", 100, 500)}, {72, 480, 300, 510});
  page.add(RegionKind::kChart, {}, {72, 520, 300, 600});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kTable, BlockKind::kText, BlockKind::kImage,
                                  BlockKind::kEquation, BlockKind::kChart}));
  EXPECT_EQ(blocks[0].block.table.rows, 1);
  EXPECT_EQ(plain_text(blocks[1].block.content), "no structure\nsecond row");
  EXPECT_EQ(blocks[2].block.picture.file_name, "images/a.jpg");
  EXPECT_EQ(blocks[2].block.boxes[0].box.y1, 400);
  EXPECT_EQ(plain_text(blocks[3].block.content), "E = m c");
}

TEST(Furniture, KindsAreKept) {
  TestPage page;
  page.add(RegionKind::kHeader, {make_line("Annual report", 72, 30), make_line("2024", 500, 30)});
  page.add(RegionKind::kPageNumber, {make_line("7", 300, 770)});
  page.add(RegionKind::kFooter, {make_line("Confidential", 72, 780)});
  page.add(RegionKind::kAside, {make_line("note", 20, 400)});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kHeader, BlockKind::kPageNumber, BlockKind::kFooter,
                                  BlockKind::kAside}));
  EXPECT_EQ(plain_text(blocks[0].block.content), "Annual report 2024");
}

TEST(Writing, VerticalJapaneseReadsDownAndLeftwards) {
  TestPage page;
  std::vector<TextLine> lines;
  for (int i = 0; i < 3; ++i) {
    TextLine line;
    line.vertical = true;
    line.size = 10;
    const float x = 500 - 16.0f * static_cast<float>(i);
    const float bottom = i == 2 ? 150 : 400;
    line.box = {x, 100, x + 10, bottom};
    line.words.push_back({.text = i == 0   ? "縦書きの文"
                                  : i == 1 ? "章は右から"
                                           : "左へ。",
                          .box = line.box,
                          .size = 10});
    lines.push_back(line);
  }
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(texts(page.build()), (Texts{"縦書きの文章は右から左へ。"}));
}

TEST(Writing, ArabicParagraphsAreSplitFromTheRight) {
  TestPage page;
  std::vector<TextLine> lines;
  for (int i = 0; i < 3; ++i) {
    TextLine line;
    line.size = 10;
    line.baseline = 100 + 12.0f * static_cast<float>(i);
    const float left = i == 2 ? 300 : 72;  // the last line is short on its left
    line.box = {left, line.baseline - 8, 400, line.baseline + 2};
    line.words.push_back({.text = "كلمة", .box = {360, line.box.y0, 400, line.box.y1}, .size = 10});
    line.words.push_back({.text = "أخرى",
                          .box = {left, line.box.y0, 350, line.box.y1},
                          .size = 10,
                          .space_before = true});
    lines.push_back(line);
  }
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(texts(page.build()), (Texts{"كلمة أخرى كلمة أخرى كلمة أخرى"}));
}

TEST(Hostile, EveryWordSurvivesOnce) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              inf = std::numeric_limits<float>::infinity();
  TestPage page;
  for (const RegionKind kind :
       {RegionKind::kText, RegionKind::kTitle, RegionKind::kList, RegionKind::kTable,
        RegionKind::kFigure, RegionKind::kEquation, RegionKind::kCode, RegionKind::kReference,
        RegionKind::kCaption, RegionKind::kFootnote, RegionKind::kHeader, RegionKind::kAside,
        RegionKind::kFormField}) {
    std::vector<TextLine> lines;
    for (const PointBox& box :
         {PointBox{nan, nan, nan, nan}, PointBox{-inf, 0, inf, 10}, PointBox{10, 10, 5, 5},
          PointBox{1e30f, 1e30f, 1e35f, 1e35f}, PointBox{0, 0, 0, 0}}) {
      TextLine line;
      line.box = box;
      line.size = lines.size() % 2 == 0 ? nan : -5;
      line.baseline = inf;
      line.confidence = nan;
      line.words.push_back({.text = "word", .box = box, .size = nan});
      line.words.push_back({.text = "", .box = box, .space_before = true});
      lines.push_back(line);
      lines.push_back({});
    }
    page.add(kind, lines);
  }
  size_t words = 0;
  for (const PageBlock& block : page.build()) {
    std::string text = plain_text(block.block.content);
    for (const ListItem& item : block.block.items) text += plain_text(item.content);
    if (text.empty())
      for (const Line& line : block.block.lines) text += plain_text(line.content);
    for (size_t at = 0; (at = text.find("word", at)) != std::string::npos; ++at) ++words;
    EXPECT_GE(block.block.confidence, 0);
    EXPECT_LE(block.block.confidence, 1);
  }
  EXPECT_EQ(words, 13u * 5u);
}

TEST(Hostile, FiftyThousandLinesTakeASecond) {
  for (const char* text : {"• item", "1. one", "word word word", "a .......... 7", "[1] x", "x-"}) {
    TestPage page;
    std::vector<TextLine> lines;
    lines.reserve(50'000);
    for (int i = 0; i < 50'000; ++i)
      lines.push_back(
          make_line(text, 72 + static_cast<float>(i % 7), 100 + static_cast<float>(i % 500)));
    page.add(RegionKind::kText, lines);
    const CpuTimer timer;
    EXPECT_FALSE(page.build().empty());
    EXPECT_LT(timer.seconds(), 5) << text;
  }
}

TEST(Hostile, FiveThousandRegions) {
  TestPage page;
  for (int i = 0; i < 5000; ++i)
    page.add(RegionKind::kText, {make_line("1. one", 72, static_cast<float>(i))});
  EXPECT_FALSE(page.build().empty());
}

TEST(BuildBlocks, NothingOnThePage) { EXPECT_TRUE(TestPage().build().empty()); }

}  // namespace
}  // namespace octavo::document
