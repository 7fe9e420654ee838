// Regions that layout took for one kind and that turn out to be another.
#include <gtest/gtest.h>

#include "document/block/build_blocks.h"
#include "document/block/test_page.h"

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

TEST(Figures, AFrameAroundTextIsText) {
  TestPage page;
  page.page.trust = TextTrust::kTrusted;
  page.add(RegionKind::kFigure, {make_line("1 Introduction", 80, 100, 12)}, {72, 85, 372, 110});
  page.add(RegionKind::kFigure,
           {make_line("A framed remark that is long", 80, 200),
            make_line("and goes on in a second row.", 80, 212)},
           {72, 185, 240, 220});
  add_body(page, 300);
  EXPECT_EQ(kinds(page.build()), (Kinds{BlockKind::kTitle, BlockKind::kText, BlockKind::kText}));
}

TEST(Figures, LabelsOfADrawingStayInIt) {
  TestPage page;
  page.page.trust = TextTrust::kTrusted;
  page.add(RegionKind::kFigure,
           {make_line("0.5", 80, 120), make_line("1.0", 80, 200), make_line("Time", 200, 290)},
           {72, 100, 372, 300});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kImage}));
  EXPECT_EQ(plain_text(blocks[0].block.content), "0.5\n1.0\nTime");
}

TEST(Figures, TextReadInAPictureIsKeptAsideOnAPageWithText) {
  for (const bool trusted : {true, false}) {
    TestPage page;
    page.page.trust = trusted ? TextTrust::kTrusted : TextTrust::kAbsent;
    page.page.content.pictures.push_back({.box = {72, 100, 372, 300}});
    TextLine line = make_line("File Edit View", 80, 120);
    line.source = Source::kOcr;
    page.add(RegionKind::kFigure, {line}, {72, 100, 372, 300});
    const auto blocks = page.build();
    EXPECT_EQ(blocks[0].block.content.empty(), trusted);
    EXPECT_EQ(blocks[0].block.lines.size(), 1u);
  }
}

TEST(Figures, ACaptionInsideIsTakenOut) {
  TestPage page;
  page.add(RegionKind::kFigure,
           {make_line("axis", 80, 120), make_line("图表1.1这是一幅图", 80, 295)},
           {72, 100, 372, 300});
  const auto blocks = page.build();
  ASSERT_EQ(kinds(blocks), (Kinds{BlockKind::kImage, BlockKind::kText}));
  EXPECT_EQ(blocks[1].region_kind, RegionKind::kCaption);
}

TEST(Captions, ASentenceBeforeACaptionIsText) {
  TestPage page;
  page.add_rows(RegionKind::kCaption,
                {"Table 3-2 lists the variables.", "Table 3-2 Built-in variables"});
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[0].region_kind, RegionKind::kText);
  EXPECT_EQ(blocks[1].region_kind, RegionKind::kCaption);
}

TEST(Captions, AnItemAfterACaptionIsNoPartOfIt) {
  TestPage page;
  page.add_rows(RegionKind::kCaption, {"Figure 1: block", "(a) Draw the three forces. [3]"});
  page.add_rows(RegionKind::kText, {"(b) Calculate the friction. [4]"}, 72, 130);
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (Kinds{BlockKind::kText, BlockKind::kList}));
  EXPECT_EQ(blocks[1].block.items.size(), 2u);
}

TEST(Captions, AMentionInsideACaptionDoesNotPartIt) {
  TestPage page;
  page.add_rows(RegionKind::kCaption,
                {full_row(60, "Figure 4. The curve of"), "Figure 3. again, and more"});
  EXPECT_EQ(page.build().size(), 1u);
}

TEST(Scans, LinesLeftOneByOneAreRegrouped) {
  TestPage page;
  const std::string full = "这是一段用来测试的中文文本它的每一行都排满三十个字符宽度为止了";
  const std::vector<std::string> rows{full, full, full, full, "到此结束。", full, full};
  for (size_t i = 0; i < rows.size(); ++i) {
    const float indent = i == 5 ? 16 : 0;
    TextLine line =
        make_line(rows[i], 72 + indent, 100 + 18 * static_cast<float>(i), i % 2 == 0 ? 8 : 9);
    line.box.x1 = i == 4 ? line.box.x1 : 330;
    line.source = Source::kOcr;
    page.add(RegionKind::kText, {line});
  }
  EXPECT_EQ(texts(page.build()), (Texts{full + full + full + full + "到此结束。", full + full}));
}

TEST(Scans, CentredRowsOfAReceiptStayApart) {
  TestPage page;
  std::vector<TextLine> lines;
  const std::vector<std::string> rows{"INTERNATIONAL TRADING COMPANY", "30 Mar 2018 18:17",
                                      "(867388-U)", "12 Jalan Tampoi, Johor", "TAX INVOICE"};
  for (size_t i = 0; i < rows.size(); ++i) {
    TextLine line = make_line(rows[i], 200 - test::text_width(rows[i], 8) / 2,
                              100 + 9 * static_cast<float>(i), 8);
    line.source = Source::kOcr;
    lines.push_back(line);
  }
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(texts(page.build()),
            (Texts{rows[0] + "\n" + rows[1] + "\n" + rows[2] + "\n" + rows[3] + "\n" + rows[4]}));
}

