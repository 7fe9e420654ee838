#include "document/recognize/table/table_input.h"

#include <gtest/gtest.h>

#include <limits>

#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

TEST(UprightFrame, TurnsBackWhatWasTurned) {
  for (const int angle : {0, 90, 180, 270})
    for (const float scale : {1.0f, 2.5f}) {
      const UprightFrame frame{{100, 200, 160, 500}, angle, scale};
      const PointBox box{110, 210, 130, 250};
      const PointBox back = frame.to_page(frame.to_upright(box));
      EXPECT_NEAR(back.x0, box.x0, 1e-3f);
      EXPECT_NEAR(back.y0, box.y0, 1e-3f);
      EXPECT_NEAR(back.x1, box.x1, 1e-3f);
      EXPECT_NEAR(back.y1, box.y1, 1e-3f);
    }
}

TEST(UprightFrame, TextRunningDownwardsBeginsAtTheTop) {
  // Turned clockwise by 90 degrees: the first line is at the right, its first word at the top.
  const UprightFrame frame{{0, 0, 100, 200}, 90};
  const PointBox first = frame.to_upright({80, 10, 90, 50});
  EXPECT_EQ(first, (PointBox{10, 10, 50, 20}));
  EXPECT_FLOAT_EQ(frame.width(), 200);
}

TEST(TableInput, BringsTextToOneSize) {
  Sketch sketch({"a b c"});
  for (Word& word : sketch.lines[0].words) word.size = 3;
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  EXPECT_FLOAT_EQ(input.em, 10);
  EXPECT_FLOAT_EQ(input.frame.scale, 10.0f / 3);
  EXPECT_FLOAT_EQ(input.width, sketch.region.box.width() * 10 / 3);
}

TEST(TableInput, LeavesOutWhatCannotBePlaced) {
  Sketch sketch({"a b c"});
  auto& words = sketch.lines[0].words;
  words[0].box.x1 = std::numeric_limits<float>::quiet_NaN();
  words[1].text.clear();
  words[2].size = -std::numeric_limits<float>::infinity();
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  ASSERT_EQ(input.words.size(), 1u);
  EXPECT_EQ(input.words[0].word.text, "c");
  EXPECT_GT(input.words[0].size, 0);
}

TEST(TableInput, SlantedWordsStandWhereTheyBegin) {
  Sketch sketch({"Topic     Slanted"});
  Word& word = sketch.lines[0].words[1];
  word.box = {100, 40, 150, 92};
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  const PointBox& box = input.words[1].word.box;
  EXPECT_NEAR(box.width(), 10, 0.01f);
  EXPECT_NEAR(box.y1, input.words[0].word.box.y1, 1.5f);
}

TEST(TableInput, FillingsDrawnInPiecesAreOne) {
  Sketch sketch({"a b c", "d e f"});
  const PointBox r = sketch.region.box;
  const auto fill = [&](float x0, float y0, float x1, float y1, uint32_t color) {
    sketch.page.content.shapes.push_back(
        {.box = {r.x0 + x0, r.y0 + y0, r.x0 + x1, r.y0 + y1}, .filled = true, .fill_color = color});
  };
  fill(0, 0, 10, 8, 0xDDDDDD);
  fill(10, 0, 20, 8, 0xDDDDDD);
  fill(0, 8, 20, 16, 0xDDDDDD);
  fill(0, 16, 20, 24, 0xFFFFFF);  // paper
  fill(0, 24, 20, 25, 0x000000);  // a rule
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  ASSERT_EQ(input.fills.size(), 1u);
  EXPECT_EQ(input.rules.size(), 1u);
  EXPECT_NEAR(input.fills[0].box.height(), 16 * input.frame.scale, 0.01f);
}

}  // namespace
}  // namespace octavo::document
