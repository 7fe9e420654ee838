#include "document/input/pdf/paths.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

using Kind = PathSegment::Kind;

struct Drawn {
  std::vector<Rule> rules;
  std::vector<Shape> shapes;
  bool complete = true;
};

Drawn draw(const std::vector<PathSegment>& path, const PathStyle& style,
           PointBox clip = {0, 0, 600, 800}, size_t most = 100) {
  Drawn drawn;
  drawn.complete = add_path(path, style, clip, {drawn.rules, drawn.shapes, most});
  return drawn;
}

std::vector<PathSegment> rectangle(float x0, float y0, float x1, float y1) {
  return {{{x0, y0}, Kind::kMove},
          {{x1, y0}, Kind::kLine},
          {{x1, y1}, Kind::kLine},
          {{x0, y1}, Kind::kLine},
          {{x0, y0}, Kind::kLine, true}};
}

constexpr PathStyle kFill{.filled = true, .fill_color = 0xFF0000};
constexpr PathStyle kStroke{.stroked = true, .stroke_color = 0x0000FF, .stroke_width = 1};

TEST(AddPath, AThinBarIsARule) {
  const Drawn drawn = draw(rectangle(10, 100, 210, 101), kFill);
  ASSERT_EQ(drawn.rules.size(), 1u);
  EXPECT_TRUE(drawn.rules[0].horizontal);
  EXPECT_EQ(drawn.rules[0].box, (PointBox{10, 100, 210, 101}));
  EXPECT_TRUE(drawn.shapes.empty());
  EXPECT_FALSE(draw(rectangle(100, 10, 101, 210), kFill).rules[0].horizontal);
}

TEST(AddPath, AThickBarAndABulletAreShapes) {
  const Drawn bar = draw(rectangle(10, 100, 210, 112), kFill);
  ASSERT_EQ(bar.shapes.size(), 1u);
  EXPECT_TRUE(bar.shapes[0].filled && !bar.shapes[0].curved);
  EXPECT_EQ(bar.shapes[0].fill_color, 0xFF0000u);
  EXPECT_TRUE(bar.rules.empty());
  EXPECT_EQ(draw(rectangle(10, 10, 12, 12), kFill).shapes.size(), 1u);
}

TEST(AddPath, AnOutlineGivesFourRules) {
  const Drawn drawn = draw(rectangle(10, 20, 110, 70), kStroke);
  ASSERT_EQ(drawn.rules.size(), 4u);
  EXPECT_EQ(drawn.rules[0].box, (PointBox{10, 19.5f, 110, 20.5f}));
  EXPECT_FALSE(drawn.rules[1].horizontal);
  EXPECT_TRUE(drawn.shapes.empty());
}

TEST(AddPath, AClosedOutlineDrawsItsLastSide) {
  const Drawn drawn = draw({{{10, 20}, Kind::kMove},
                            {{110, 20}, Kind::kLine},
                            {{110, 70}, Kind::kLine},
                            {{10, 70}, Kind::kLine, true}},
                           kStroke);
  EXPECT_EQ(drawn.rules.size(), 4u);
}

TEST(AddPath, AThickStrokeIsABarInItsOwnColour) {
  PathStyle thick = kStroke;
  thick.stroke_width = 20;
  const Drawn drawn = draw({{{10, 50}, Kind::kMove}, {{200, 50}, Kind::kLine}}, thick);
  ASSERT_EQ(drawn.shapes.size(), 1u);
  EXPECT_EQ(drawn.shapes[0].box, (PointBox{10, 40, 200, 60}));
  EXPECT_EQ(drawn.shapes[0].fill_color, 0x0000FFu);
}

TEST(AddPath, SlopesAndCurvesAreOneShape) {
  const Drawn line =
      draw({{{10, 10}, Kind::kMove}, {{60, 40}, Kind::kLine}, {{90, 20}, Kind::kLine}}, kStroke);
  ASSERT_EQ(line.shapes.size(), 1u);
  EXPECT_TRUE(line.shapes[0].stroked && line.shapes[0].curved);
  EXPECT_EQ(line.shapes[0].box, (PointBox{10, 10, 90, 40}));
  EXPECT_TRUE(line.rules.empty());
}

TEST(AddPath, ABoxWithRoundCornersKeepsItsLongSides) {
  const Drawn drawn = draw({{{15, 10}, Kind::kMove},
                            {{105, 10}, Kind::kLine},
                            {{110, 10}, Kind::kCurve},
                            {{110, 12}, Kind::kCurve},
                            {{110, 15}, Kind::kCurve},
                            {{110, 65}, Kind::kLine},
                            {{105, 70}, Kind::kCurve},
                            {{105, 70}, Kind::kCurve},
                            {{105, 70}, Kind::kCurve},
                            {{15, 70}, Kind::kLine}},
                           kStroke);
  EXPECT_EQ(drawn.shapes.size(), 1u);
  EXPECT_EQ(drawn.rules.size(), 3u);
}

TEST(AddPath, ClipsAndStopsAtTheLimit) {
  EXPECT_EQ(draw(rectangle(10, 100, 210, 101), kFill, {50, 0, 150, 800}).rules[0].box,
            (PointBox{50, 100, 150, 101}));
  EXPECT_TRUE(draw(rectangle(10, 100, 210, 101), kFill, {50, 200, 150, 800}).rules.empty());
  const Drawn full = draw(rectangle(10, 20, 110, 70), kStroke, {0, 0, 600, 800}, 3);
  EXPECT_EQ(full.rules.size(), 3u);
  EXPECT_FALSE(full.complete);
}

TEST(AddPath, AGridInOnePathGivesEveryBar) {
  std::vector<PathSegment> path = rectangle(10, 10, 200, 10.5f);
  for (const PathSegment& segment : rectangle(10, 30, 200, 30.5f)) path.push_back(segment);
  for (const PathSegment& segment : rectangle(10, 10, 10.5f, 30)) path.push_back(segment);
  EXPECT_EQ(draw(path, kFill).rules.size(), 3u);
}

}  // namespace
}  // namespace octavo::document