TEST(Lists, ABulletWithoutACodeIsSeenByItsInk) {
  TestPage page;
  std::vector<TextLine> lines{make_line("One", 86, 100), make_line("Two", 86, 112)};
  for (TextLine& line : lines) line.box.x0 = 72;  // the line's ink begins before its first word
  page.add(RegionKind::kText, lines);
  const auto blocks = page.build();
  ASSERT_EQ(kinds(blocks), (Kinds{BlockKind::kList}));
  EXPECT_EQ(items(blocks[0].block), (Texts{"•|One", "•|Two"}));
}

TEST(Lists, TheRestOfANumberedParagraphInARegionOfItsOwn) {
  TestPage page;
  add_body(page, 300);
  page.add_rows(RegionKind::kText, {full_row(60, "(1) This transmits")}, 72, 400);
  page.add_rows(RegionKind::kText, {"BMFOR."}, 92, 412);
  EXPECT_EQ(texts(page.build())[1], full_row(60, "(1) This transmits") + " BMFOR.");
}

TEST(Lists, DashesOfChineseStandards) {
  TestPage page;
  page.add_rows(RegionKind::kText, {"———增加了牌号；"}, 88, 100);
  page.add_rows(RegionKind::kText, {"———修订了编辑错误。"}, 88, 120);
  const auto blocks = page.build();
  ASSERT_EQ(kinds(blocks), (Kinds{BlockKind::kList}));
  EXPECT_EQ(items(blocks[0].block), (Texts{"———|增加了牌号；", "———|修订了编辑错误。"}));
}

TEST(Titles, AuthorsAndLabelsAreNone) {
  TestPage page;
  add_body(page, 300);
  TextLine authors = make_line("A. Lane a B. Best b", 72, 100, 12);
  authors.words[2].style = authors.words[5].style = kSuperscript;
  page.add(RegionKind::kTitle, {authors});
  page.add(RegionKind::kTitle,
           {make_line("姓名：张三", 72, 130, 16), make_line("学号：12345", 72, 150, 16)});
  EXPECT_EQ(kinds(page.build()), (Kinds{BlockKind::kText, BlockKind::kText, BlockKind::kText}));
}

TEST(Titles, NumberedParagraphsAreNone) {
  TestPage page;
  add_body(page, 300);
  for (const auto& [text, y] : std::vector<std::pair<std::string, float>>{
           {"1.1 Working Day means a day other than a Saturday.", 100.f},
           {"1.2 Images are pictures of single pages only.", 120.f},
           {"1.3 Either party may end it if the other", 140.f}})
    page.add(RegionKind::kTitle, {make_line(text, 72, y)});
  page.add_rows(RegionKind::kText, {"(a) breaks it, or", "(b) becomes insolvent."}, 90, 160);
  page.add(RegionKind::kText, {make_line("2. Term", 72, 220, 10, kBold)});
  add_body(page, 240);
  const auto blocks = page.build();
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(blocks[i].block.kind, BlockKind::kText) << i;
  EXPECT_EQ(blocks[5].block.kind, BlockKind::kTitle);
}

TEST(Lists, ChoicesBesideEachOther) {
  TestPage page;
  page.add(RegionKind::kText,
           {make_line("1. How far does it go?", 72, 100), make_line("A. 20 m", 92, 114),
            make_line("B. 72 m", 200, 114), make_line("C. 300 m", 92, 128),
            make_line("D. 1080 m", 200, 128), make_line("2. Which is a vector?", 72, 142)});
  const auto blocks = page.build();
  ASSERT_EQ(kinds(blocks), (Kinds{BlockKind::kList}));
  EXPECT_EQ(items(blocks[0].block), (Texts{"1.|How far does it go?", ">A.|20 m", ">B.|72 m",
                                           ">C.|300 m", ">D.|1080 m", "2.|Which is a vector?"}));
}

TEST(Lists, ContactsAreLines) {
  TestPage page;
  page.add_rows(RegionKind::kText, {"a.nwosu@example.org", "+44 20 7946 0312",
                                    "Bristol, United Kingdom", "example.org/amara"});
  EXPECT_EQ(
      texts(page.build()),
      (Texts{"a.nwosu@example.org\n+44 20 7946 0312\nBristol, United Kingdom\nexample.org/amara"}));
}

TEST(Lists, LinesOfASidebar) {
  TestPage page;
  add_body(page, 300);
  page.layout.columns = 2;
  page.add_rows(RegionKind::kText, {"English (first language)", "Igbo (first language)"}, 400, 100);
  EXPECT_EQ(texts(page.build())[1], "English (first language)\nIgbo (first language)");
}

