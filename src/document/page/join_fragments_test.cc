#include "document/page/join_fragments.h"

#include <gtest/gtest.h>

#include "document/page/skew.h"
#include "tests/support/cpu_timer.h"

namespace octavo::document {
namespace {

PointQuad box(float x0, float y0, float x1, float y1) {
  return {{x0, x1, x1, x0}, {y0, y0, y1, y1}};
}

TEST(JoinFragments, NearlyTouchingPiecesOfOneHeightAreOneLine) {
  const auto lines =
      join_fragments({box(101, 10, 180, 22), box(20, 10, 100, 22), box(178, 11, 240, 22)});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].x[0], 20);
  EXPECT_EQ(lines[0].x[1], 240);
  EXPECT_EQ(lines[0].y[1], 11);  // the right end keeps its own height
}

TEST(JoinFragments, OthersStayApart) {
  EXPECT_EQ(join_fragments({box(20, 10, 100, 22), box(104, 10, 180, 22)}).size(), 2u);  // a gap
  EXPECT_EQ(join_fragments({box(20, 10, 100, 22), box(100, 4, 180, 28)}).size(), 2u);   // heights
  EXPECT_EQ(join_fragments({box(20, 10, 100, 22), box(100, 16, 180, 28)}).size(), 2u);  // lines
  EXPECT_EQ(join_fragments({box(20, 10, 32, 100), box(32, 10, 44, 100)}).size(), 2u);   // columns
  EXPECT_EQ(join_fragments({box(20, 10, 100, 22), box(60, 10, 180, 22)}).size(), 2u);   // doubled
  EXPECT_TRUE(join_fragments({}).empty());
}

TEST(JoinFragments, SlopingPiecesMeetAtTheirEnds) {
  std::vector<PointQuad> pieces;
  for (int i = 0; i < 5; ++i)
    pieces.push_back(turn_quad(
        box(20 + 80.0F * static_cast<float>(i), 100, 100 + 80.0F * static_cast<float>(i), 112), 4,
        200, 100));
  EXPECT_EQ(join_fragments(pieces).size(), 1u);
}

TEST(JoinFragments, OrderIsByTopThenLeft) {
  const auto lines =
      join_fragments({box(20, 50, 90, 62), box(200, 10, 290, 22), box(20, 10, 90, 22)});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].x[0], 20);
  EXPECT_EQ(lines[0].y[0], 10);
  EXPECT_EQ(lines[1].x[0], 200);
  EXPECT_EQ(lines[2].y[0], 50);
}

TEST(JoinFragments, ManyPiecesAreFast) {
  std::vector<PointQuad> pieces;
  for (int row = 0; row < 100; ++row)
    for (int column = 0; column < 50; ++column)
      pieces.push_back(box(12.0F * static_cast<float>(column), 8.0F * static_cast<float>(row),
                           12.0F * static_cast<float>(column) + 9,
                           8.0F * static_cast<float>(row) + 6));
  const CpuTimer timer;
  EXPECT_EQ(join_fragments(pieces).size(), 5000u);
  EXPECT_LT(timer.seconds(), 2);
}

}  // namespace
}  // namespace octavo::document
