#include "document/input/pdf/page_space.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

// A box of 200 x 100 at (10, 20) in user space; the point (60, 100) is 50 from the left, 20 from
// the top.
constexpr FsRect kVisible{10, 120, 210, 20};

TEST(PageSpace, MovesTheOriginToTheTopLeftOfTheVisibleBox) {
  const PageSpace space(kVisible, 0);
  EXPECT_EQ(space.width, 200);
  EXPECT_EQ(space.height, 100);
  const Point p = transform(space.to_display, {60, 100});
  EXPECT_FLOAT_EQ(p.x, 50);
  EXPECT_FLOAT_EQ(p.y, 20);
}

TEST(PageSpace, TurnsClockwise) {
  // Clockwise by 90: what was 20 from the top is 20 from the right.
  const PageSpace quarter(kVisible, 1);
  EXPECT_EQ(quarter.width, 100);
  EXPECT_EQ(quarter.height, 200);
  Point p = transform(quarter.to_display, {60, 100});
  EXPECT_FLOAT_EQ(p.x, 80);
  EXPECT_FLOAT_EQ(p.y, 50);

  p = transform(PageSpace(kVisible, 2).to_display, {60, 100});
  EXPECT_FLOAT_EQ(p.x, 150);
  EXPECT_FLOAT_EQ(p.y, 80);

  p = transform(PageSpace(kVisible, 3).to_display, {60, 100});
  EXPECT_FLOAT_EQ(p.x, 20);
  EXPECT_FLOAT_EQ(p.y, 150);
}

TEST(PageSpace, ConcatAppliesTheFirstMatrixFirst) {
  const FsMatrix twice{2, 0, 0, 2, 0, 0}, shift{1, 0, 0, 1, 5, 7};
  const Point p = transform(concat(twice, shift), {1, 1});
  EXPECT_FLOAT_EQ(p.x, 7);
  EXPECT_FLOAT_EQ(p.y, 9);
}

TEST(PageSpace, InverseGoesBack) {
  const FsMatrix matrix{2, 1, -1, 3, 5, 7};
  const Point p = transform(inverse(matrix), transform(matrix, {4, -2}));
  EXPECT_NEAR(p.x, 4, 1e-5);
  EXPECT_NEAR(p.y, -2, 1e-5);
  EXPECT_FLOAT_EQ(inverse({0, 0, 0, 0, 1, 1}).a, 1);
}

TEST(PageSpace, TransformBoxSortsTheCorners) {
  const FsMatrix flip{-1, 0, 0, -1, 10, 10};
  EXPECT_EQ(transform_box(flip, {1, 2}, {3, 5}), (PointBox{7, 5, 9, 8}));
  EXPECT_FLOAT_EQ(scale_of({0, 3, -3, 0, 1, 1}), 3);
}

}  // namespace
}  // namespace octavo::document
