#include "pipeline/turn_back.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

// Turns a box clockwise with the page, as a reader would turn the sheet; width x height before the
// turn.
PointBox turn_forward(PointBox box, int turn, float& width, float& height) {
  for (; turn > 0; turn -= 90) {
    box = {height - box.y1, box.x0, height - box.y0, box.x1};
    std::swap(width, height);
  }
  return box;
}

TEST(TurnBack, UndoesEveryTurn) {
  const PointBox displayed{10, 20, 50, 35};
  for (const int turn : {0, 90, 180, 270}) {
    float width = 600, height = 800;
    const PointBox turned = turn_forward(displayed, turn, width, height);
    EXPECT_EQ(turn_box_back(turned, turn, width, height), displayed) << turn;
  }
}

TEST(TurnBack, KnownCorner) {
  // A sheet 600 x 800 turned clockwise by 90 is 800 wide; its old top-left corner is now top-right.
  EXPECT_EQ(turn_box_back({790, 0, 800, 5}, 90, 800, 600), (PointBox{0, 0, 5, 10}));
}

TEST(TurnBack, ReachesEveryBoxOfABlock) {
  std::vector<document::PageBlock> blocks(1);
  Block& block = blocks[0].block;
  const PageBox box{0, {0, 0, 10, 10}};
  block.boxes = {box};
  block.lines.push_back({box, {}, 1});
  block.items.push_back({"", 0, {}, {box}});
  block.table.cells.push_back({.box = box});
  block.captions.push_back({{}, box});
  block.footnotes.push_back({{}, box});
  turn_blocks_back(blocks, 180, 100, 200);
  const PointBox expected{90, 190, 100, 200};
  EXPECT_EQ(block.boxes[0].box, expected);
  EXPECT_EQ(block.lines[0].box.box, expected);
  EXPECT_EQ(block.items[0].boxes[0].box, expected);
  EXPECT_EQ(block.table.cells[0].box.box, expected);
  EXPECT_EQ(block.captions[0].box.box, expected);
  EXPECT_EQ(block.footnotes[0].box.box, expected);
  EXPECT_EQ(block.angle, 180);
}

}  // namespace
}  // namespace octavo
