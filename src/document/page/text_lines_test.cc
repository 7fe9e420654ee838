#include "document/page/text_lines.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/cpu_timer.h"
#include "tests/support/page_builder.h"

namespace octavo::document {
namespace {

using testing::add_text;
using testing::empty_page;
using testing::texts_of;
using testing::TextStyle;

std::vector<TextLine> lines_of(const PageContent& page) {
  std::vector<uint32_t> all(page.glyphs.size());
  std::iota(all.begin(), all.end(), 0);
  return build_text_lines(page, all).lines;
}
std::string read(const PageContent& page) { return texts_of(lines_of(page)); }

TEST(TextLines, OneLineWithItsMeasures) {
  PageContent page = empty_page();
  add_text(page, 100, 200, "one two");
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 1u);
  const TextLine& line = lines[0];
  EXPECT_EQ(text_of(line), "one two");
  EXPECT_FLOAT_EQ(line.baseline, 200);
  EXPECT_FLOAT_EQ(line.size, 10);
  EXPECT_EQ(line.angle, 0);
  ASSERT_EQ(line.words.size(), 2u);
  EXPECT_FALSE(line.words[0].space_before);
  EXPECT_TRUE(line.words[1].space_before);
  EXPECT_NEAR(line.words[0].box.x0, 100.5, 0.01);  // ink
  EXPECT_NEAR(line.words[1].box.x0, 120.5, 0.01);
  EXPECT_NEAR(line.box.x1, 134.5, 0.01);
  EXPECT_NEAR(line.box.y0, 193, 0.01);
  EXPECT_NEAR(line.box.y1, 202, 0.01);
}

TEST(TextLines, NothingGivesNothing) {
  EXPECT_TRUE(lines_of(empty_page()).empty());
  PageContent page = empty_page();
  add_text(page, 100, 200, "   ");
  EXPECT_TRUE(lines_of(page).empty());
}

// TeX writes no spaces; the pen just moves.
TEST(TextLines, GapsAreSpaces) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "no spaces here", {.word_space = 0.33f, .write_spaces = false});
  EXPECT_EQ(read(page), "no spaces here\n");
}

TEST(TextLines, KerningIsNoSpace) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "kerned", {.letter_space = 0.08f});
  EXPECT_EQ(read(page), "kerned\n");
}

TEST(TextLines, LetterSpacedHeadingsStayWords) {
  PageContent page = empty_page();
  // Spaced by the pen ...
  add_text(page, 72, 100, "CHAPTER ONE",
           {.word_space = 0.5f, .letter_space = 0.3f, .write_spaces = false});
  // ... and by typing spaces.
  add_text(page, 72, 200, "C H A P T E R   O N E");
  EXPECT_EQ(read(page), "CHAPTER ONE\nCHAPTER ONE\n");
}

TEST(TextLines, RowsOfSingleLettersStayApart) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "A B C D E F");
  EXPECT_EQ(read(page), "A B C D E F\n");
}

TEST(TextLines, SpacesThatAreNoWhiteAreDropped) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "glu ed", {.word_space = 0.0f});
  EXPECT_EQ(read(page), "glued\n");
}

TEST(TextLines, PiecesOfOneLineAreJoinedInPlace) {
  PageContent page = empty_page();
  const float x = add_text(page, 72, 100, "bro");
  add_text(page, 300, 400, "else");
  add_text(page, x, 100.4f, "ken words");
  EXPECT_EQ(read(page), "broken words\nelse\n");
}

TEST(TextLines, ColumnsAreSplitAtTheGutter) {
  PageContent page = empty_page();
  const char* left[] = {"one column has text", "of its own and so", "has another beside",
                        "it on the very same", "lines all the way"};
  const char* right[] = {"which is not read", "across but down to", "its last line first",
                         "and only then", "the next one begins"};
  for (int i = 0; i < 5; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    const float end = add_text(page, 72, y, left[i], {.word_space = 0.3f});
    add_text(page, std::max(end + 8, 174.0f), y, right[i], {.word_space = 0.3f});
  }
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 10u);
  EXPECT_EQ(text_of(lines[0]), left[0]);
  EXPECT_EQ(text_of(lines[1]), right[0]);
}

