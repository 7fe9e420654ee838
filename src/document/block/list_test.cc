#include "document/block/list.h"

#include <gtest/gtest.h>

#include "document/block/test_page.h"

namespace octavo::document {
namespace {

using namespace std::string_literals;
using test::full_row;
using test::items;
using test::kinds;
using test::TestPage;
using test::texts;

using Items = std::vector<std::string>;

Items list_of(const std::vector<std::string>& rows, RegionKind kind = RegionKind::kText) {
  TestPage page;
  page.add_rows(kind, rows);
  const auto blocks = page.build();
  if (blocks.size() != 1 || blocks[0].block.kind != BlockKind::kList) return {"not one list"};
  return items(blocks[0].block);
}

TEST(List, BulletsWithWrappedRows) {
  EXPECT_EQ(list_of({"• " + full_row(58), "  goes on", "• Second"}),
            (Items{"•|" + full_row(58) + " goes on", "•|Second"}));
}

TEST(List, SymbolFontBullets) {
  EXPECT_EQ(list_of({"\uF0B7 One", "\uF0B7 Two"}), (Items{"•|One", "•|Two"}));
}

TEST(List, PrintedNumbersStay) {
  EXPECT_EQ(list_of({"3. Three", "4. Four", "5. Five"}), (Items{"3.|Three", "4.|Four", "5.|Five"}));
}

TEST(List, Nested) {
  EXPECT_EQ(list_of({"1. One", "    a) Alpha", "    b) Beta", "2. Two"}),
            (Items{"1.|One", ">a)|Alpha", ">b)|Beta", "2.|Two"}));
  EXPECT_EQ(list_of({"• Outer", "    – Inner", "    – Inner too", "• Outer again"}),
            (Items{"•|Outer", ">–|Inner", ">–|Inner too", "•|Outer again"}));
}

TEST(List, NestedAtOneIndent) {
  EXPECT_EQ(list_of({"1、甲", "（1）子", "（2）丑", "2、乙"}),
            (Items{"1、|甲", ">（1）|子", ">（2）|丑", "2、|乙"}));
}

TEST(List, ChineseNumerals) {
  EXPECT_EQ(list_of({"（一）范围", "（二）术语", "（三）要求"}, RegionKind::kList),
            (Items{"（一）|范围", "（二）|术语", "（三）|要求"}));
}

TEST(List, RomanAndLetters) {
  EXPECT_EQ(list_of({"(i) one", "(ii) two", "(iii) three", "(iv) four"}),
            (Items{"(i)|one", "(ii)|two", "(iii)|three", "(iv)|four"}));
}

TEST(List, DashNeedsCompany) {
  EXPECT_EQ(list_of({"- One", "- Two"}), (Items{"-|One", "-|Two"}));
  TestPage page;
  page.add_rows(RegionKind::kText, {"- a lone dash"});
  EXPECT_EQ(page.build()[0].block.kind, BlockKind::kText);
}

TEST(List, WordsThatBeginWithABulletLetterAreWords) {
  TestPage page;
  page.add_rows(RegionKind::kText, {"operations and more", "others"});
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].block.kind, BlockKind::kText);
  EXPECT_TRUE(plain_text(blocks[0].block.content).starts_with("operations"));
}

TEST(List, ANumberAtARowStartInsideTextIsNoItem) {
  TestPage page;
  page.add_rows(RegionKind::kText, {full_row(60), "12. " + full_row(56), full_row(60), "the end."});
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].block.kind, BlockKind::kText);
}

TEST(List, IntroductionAndTextAfterStayOutside) {
  TestPage page;
  page.add_rows(RegionKind::kText, {full_row(50, "These are") + ":", "• One", "• Two",
                                    full_row(60, "After"), "it ends."});
  const auto blocks = page.build();
  EXPECT_EQ(kinds(blocks), (std::vector{BlockKind::kText, BlockKind::kList, BlockKind::kText}));
  EXPECT_EQ(items(blocks[1].block), (Items{"•|One", "•|Two"}));
}

TEST(List, ItemsInRegionsOfTheirOwnBecomeOneList) {
  TestPage page;
  page.add_rows(RegionKind::kText, {"3. Three is a long item " + full_row(30)}, 72, 100);
  page.add_rows(RegionKind::kText, {"4. Four"}, 72, 120);
  page.add_rows(RegionKind::kText, {"5. Five"}, 72, 140);
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].block.items.size(), 3u);
  EXPECT_EQ(blocks[0].block.items[2].marker, "5.");
  EXPECT_EQ(blocks[0].block.lines.size(), 3u);
}

TEST(List, GoesOnInTheNextColumn) {
  TestPage page;
  page.layout.columns = 2;
  page.add_rows(RegionKind::kText, {"1. One", "2. Two"}, 60, 700);
  page.add_rows(RegionKind::kText, {"3. Three", "4. Four"}, 320, 100);
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(items(blocks[0].block), (Items{"1.|One", "2.|Two", "3.|Three", "4.|Four"}));
  EXPECT_EQ(blocks[0].block.boxes.size(), 2u);
}

TEST(List, AParagraphBelowAnItemBelongsToIt) {
  TestPage page;
  std::vector<TextLine> lines{test::make_line("1. One", 72, 100),
                              test::make_line("More about one", 92, 120),
                              test::make_line("2. Two", 72, 140)};
  page.add(RegionKind::kText, lines);
  const auto blocks = page.build();
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(items(blocks[0].block), (Items{"1.|One\nMore about one", "2.|Two"}));
}

TEST(List, NumberedHeadingsAreNoItems) {
  TestPage page;
  page.add(RegionKind::kText, {test::make_line("1. Introduction", 72, 100, 10, kBold)});
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), "end."}, 72, 120);
  page.add(RegionKind::kText, {test::make_line("2. Methods", 72, 170, 10, kBold)});
  page.add_rows(RegionKind::kText, {full_row(60), full_row(60), "end."}, 72, 190);
  EXPECT_EQ(kinds(page.build()), (std::vector{BlockKind::kTitle, BlockKind::kText,
                                              BlockKind::kTitle, BlockKind::kText}));
}

TEST(List, BoxesToTickStayText) {
  TestPage page;
  page.add_rows(RegionKind::kFormField, {"□是 □否"});
  EXPECT_EQ(texts(page.build()), (Items{"□是 □否"}));
}

TEST(List, LevelsHaveABound) {
  std::vector<ItemPlace> places;
  places.reserve(50);
  for (int i = 0; i < 50; ++i)
    places.push_back({parse_marker("• x"), 20.0f * static_cast<float>(i), 10});
  for (const int level : item_levels(places)) EXPECT_LE(level, 7);
}

}  // namespace
}  // namespace octavo::document
