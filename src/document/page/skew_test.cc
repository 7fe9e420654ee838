#include "document/page/skew.h"

#include <gtest/gtest.h>

#include <vector>

namespace octavo::document {
namespace {

PointQuad upright(float x0, float y0, float x1, float y1) {
  return {{x0, x1, x1, x0}, {y0, y0, y1, y1}};
}

std::vector<PointQuad> page_of_lines(float degrees, int count) {
  std::vector<PointQuad> quads;
  for (int i = 0; i < count; ++i) {
    const auto y = static_cast<float>(100 + 20 * i);
    quads.push_back(turn_quad(upright(50, y, 450, y + 12), degrees, 300, 400));
  }
  return quads;
}

TEST(Skew, IsTheSlopeOfTheLines) {
  for (const float degrees : {-6.0F, -0.5F, 0.6F, 3.0F, 12.0F})
    EXPECT_NEAR(skew_of(page_of_lines(degrees, 8)), degrees, 0.01F);
}

TEST(Skew, TooLittleOrTooMuchIsNone) {
  EXPECT_EQ(skew_of(page_of_lines(0, 8)), 0);
  EXPECT_EQ(skew_of(page_of_lines(0.2F, 8)), 0);
  EXPECT_EQ(skew_of(page_of_lines(30, 8)), 0);
  EXPECT_EQ(skew_of(page_of_lines(3, 2)), 0);
  EXPECT_EQ(skew_of({}), 0);
}

TEST(Skew, ShortLinesDoNotCount) {
  std::vector<PointQuad> words;
  for (int i = 0; i < 20; ++i)
    words.push_back(turn_quad(
        upright(50, 20.0F * static_cast<float>(i), 80, 20.0F * static_cast<float>(i) + 12), 5, 0,
        0));
  EXPECT_EQ(skew_of(words), 0);
}

TEST(Skew, AFewOthersDoNotMatterManyDo) {
  auto quads = page_of_lines(2, 8);
  for (const PointQuad& other : page_of_lines(-9, 2)) quads.push_back(other);
  EXPECT_NEAR(skew_of(quads), 2, 0.01F);
  for (const PointQuad& other : page_of_lines(-9, 6)) quads.push_back(other);
  EXPECT_EQ(skew_of(quads), 0);
}

TEST(Skew, TurningQuadIsClockwise) {
  const PointQuad quad = turn_quad(upright(10, 0, 20, 5), 90, 0, 0);
  // (10, 0) lies to the right of the centre; a clockwise turn brings it below.
  EXPECT_NEAR(quad.x[0], 0, 1e-5F);
  EXPECT_NEAR(quad.y[0], 10, 1e-5F);
}

}  // namespace
}  // namespace octavo::document