// "(3)" at the end of the left column looks like the marker of what begins beside it.
TEST(TextLines, ColumnsAreSplitBehindTheNumberOfAnEquation) {
  PageContent page = empty_page();
  for (int i = 0; i < 7; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    if (i == 3) {
      add_text(page, 110, y, "= k");
      add_text(page, 157, y, "(3)");
    } else {
      add_text(page, 72, y, "a column of words set");  // ends at 177
    }
    add_text(page, 190, y, "beside another one");
  }
  EXPECT_NE(read(page).find("\n(3)\nbeside another one\n"), std::string::npos) << read(page);
}

// The white between markers and their items goes on too.
TEST(TextLines, MarkersStayWithTheirItems) {
  PageContent page = empty_page();
  for (int i = 1; i <= 7; ++i)
    add_text(page, 72, 100 + 12 * static_cast<float>(i), "(" + std::to_string(i) + ")"),
        add_text(page, 102, 100 + 12 * static_cast<float>(i), "an item of the list");
  EXPECT_EQ(lines_of(page).size(), 7u);
}

TEST(TextLines, StretchedSpacesOfJustifiedTextStay) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "this line is set rather loose", {.word_space = 1.3f});
  add_text(page, 72, 112, "whereas this line is set normally and full of words");
  add_text(page, 72, 124, "and so is the line below it, without any holes at all");
  EXPECT_EQ(lines_of(page).size(), 3u);
}

TEST(TextLines, CellsOfATableAreSplit) {
  PageContent page = empty_page();
  const char* rows[3][3] = {
      {"Alpha", "12", "3.5"}, {"Beta", "7", "10.25"}, {"Gamma ray", "230", "1"}};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      add_text(page, 72 + 60 * static_cast<float>(column), 100 + 14 * static_cast<float>(row),
               rows[row][column]);
  EXPECT_EQ(lines_of(page).size(), 9u);
}

TEST(TextLines, RulingLinesSplitNarrowCells) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "ab");  // ink to 81.5
  add_text(page, 84, 100, "cd");  // from 84.5
  EXPECT_EQ(lines_of(page).size(), 1u);
  page.rules.push_back({{82.8f, 90, 83.2f, 104}, false});
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(text_of(lines[1]), "cd");
}

TEST(TextLines, MarkersAndNumbersStayWithTheirText) {
  PageContent page = empty_page();
  for (int i = 0; i < 4; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    add_text(page, 72, y, std::to_string(i + 1) + ".");
    add_text(page, 100, y, "item of a list");
  }
  EXPECT_EQ(read(page),
            "1. item of a list\n2. item of a list\n3. item of a list\n4. item of a list\n");
  page = empty_page();
  add_text(page, 72, 100, "2.1");
  add_text(page, 105, 100, "Methods");
  EXPECT_EQ(read(page), "2.1 Methods\n");
}

TEST(TextLines, LeadersHoldAContentsLineTogether) {
  PageContent page = empty_page();
  for (int i = 0; i < 5; ++i) {
    const float y = 100 + 12 * static_cast<float>(i);
    add_text(page, 72, y, "Chapter");
    add_text(page, 110, y, ". . . . . . . . . .", {.word_space = 0.6f});
    add_text(page, 230, y, std::to_string(10 + i));
  }
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[0].words.back().text, "10");
}

// cases/README row 21.
TEST(TextLines, ScriptsKeepTheirPlace) {
  PageContent page = empty_page();
  float x = add_text(page, 72, 100, "x");
  x = add_text(page, x, 96, "2", {.size = 6});
  x = add_text(page, x + 5, 100, "and H");
  x = add_text(page, x, 101.5f, "2", {.size = 6});
  add_text(page, x, 100, "O");
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].words.size(), 6u);
  EXPECT_EQ(lines[0].words[1].style, kSuperscript);
  EXPECT_FALSE(lines[0].words[1].space_before);
  EXPECT_EQ(lines[0].words[4].style, kSubscript);
  EXPECT_EQ(lines[0].words[5].text, "O");
  EXPECT_EQ(lines[0].words[5].style, kPlain);
  EXPECT_FALSE(lines[0].words[5].space_before);
  EXPECT_EQ(text_of(lines[0]), "x2 and H2O");
}

