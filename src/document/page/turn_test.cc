#include "document/page/turn.h"

#include <gtest/gtest.h>

#include "tests/support/page_builder.h"

namespace octavo::document {
namespace {

TEST(TurnBox, ClockwiseAndBack) {
  const PointBox box{10, 20, 40, 30};  // on a page of 100 x 200
  EXPECT_EQ(turn_box(box, 90, 100, 200), (PointBox{170, 10, 180, 40}));
  EXPECT_EQ(turn_box(box, 180, 100, 200), (PointBox{60, 170, 90, 180}));
  EXPECT_EQ(turn_box(box, 270, 100, 200), (PointBox{20, 60, 30, 90}));
  EXPECT_EQ(turn_box(box, 0, 100, 200), box);
  for (const int degrees : {0, 90, 180, 270})
    EXPECT_EQ(turn_box_back(turn_box(box, degrees, 100, 200), degrees, 100, 200), box) << degrees;
}

TEST(TurnContent, MakesTextUpright) {
  PageContent page = testing::empty_page(100, 200);
  testing::add_text(page, 30, 150, "up", {.angle = 270});
  page.rules.push_back({{40, 50, 41, 150}, false});
  const Glyph before = page.glyphs[0];
  turn_content(page, 90);
  EXPECT_EQ(page.width, 200);
  EXPECT_EQ(page.height, 100);
  EXPECT_EQ(page.glyphs[0].angle, 0);
  EXPECT_FLOAT_EQ(page.glyphs[0].origin_x, 50);
  EXPECT_FLOAT_EQ(page.glyphs[0].origin_y, 30);
  EXPECT_EQ(page.glyphs[0].box, turn_box(before.box, 90, 100, 200));
  EXPECT_TRUE(page.rules[0].horizontal);
}

}  // namespace
}  // namespace octavo::document
