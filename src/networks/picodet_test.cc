#include "networks/picodet.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

// One grid, empty but for what a test puts into it.
struct TestGrid {
  int stride;
  std::vector<float> scores, distances;

  explicit TestGrid(int s)
      : stride(s),
        scores(grid_cells(s) * kLayoutClasses),
        distances(grid_cells(s) * 4 * kDistanceBins) {}

  void put(size_t column, size_t row, LayoutClass kind, float score, std::array<int, 4> bins) {
    const size_t columns =
        (kLayoutInputWidth + static_cast<size_t>(stride) - 1) / static_cast<size_t>(stride);
    const size_t cell = row * columns + column;
    scores[cell * kLayoutClasses + static_cast<size_t>(kind)] = score;
    for (size_t side = 0; side < 4; ++side)
      distances[(cell * 4 + side) * kDistanceBins + static_cast<size_t>(bins[side])] =
          100;  // certain
  }
  LayoutGrid view() const { return {stride, scores, distances}; }
};

TEST(Picodet, GridSizesAreThoseOfTheNetwork) {
  EXPECT_EQ(grid_cells(8), 7600u);
  EXPECT_EQ(grid_cells(16), 1900u);
  EXPECT_EQ(grid_cells(32), 475u);
  EXPECT_EQ(grid_cells(64), 130u);
}

TEST(Picodet, BoxIsCellCentreAndDistances) {
  TestGrid grid(32);
  grid.put(3, 5, LayoutClass::kTable, 0.8F, {2, 1, 7, 3});
  const LayoutGrid view = grid.view();
  const auto boxes = decode_layout({&view, 1}, 0.4F);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0].kind, LayoutClass::kTable);
  EXPECT_FLOAT_EQ(boxes[0].score, 0.8F);
  // Centre (3.5 * 32, 5.5 * 32) = (112, 176); 2, 1, 7, 3 strides to the sides.
  EXPECT_NEAR(boxes[0].box.x0, (112.0F - 64) / 608, 1e-5F);
  EXPECT_NEAR(boxes[0].box.y0, (176.0F - 32) / 800, 1e-5F);
  EXPECT_NEAR(boxes[0].box.x1, (112.0F + 224) / 608, 1e-5F);
  EXPECT_NEAR(boxes[0].box.y1, (176.0F + 96) / 800, 1e-5F);
}

TEST(Picodet, UncertainDistanceIsTheMean) {
  TestGrid grid(64);
  grid.put(4, 4, LayoutClass::kText, 0.9F, {1, 1, 1, 1});
  // Equal weights of bins 1 and 4 on the right side: 2.5 strides.
  const size_t cell = 4 * 10 + 4;
  grid.distances[(cell * 4 + 2) * kDistanceBins + 4] = 100;
  const LayoutGrid view = grid.view();
  const auto boxes = decode_layout({&view, 1}, 0.4F);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_NEAR(boxes[0].box.x1, (288.0F + 160) / 608, 1e-5F);
}

TEST(Picodet, DoublesOfAClassGoOtherClassesStay) {
  TestGrid grid(32);
  grid.put(5, 5, LayoutClass::kText, 0.7F, {3, 3, 3, 3});
  grid.put(6, 5, LayoutClass::kText, 0.9F, {3, 3, 3, 3});   // overlaps by 5/7
  grid.put(12, 5, LayoutClass::kText, 0.6F, {3, 3, 3, 3});  // apart
  grid.scores[(5 * 19 + 6) * kLayoutClasses + static_cast<size_t>(LayoutClass::kTitle)] = 0.5F;
  const LayoutGrid view = grid.view();
  const auto boxes = decode_layout({&view, 1}, 0.4F);
  ASSERT_EQ(boxes.size(), 3u);
  EXPECT_FLOAT_EQ(boxes[0].score, 0.9F);
  EXPECT_FLOAT_EQ(boxes[1].score, 0.6F);
  EXPECT_EQ(boxes[2].kind, LayoutClass::kTitle);
  EXPECT_EQ(decode_layout({&view, 1}, 0.65F).size(), 1u);
}

TEST(Picodet, GridOfTheWrongSizeIsPassedOver) {
  TestGrid grid(32);
  grid.put(5, 5, LayoutClass::kText, 0.7F, {3, 3, 3, 3});
  grid.scores.pop_back();
  const LayoutGrid view = grid.view();
  EXPECT_TRUE(decode_layout({&view, 1}, 0.4F).empty());
}

TEST(Picodet, BoxesAreClippedToThePage) {
  TestGrid grid(64);
  grid.put(0, 0, LayoutClass::kFigure, 0.9F, {7, 7, 2, 2});
  const LayoutGrid view = grid.view();
  const auto boxes = decode_layout({&view, 1}, 0.4F);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0].box.x0, 0);
  EXPECT_EQ(boxes[0].box.y0, 0);
}

}  // namespace
}  // namespace octavo