TEST(TextLines, AFootnoteMarkBeforeItsNoteBelongsToIt) {
  PageContent page = empty_page();
  const float x = add_text(page, 72, 697, "1", {.size = 6});
  add_text(page, x + 1, 700, "A note");
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].words[0].style, kSuperscript);
}

TEST(TextLines, StylesFollowTheFont) {
  PageContent page = empty_page();
  Font bold = page.fonts[0];
  bold.bold = true;
  page.fonts.push_back(bold);
  Font mono = page.fonts[0];
  mono.monospace = true;
  page.fonts.push_back(mono);
  float x = add_text(page, 72, 100, "plain ");
  x = add_text(page, x, 100, "bo", {.font = 1});
  x = add_text(page, x, 100, "ld ", {.font = 0});
  add_text(page, x, 100, "code", {.font = 2});
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 1u);
  ASSERT_EQ(lines[0].words.size(), 4u);
  EXPECT_EQ(lines[0].words[1].style, kBold);
  EXPECT_EQ(lines[0].words[2].style, kPlain);
  EXPECT_FALSE(lines[0].words[2].space_before);
  EXPECT_EQ(lines[0].words[3].style, kMonospace);
}

TEST(TextLines, TurnedTextHasItsAngleAndOrder) {
  PageContent page = empty_page();
  add_text(page, 300, 400, "down the page", {.angle = 90});
  add_text(page, 100, 400, "up the page", {.angle = 270});
  add_text(page, 400, 700, "on its head", {.angle = 180});
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].angle, 90);
  EXPECT_EQ(text_of(lines[0]), "down the page");
  EXPECT_FLOAT_EQ(lines[0].baseline, 300);
  EXPECT_NEAR(lines[0].box.y0, 400.5, 0.01);
  EXPECT_NEAR(lines[0].box.x0, 298, 0.01);
  EXPECT_NEAR(lines[0].box.x1, 307, 0.01);
  EXPECT_EQ(lines[1].angle, 270);
  EXPECT_EQ(text_of(lines[1]), "up the page");
  EXPECT_EQ(lines[2].angle, 180);
  EXPECT_EQ(text_of(lines[2]), "on its head");
  EXPECT_FLOAT_EQ(lines[2].baseline, 700);
}

TEST(TextLines, ChineseHasNoSpaces) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "中文 测试 and 汉字", {.word_space = 0.3f});
  EXPECT_EQ(read(page), "中文测试 and 汉字\n");
  page = empty_page();
  add_text(page, 72, 100, "前", {});
  add_text(page, 107, 100, "言", {});
  EXPECT_EQ(read(page), "前言\n");
}

TEST(TextLines, ColumnsOfIdeographsAreVerticalLines) {
  PageContent page = empty_page();
  float y = 100;
  for (const char* c : {"春", "眠", "不", "覚", "暁"}) {
    add_text(page, 200, y, c);
    y += 11;
  }
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].vertical);
  EXPECT_EQ(text_of(lines[0]), "春眠不覚暁");
}

TEST(TextLines, HebrewIsReadFromTheRight) {
  PageContent page = empty_page();
  // Visual order, as it stands on the page: "12 ABC" with the words from the right.
  add_text(page, 72, 100, "12 םולש");
  EXPECT_EQ(read(page), "שלום 12\n");
}

TEST(TextLines, AccentsPrintedOverLettersAreComposed) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "caf");
  add_text(page, 87, 100, "\xC2\xB4");  // the accent first, at the place of the letter
  add_text(page, 87, 100, "e");
  EXPECT_EQ(read(page), "caf\xC3\xA9\n");
}

