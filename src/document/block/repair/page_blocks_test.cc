#include "document/block/repair/page_blocks.h"

#include <gtest/gtest.h>

#include "document/block/repair/inline_math.h"

namespace octavo::document::protocol {
namespace {

VlmBlock block(BlockType type, UnitBox box, const char* content) {
  VlmBlock made;
  made.type = type;
  made.box = box;
  if (content != nullptr) made.content = content;
  made.finish = "stop";
  return made;
}

std::vector<PageBlock> build(std::vector<VlmBlock> blocks) {
  return to_page_blocks(std::move(blocks), {}, {3, 600, 800});
}

TEST(PageBlocks, KeepKindPlaceAndSource) {
  auto cut = block(BlockType::kTitle, {0.1, 0.1, 0.5, 0.125}, "1 On\nthings");
  cut.finish = "length";
  cut.angle = 90;
  const auto blocks = build({cut});
  ASSERT_EQ(blocks.size(), 1u);
  const Block& title = blocks[0].block;
  EXPECT_EQ(title.kind, BlockKind::kTitle);
  EXPECT_EQ(plain_text(title.content), "1 On things");
  EXPECT_EQ(title.boxes[0].page, 3);
  EXPECT_FLOAT_EQ(title.boxes[0].box.x1, 300);
  EXPECT_EQ(title.angle, 90);
  EXPECT_EQ(title.source, Source::kVlm);
  EXPECT_LT(title.confidence, 0.6F);
  EXPECT_NE(title.source_reason.find("cut"), std::string::npos);
}

TEST(PageBlocks, ListsHoldTheirItems) {
  const auto blocks = build({block(BlockType::kText, {0.1, 0.1, 0.9, 0.2}, "before"),
                             block(BlockType::kText, {0.2, 0.31, 0.8, 0.35}, "1. first"),
                             block(BlockType::kText, {0.2, 0.36, 0.8, 0.4}, "2. second"),
                             block(BlockType::kList, {0.2, 0.3, 0.8, 0.5}, nullptr)});
  ASSERT_EQ(blocks.size(), 2u);
  const Block& list = blocks[1].block;
  EXPECT_EQ(list.kind, BlockKind::kList);
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[0].marker, "1.");
  EXPECT_EQ(plain_text(list.items[1].content), "second");
  EXPECT_FLOAT_EQ(list.boxes[0].box.y0, 240);
}

TEST(PageBlocks, TextGoesOn) {
  auto more = block(BlockType::kText, {0.5, 0.1, 0.9, 0.2}, "and ends.");
  more.merge_prev = true;
  auto first = block(BlockType::kText, {0.1, 0.1, 0.4, 0.9}, "It begins");
  first.merge_prev = true;  // from the page before
  const auto blocks = build({first, block(BlockType::kImage, {0.5, 0.3, 0.9, 0.9}, nullptr), more});
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(plain_text(blocks[0].block.content), "It begins and ends.");
  EXPECT_EQ(blocks[0].block.boxes.size(), 2u);
  EXPECT_TRUE(blocks[0].starts_mid_sentence);
  EXPECT_FALSE(blocks[0].ends_open);
}

TEST(PageBlocks, EquationsNotesAndUnread) {
  const auto blocks = build({block(BlockType::kEquation, {0.1, 0.1, 0.9, 0.2}, "\\[\nx < y\n\\]"),
                             block(BlockType::kFormulaNumber, {0.9, 0.1, 0.95, 0.2}, "(3)"),
                             block(BlockType::kTable, {0.1, 0.3, 0.9, 0.6}, nullptr),
                             block(BlockType::kTableFootnote, {0.1, 0.6, 0.9, 0.65}, "* note"),
                             block(BlockType::kHeader, {0, 0, 1, 0.05}, ""),
                             block(BlockType::kImageCaption, {0.1, 0.7, 0.9, 0.75}, "Figure 1")});
  ASSERT_EQ(blocks.size(), 3u);
  ASSERT_EQ(blocks[0].block.content.size(), 2u);
  EXPECT_EQ(blocks[0].block.content[0].kind, InlineKind::kMath);
  EXPECT_EQ(blocks[0].block.content[0].text, "x < y");
  EXPECT_EQ(blocks[0].block.content[1].text, " (3)");
  EXPECT_EQ(blocks[1].block.confidence, 0);
  ASSERT_EQ(blocks[1].block.footnotes.size(), 1u);
  EXPECT_EQ(blocks[2].region_kind, RegionKind::kCaption);
}

TEST(PageBlocks, ImageGroupsGiveWayToTheirMembers) {
  const auto blocks = build({block(BlockType::kImageBlock, {0.1, 0.1, 0.9, 0.5}, nullptr),
                             block(BlockType::kImage, {0.1, 0.1, 0.4, 0.5}, nullptr),
                             block(BlockType::kImageBlock, {0.1, 0.6, 0.9, 0.9}, nullptr)});
  ASSERT_EQ(blocks.size(), 2u);
  EXPECT_EQ(blocks[1].block.kind, BlockKind::kImage);
  EXPECT_FLOAT_EQ(blocks[1].block.boxes[0].box.y0, 480);
}

TEST(PageBlocks, WhatAPictureSaysStandsBehindIt) {
  const auto blocks =
      build({block(BlockType::kChart, {0.1, 0.1, 0.9, 0.5}, "| a | b |\n|---|---|\n| 1 | 2 |"),
             block(BlockType::kImage, {0.1, 0.6, 0.9, 0.8}, "```mermaid\ngraph TD\nA --> B\n```"),
             block(BlockType::kImage, {0.1, 0.8, 0.9, 0.9}, "A cat.")});
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(blocks[0].block.kind, BlockKind::kChart);
  EXPECT_EQ(blocks[1].block.kind, BlockKind::kTable);
  EXPECT_EQ(blocks[1].block.table.rows, 2);
  EXPECT_TRUE(blocks[1].block.table.cells[0].header);
  EXPECT_EQ(blocks[3].block.kind, BlockKind::kCode);
  EXPECT_EQ(blocks[3].block.language, "mermaid");
  EXPECT_EQ(plain_text(blocks[3].block.content), "graph TD\nA --> B");
  EXPECT_EQ(plain_text(blocks[4].block.content), "A cat.");
}

TEST(ReadInlines, FindsFormulas) {
  const Inlines runs = read_inlines("a \\( b \\) c \\[d\\] \\( e");
  ASSERT_EQ(runs.size(), 5u);
  EXPECT_EQ(runs[1].text, "b");
  EXPECT_EQ(runs[3].kind, InlineKind::kMath);
  EXPECT_EQ(runs[4].text, " \\( e");
  EXPECT_TRUE(read_inlines("").empty());
  EXPECT_EQ(unfold_lines("one\ntwo\n\n 三\n四"), "one two三四");
}

}  // namespace
}  // namespace octavo::document::protocol
