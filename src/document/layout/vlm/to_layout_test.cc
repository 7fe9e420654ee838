#include "document/layout/vlm/to_layout.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

TextLine line(float x0, float y0, float x1, float y1) {
  TextLine made;
  made.box = {x0, y0, x1, y1};
  return made;
}

VlmBlock block(BlockType type, double x0, double y0, double x1, double y1) {
  VlmBlock made;
  made.type = type;
  made.box = {x0, y0, x1, y1};
  return made;
}

// A page of 100 x 100 points, so that boxes read the same in both.
Page page_of(std::vector<TextLine> lines) {
  Page page;
  page.width = page.height = 100;
  page.lines = std::move(lines);
  return page;
}

using Indices = std::vector<uint32_t>;

TEST(ToLayout, GivesLinesToTheBlocksThatHoldThem) {
  const Page page = page_of(
      {line(10, 32, 40, 36), line(10, 20, 80, 24), line(45, 33, 70, 36), line(10, 60, 50, 64)});
  const Layout layout = to_layout({block(BlockType::kTitle, 0.05, 0.55, 0.9, 0.7),
                                   block(BlockType::kText, 0.05, 0.15, 0.9, 0.4)},
                                  page);
  ASSERT_EQ(layout.regions.size(), 2u);
  EXPECT_EQ(layout.regions[0].kind, RegionKind::kTitle);
  EXPECT_EQ(layout.regions[0].lines, Indices{3});
  EXPECT_EQ(layout.regions[1].lines, (Indices{1, 0, 2}));  // rows, and from the left in a row
}

TEST(ToLayout, TakesTheSmallerOfTwoThatHoldAll) {
  const Page page = page_of({line(10, 10, 20, 14)});
  const Layout layout = to_layout(
      {block(BlockType::kImage, 0, 0, 1, 1), block(BlockType::kCaption, 0.05, 0.05, 0.3, 0.2)},
      page);
  EXPECT_TRUE(layout.regions[0].lines.empty());
  EXPECT_EQ(layout.regions[1].lines, Indices{0});
}

TEST(ToLayout, KeepsWhatTheModelDidNotSee) {
  // Two lines under each other and one far below, beside blocks at the top and the bottom.
  const Page page = page_of(
      {line(10, 30, 60, 34), line(10, 36, 60, 40), line(10, 70, 60, 74), line(10, 5, 60, 9)});
  const Layout layout = to_layout({block(BlockType::kTitle, 0.05, 0.02, 0.9, 0.12),
                                   block(BlockType::kTable, 0.05, 0.8, 0.9, 0.95)},
                                  page);
  ASSERT_EQ(layout.regions.size(), 4u);
  EXPECT_EQ(layout.regions[0].lines, Indices{3});
  EXPECT_EQ(layout.regions[1].lines, (Indices{0, 1}));
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kText);
  EXPECT_EQ(layout.regions[2].lines, Indices{2});
  EXPECT_EQ(layout.regions[3].kind, RegionKind::kTable);
}

TEST(ToLayout, LeavesContainersOut) {
  const Layout layout =
      to_layout({block(BlockType::kList, 0, 0, 1, 1), block(BlockType::kListItem, 0, 0, 1, 0.5),
                 block(BlockType::kEquationBlock, 0, 0, 1, 1)},
                page_of({}));
  ASSERT_EQ(layout.regions.size(), 1u);
  EXPECT_EQ(layout.regions[0].kind, RegionKind::kText);
}

TEST(ToLayout, AListWithoutItemsIsReadAsItIs) {
  const Page page = page_of({line(10, 20, 60, 24), line(10, 60, 60, 64)});
  const Layout layout = to_layout(
      {block(BlockType::kList, 0.05, 0.15, 0.9, 0.3), block(BlockType::kList, 0.05, 0.5, 0.9, 0.8),
       block(BlockType::kText, 0.05, 0.55, 0.9, 0.7)},
      page);
  ASSERT_EQ(layout.regions.size(), 2u);
  EXPECT_EQ(layout.regions[0].kind, RegionKind::kList);
  EXPECT_EQ(layout.regions[0].lines, Indices{0});
  EXPECT_EQ(layout.regions[1].kind, RegionKind::kText);
  EXPECT_EQ(layout.regions[1].lines, Indices{1});
}

TEST(ToLayout, FurnitureAtTheEndOfTheOrderMovesNothing) {
  const Page page = page_of({line(10, 30, 60, 34), line(10, 2, 60, 5), line(10, 96, 60, 99)});
  const Layout layout = to_layout(
      {block(BlockType::kTitle, 0.05, 0.1, 0.9, 0.2), block(BlockType::kTable, 0.05, 0.5, 0.9, 0.9),
       block(BlockType::kHeader, 0.05, 0, 0.9, 0.06)},
      page);
  ASSERT_EQ(layout.regions.size(), 5u);
  EXPECT_EQ(layout.regions[0].kind, RegionKind::kTitle);
  EXPECT_EQ(layout.regions[1].lines, Indices{0}) << "between what stands above and below it";
  EXPECT_EQ(layout.regions[2].kind, RegionKind::kTable);
  EXPECT_EQ(layout.regions[3].lines, Indices{2});
  EXPECT_EQ(layout.regions[4].lines, Indices{1});
}

}  // namespace
}  // namespace octavo::document::protocol