TEST(TextLines, UnderlinesAndLinks) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "an underlined word");  // "underlined" from 87 to 137
  page.rules.push_back({{87, 101, 137, 101.5f}, true});
  page.links.push_back({{86, 90, 138, 103}, "https://example.org", -1});
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines[0].words.size(), 3u);
  EXPECT_EQ(lines[0].words[0].style, kPlain);
  EXPECT_EQ(lines[0].words[1].style, kUnderline);
  EXPECT_EQ(lines[0].words[1].link, 0);
  EXPECT_EQ(lines[0].words[2].link, -1);
  // The border of a cell is longer than its text.
  page.rules[0].box.x0 = 60;
  page.rules[0].box.x1 = 300;
  EXPECT_EQ(lines_of(page)[0].words[1].style, kPlain);
  // A rule through the middle strikes out.
  page.rules[0].box = {87, 97, 137, 97.5f};
  EXPECT_EQ(lines_of(page)[0].words[1].style, kStrikethrough);
}

TEST(TextLines, ADropCapOpensItsParagraph) {
  PageContent page = empty_page();
  add_text(page, 72, 122, "T", {.size = 30});  // 15 wide, from 101 to 122
  add_text(page, 90, 110, "he first line of it");
  add_text(page, 90, 122, "and the second line");
  add_text(page, 72, 134, "then all the others go on below");
  const std::vector<TextLine> lines = lines_of(page);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(text_of(lines[0]), "The first line of it");
  EXPECT_EQ(lines[0].box.y1 - lines[0].box.y0, 9);
}

TEST(TextLines, LinesOfUnknownCodesAreReportedApart) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "fine words");
  add_text(page, 72, 200, "unknown words");
  for (Glyph& glyph : page.glyphs)
    if (glyph.origin_y == 200 && glyph.code != ' ') glyph.code = 0;
  std::vector<uint32_t> all(page.glyphs.size());
  std::iota(all.begin(), all.end(), 0);
  const TextLines text = build_text_lines(page, all);
  EXPECT_EQ(texts_of(text.lines), "fine words\n");
  ASSERT_EQ(text.unreadable.size(), 1u);
  EXPECT_NEAR(text.unreadable[0].y1, 202, 0.01);
}

TEST(TextLines, AMarkWithoutCodeBeforeALineIsABullet) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "o");
  page.glyphs.back().code = 0;
  add_text(page, 84, 100, "point one");
  EXPECT_EQ(read(page), "\xE2\x80\xA2 point one\n");
}

TEST(TextLines, FilledFieldsBecomeLines) {
  PageContent page = empty_page();
  add_text(page, 72, 100, "Name:");
  add_text(page, 90, 150, "I agree");
  page.fields.push_back({FormField::Kind::kText, {110, 90, 300, 104}, "n", "Ada  Byron", false});
  page.fields.push_back({FormField::Kind::kCheckBox, {72, 140, 84, 152}, "c", "Yes", true});
  const std::string text = read(page);
  EXPECT_NE(text.find("Name:\n"), std::string::npos);
  EXPECT_NE(text.find("☑ I agree\n"), std::string::npos);
  EXPECT_NE(text.find("Ada Byron\n"), std::string::npos);
  // An untouched form prints no empty boxes.
  page.fields[0].value.clear();
  page.fields[1].checked = false;
  EXPECT_EQ(read(page), "Name:\nI agree\n");
}

TEST(TextLines, AHundredThousandGlyphsTakeNoMinute) {
  PageContent page = empty_page(2000, 2000);
  for (int row = 0; row < 150; ++row)
    for (int column = 0; column < 160; ++column)
      add_text(page, 12 * static_cast<float>(column), 13 * static_cast<float>(row), "ab c");
  for (int i = 0; i < 20000; ++i) add_text(page, 50, 50, "x");  // all in one place
  const CpuTimer timer;
  EXPECT_FALSE(lines_of(page).empty());
  EXPECT_LT(timer.seconds(), 8);
}

}  // namespace
}  // namespace octavo::document
