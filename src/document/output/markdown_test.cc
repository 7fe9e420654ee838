#include <gtest/gtest.h>

#include "base/utf8.h"
#include "document/output/body_parts.h"
#include "document/output/markdown_block.h"
#include "document/output/markdown_list.h"
#include "document/output/test_document.h"
#include "octavo/output.h"

namespace octavo::document {
namespace {

std::string markdown(std::vector<Block> blocks, const MarkdownOptions& options = {}) {
  return to_markdown(document_of(std::move(blocks)), options);
}

ListItem item(const std::string& marker, const std::string& text, int level = 0) {
  return {.marker = marker, .level = level, .content = plain(text)};
}

TEST(Markdown, JoinsBlocksByBlankLines) {
  EXPECT_EQ(
      markdown({title_block(1, "Title"), text_block(BlockKind::kText, "One."),
                text_block(BlockKind::kText, ""), text_block(BlockKind::kReference, "[1] Two.")}),
      "# Title\n\nOne.\n\n[1] Two.\n");
  EXPECT_EQ(markdown({}), "");
  EXPECT_EQ(markdown({text_block(BlockKind::kText, " \n ")}), "");
}

TEST(Markdown, WritesHeadings) {
  EXPECT_EQ(markdown({title_block(0, "a")}), "# a\n");
  EXPECT_EQ(markdown({title_block(9, "a")}), "###### a\n");
  EXPECT_EQ(markdown({title_block(2, "1. Two\nlines")}), "## 1. Two lines\n");
  EXPECT_EQ(markdown({title_block(1, "C#")}), "# C#\n");
  EXPECT_EQ(markdown({title_block(1, "Channel #")}), "# Channel \\#\n");
  EXPECT_EQ(markdown({title_block(1, "#")}), "# \\#\n");
  Block bold = title_block(1, "");
  bold.content = {{.style = kBold, .text = "All bold"}};
  EXPECT_EQ(markdown({bold}), "# All bold\n");
}

TEST(Markdown, LeavesPageFurnitureOutUnlessAsked) {
  const std::vector<Block> blocks{text_block(BlockKind::kHeader, "Annual report 2024"),
                                  text_block(BlockKind::kText, "Body."),
                                  text_block(BlockKind::kPageNumber, "1"),
                                  text_block(BlockKind::kHeader, "Annual report 2025"),
                                  text_block(BlockKind::kPageFootnote, "1 A note."),
                                  text_block(BlockKind::kAside, "Margin")};
  EXPECT_EQ(markdown(blocks), "Body.\n\n1 A note.\n");
  EXPECT_EQ(markdown(blocks, {.headers = HeaderPolicy::kFirst}),
            "Annual report 2024\n\nBody.\n\n1 A note.\n\nMargin\n");
  EXPECT_EQ(markdown(blocks, {.headers = HeaderPolicy::kAll}),
            "Annual report 2024\n\nBody.\n\n1\n\nAnnual report 2025\n\n1 A note.\n\nMargin\n");
}

TEST(MarkdownList, KeepsPrintedNumbers) {
  EXPECT_EQ(markdown_list({item("3.", "c"), item("4.", "d"), item("5.", "e")}), "3. c\n4. d\n5. e");
  EXPECT_EQ(markdown_list({item("1)", "a"), item("2)", "b")}), "1) a\n2) b");
  EXPECT_EQ(markdown_list({item("b)", "x"), item("(iv)", "y"), item("①", "z"), item("1.2", "w")}),
            "- b) x\n- (iv) y\n- ① z\n- 1.2 w");
  EXPECT_EQ(markdown_list({item("（一）", "甲"), item("2、", "乙")}), "- （一）甲\n- 2、乙");
}

TEST(MarkdownList, StartsANewListWhereNumbersJump) {
  EXPECT_EQ(markdown_list({item("1.", "a"), item("7.", "b")}), "1. a\n\n<!-- -->\n\n7. b");
  Block first, second;
  first.kind = second.kind = BlockKind::kList;
  first.items = {item("1.", "a"), item("2.", "b")};
  second.items = {item("1.", "c")};
  EXPECT_EQ(markdown({first, second}), "1. a\n2. b\n\n<!-- -->\n\n1. c\n");
  second.items = {item("3.", "c")};
  EXPECT_EQ(markdown({first, second}), "1. a\n2. b\n\n3. c\n");
}

TEST(MarkdownList, TurnsBulletsOfAnyShapeIntoDashes) {
  EXPECT_EQ(markdown_list({item("•", "a"), item("\uF0B7", "b"), item("", "c"), item("o", "d"),
                           item("✓", "e")}),
            "- a\n- b\n- c\n- d\n- ✓ e");
}

TEST(MarkdownList, NestsUnderTheTextOfTheParent) {
  EXPECT_EQ(
      markdown_list({item("10.", "a"), item("•", "b", 1), item("1.", "c", 2), item("11.", "d")}),
      "10. a\n    - b\n      1. c\n11. d");
  // A level that was skipped has nothing to hang on.
  EXPECT_EQ(markdown_list({item("•", "a", 3), item("•", "b", 9), item("•", "c", 0)}),
            "- a\n  - b\n- c");
  // Only a list that starts at 1 may follow a paragraph without a blank line.
  EXPECT_EQ(markdown_list({item("•", "a"), item("3.", "b", 1)}), "- a\n\n  3. b");
}

TEST(MarkdownList, IndentsAndEscapesItems) {
  EXPECT_EQ(markdown_list({item("•", "one\n# two"), item("•", "- three"), item("•", "")}),
            "- one  \n  \\# two\n- \\- three");
}

TEST(MarkdownCode, FenceIsLongerThanWhatIsInside) {
  Block code = text_block(BlockKind::kCode, "\nif x:\n    y = `1`\n\n\tz <b> *\n\n");
  code.language = "python";
  EXPECT_EQ(markdown({code}), "```python\nif x:\n    y = `1`\n\n\tz <b> *\n```\n");
  code.content = plain("a\n````\nb");
  code.language = "no good`";
  EXPECT_EQ(markdown({code}), "`````\na\n````\nb\n`````\n");
}

TEST(MarkdownEquation, WritesLatexWithItsNumber) {
  Block equation = text_block(BlockKind::kEquation, "");
  equation.content = {{.kind = InlineKind::kMath, .text = "E = mc^2"}, {.text = "  (3.1)"}};
  EXPECT_EQ(markdown({equation}), "$$\nE = mc^2 \\tag{3.1}\n$$\n");
  equation.content = {{.kind = InlineKind::kMath, .text = "a"},
                      {.text = " if 5% "},
                      {.kind = InlineKind::kMath, .text = "b"}};
  EXPECT_EQ(markdown({equation}), "$$\na \\text{if 5\\%} b\n$$\n");
}

TEST(MarkdownEquation, FallsBackToItsCharactersOrPicture) {
  Block equation = text_block(BlockKind::kEquation, "");
  equation.content = {{.style = kItalic, .text = "E = mc"},
                      {.style = kSuperscript | kItalic, .text = "2"}};
  EXPECT_EQ(markdown({equation}), "E = mc<sup>2</sup>\n");
  equation.content.clear();
  equation.picture.file_name = "images/e.jpg";
  EXPECT_EQ(markdown({equation}), "![equation](images/e.jpg)\n");
}

TEST(MarkdownFigure, PutsCaptionsWhereTheyArePrinted) {
  Block figure = picture_block(BlockKind::kImage, "images/abc.jpg");
  figure.captions = {caption_at("Figure 2. A *star* system", 310, 330),
                     caption_at("Above", 150, 170)};
  figure.footnotes = {caption_at("Source: us", 340, 350)};
  EXPECT_EQ(
      markdown({figure}, {.picture_prefix = "out/"}),
      "Above\n\n![Figure 2](out/images/abc.jpg)\n\nFigure 2. A \\*star\\* system\n\nSource: us\n");
  figure.picture.file_name = "";
  figure.captions.resize(1);
  EXPECT_EQ(markdown({figure}), "Figure 2. A \\*star\\* system\n\nSource: us\n");
  EXPECT_EQ(markdown({picture_block(BlockKind::kChart, "images/c.jpg")}),
            "![chart](images/c.jpg)\n");
}

TEST(MarkdownFigure, KeepsWordsAndLeavesTheNumbersOfAChartInThePicture) {
  Block figure = picture_block(BlockKind::kImage, "images/a.jpg");
  figure.content = {
      {InlineKind::kText, kPlain, "600\n400 Night trains\n200\n2019 2020 2021 2022", {}}};
  EXPECT_EQ(markdown({figure}), "![image](images/a.jpg)\n");
  figure.content = {{InlineKind::kText, kPlain, "Sensor\nFilter bank\n12", {}}};
  EXPECT_EQ(markdown({figure}), "![image](images/a.jpg)\n\nSensor  \nFilter bank  \n12\n");
  // Without a picture the labels are all there is.
  figure.content = {{InlineKind::kText, kPlain, "600", {}}};
  figure.picture.file_name.clear();
  EXPECT_EQ(markdown({figure}), "600\n");
}

TEST(MarkdownFigure, WordsInsideFollowTheCaption) {
  Block figure = picture_block(BlockKind::kImage, "images/a.jpg");
  figure.content = {{InlineKind::kText, kPlain, "Sensor\nFilter bank", {}}};
  figure.captions = {caption_at("Figure 2. Parts", 310, 330)};
  figure.footnotes = {caption_at("Source: us", 340, 350)};
  EXPECT_EQ(
      markdown({figure}),
      "![Figure 2](images/a.jpg)\n\nFigure 2. Parts\n\nSensor  \nFilter bank\n\nSource: us\n");
}

TEST(MarkdownFigure, NamesItselfByItsLabel) {
  const auto label = [](const std::string& caption) {
    Block figure = picture_block(BlockKind::kImage, "images/a.jpg");
    figure.captions = {caption_at(caption, 310, 330)};
    return picture_label(figure);
  };
  EXPECT_EQ(label("Figure 2. Long text"), "Figure 2");
  EXPECT_EQ(label("Fig. 3.1: Long text"), "Fig. 3.1");
  EXPECT_EQ(label("图1 系统结构"), "图1");
  EXPECT_EQ(label("A view of the lake"), "A view of the lake");
  EXPECT_EQ(label(std::string(60, 'a') + " " + std::string(60, 'b')), std::string(60, 'a') + "…");
}

TEST(MarkdownTable, StandsBetweenCaptionAndNotes) {
  Block table = table_block(table_of({{"a", "b"}, {"1", "2"}}));
  table.captions = {caption_at("Table 1", 180, 195)};
  table.footnotes = {caption_at("a Estimated", 305, 315)};
  EXPECT_EQ(markdown({table}), "Table 1\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\na Estimated\n");
}

TEST(MarkdownTable, WithoutStructureIsStillItsText) {
  Block table = table_block({});
  table.lines = {{.content = plain("a 1")}, {.content = plain("b 2")}};
  EXPECT_EQ(markdown({table}), "a 1  \nb 2\n");
  table.picture.file_name = "images/t.jpg";
  EXPECT_EQ(markdown({table}), "![table](images/t.jpg)\n");
  table.content = plain("a 1");
  EXPECT_EQ(markdown({table}), "![table](images/t.jpg)\n\na 1\n");
}

TEST(Markdown, HostileTextStaysValidUtf8) {
  std::string nasty;
  for (int i = 0; i < 256; ++i) nasty.push_back(static_cast<char>(i));
  std::vector<Block> blocks;
  for (int kind = 0; kind <= static_cast<int>(BlockKind::kAside); ++kind) {
    Block block = text_block(static_cast<BlockKind>(kind), nasty);
    block.items = {item(nasty, nasty)};
    block.table = table_of({{nasty, nasty}, {nasty, nasty}});
    block.captions = {caption_at(nasty, 0, 1)};
    block.picture.file_name = "images/" + nasty;
    block.language = nasty;
    blocks.push_back(block);
  }
  EXPECT_TRUE(is_valid_utf8(markdown(blocks, {.headers = HeaderPolicy::kAll})));
}

}  // namespace
}  // namespace octavo::document