TEST(Titles, AffiliationsWithMarksAreLines) {
  TestPage page;
  add_body(page, 300);
  std::vector<TextLine> lines{make_line("a Department of Applied Geophysics, Norrvik", 72, 100),
                              make_line("b Institute for Cold Regions", 72, 112)};
  for (TextLine& line : lines) line.words[0].style = kSuperscript;
  page.add(RegionKind::kText, lines);
  EXPECT_NE(texts(page.build())[1].find('\n'), std::string::npos);
}

TEST(Titles, ASectionHeadingOverAnother) {
  TestPage page;
  add_body(page, 300);
  page.add(RegionKind::kText, {make_line("2. Methods", 72, 380)});
  page.add(RegionKind::kTitle, {make_line("2.1. Data", 72, 400)});
  add_body(page, 420);
  EXPECT_EQ(kinds(page.build()),
            (Kinds{BlockKind::kText, BlockKind::kTitle, BlockKind::kTitle, BlockKind::kText}));
}

TEST(Titles, TwoSpacedBoldLinesAreTwo) {
  TestPage page;
  page.add(RegionKind::kTitle, {make_line("Recently Issued Standards", 72, 100, 10, kBold),
                                make_line("Recently Adopted Standard", 72, 119, 10, kBold)});
  add_body(page, 140);
  EXPECT_EQ(page.build().size(), 3u);
}

TEST(Code, FixedPitchIsSeenByAdvances) {
  TestPage page;
  page.page.content.fonts = {{.name = "Proportional"}, {.name = "Unnamed"}};
  for (const char c : "mill while immi will imim mil"s)
    page.page.content.glyphs.push_back(
        {.code = static_cast<char32_t>(c), .size = 10, .advance = 6, .font = 1});
  add_body(page, 300);
  std::vector<TextLine> lines{make_line("while x:", 72, 100), make_line("will = mill", 84, 112)};
  for (TextLine& line : lines)
    for (Word& word : line.words) word.font = 1;
  page.add(RegionKind::kText, lines);
  EXPECT_EQ(kinds(page.build()), (Kinds{BlockKind::kText, BlockKind::kCode}));
}

TEST(Code, ABlankLineDoesNotPartAListing) {
  TestPage page;
  add_body(page, 300);
  const auto code = [](const char* text, float x, float y) {
    return make_line(text, x, y, 10, kMonospace);
  };
  page.add(RegionKind::kCode, {code("def f():", 72, 100), code("return 1", 92, 112)});
  page.add(RegionKind::kCode, {code("# done", 92, 136)});
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(plain_text(blocks[1].block.content), "def f():\n    return 1\n\n    # done");
}

TEST(Code, AddressesInTypewriterTypeAreText) {
  TestPage page;
  add_body(page, 300);
  page.add(RegionKind::kCode, {make_line("{one,two}@example.org", 72, 100, 10, kMonospace)});
  EXPECT_EQ(kinds(page.build())[1], BlockKind::kText);
}

TEST(Code, ACommandIsNoTitle) {
  TestPage page;
  add_body(page, 300);
  page.add(RegionKind::kTitle, {make_line("CHGFCNUSG FCNID(QIBM)", 72, 100, 10, kMonospace)});
  EXPECT_NE(kinds(page.build())[1], BlockKind::kTitle);
}

TEST(Contents, LevelsByNumberWhereAllStandAtOneEdge) {
  TestPage page;
  page.add_rows(RegionKind::kText,
                {"第一章 背景 ........ 2", "第1 节 说明 ........ 2", "第二章 正文 ........ 4"});
  EXPECT_EQ(items(page.build()[0].block),
            (Texts{"|第一章 背景 2", ">|第1 节 说明 2", "|第二章 正文 4"}));
}

TEST(Contents, WithoutPagesBelowTheirTitle) {
  TestPage page;
  page.add(RegionKind::kTitle, {make_line("Table of Contents", 72, 80, 16)});
  page.add_rows(RegionKind::kText,
                {"2.3.1 Scope", "2.3.1.1 Background", "2.3.1.2 Authority", "2.3.2 Overview"});
  const auto blocks = page.build();
  ASSERT_EQ(kinds(blocks), (Kinds{BlockKind::kTitle, BlockKind::kIndex}));
  EXPECT_EQ(items(blocks[1].block), (Texts{"|2.3.1 Scope", ">|2.3.1.1 Background",
                                           ">|2.3.1.2 Authority", "|2.3.2 Overview"}));
}

TEST(Contents, AGridOfLeadersIsNoTable) {
  TestPage page;
  page.add_rows(RegionKind::kTable, {"One ........ 2", "Two ........ 3", "Three ........ 4"});
  page.answers[0].table = {.rows = 1, .columns = 1, .cells = {{.content = {{.text = "x"}}}}};
  EXPECT_EQ(kinds(page.build()), (Kinds{BlockKind::kIndex}));
}

}  // namespace
}  // namespace octavo::document
