#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "networks/text_detector.h"

namespace octavo {
namespace {

struct Map {
  int width, height;
  std::vector<float> values;

  Map(int w, int h)
      : width(w), height(h), values(static_cast<size_t>(w) * static_cast<size_t>(h)) {}

  // Sets the pixels whose centres lie in the rectangle length x thickness about (cx, cy), turned
  // clockwise by `degrees`.
  void paint(float cx, float cy, float length, float thickness, float degrees, float value) {
    const float a = degrees * std::numbers::pi_v<float> / 180;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const float dx = static_cast<float>(x) + 0.5F - cx, dy = static_cast<float>(y) + 0.5F - cy;
        const float along = dx * std::cos(a) + dy * std::sin(a);
        const float across = -dx * std::sin(a) + dy * std::cos(a);
        if (std::abs(along) <= length / 2 && std::abs(across) <= thickness / 2)
          values[static_cast<size_t>(y * width + x)] = value;
      }
  }
  std::vector<TextQuad> quads() const { return quads_of_map(values, width, height); }
};

// The growth of a core of this size: area x 1.6 / perimeter on each side.
float growth(float length, float thickness) {
  return 1.6F * length * thickness / (2 * (length + thickness));
}

TEST(MapQuads, UprightRectangleGrowsOnAllSides) {
  Map map(200, 60);
  map.paint(100, 30, 80, 10, 0, 0.9F);  // x 60..140, y 25..35
  const auto quads = map.quads();
  ASSERT_EQ(quads.size(), 1u);
  const float grow = growth(80, 10);
  EXPECT_NEAR(grow, 7.11F, 0.01F);
  const TextQuad& q = quads[0];
  EXPECT_NEAR(q.x[0], 60 - grow, 0.01F);
  EXPECT_NEAR(q.y[0], 25 - grow, 0.01F);
  EXPECT_NEAR(q.x[2], 140 + grow, 0.01F);
  EXPECT_NEAR(q.y[2], 35 + grow, 0.01F);
  EXPECT_NEAR(q.score, 0.9F, 1e-3F);
  EXPECT_NEAR(q.top_length(), 80 + 2 * grow, 0.01F);
  EXPECT_NEAR(q.side_length(), 10 + 2 * grow, 0.01F);
}

TEST(MapQuads, TurnedRectangleIsFoundAsItStands) {
  for (const float degrees : {-30.0F, -5.0F, 8.0F, 40.0F}) {
    Map map(260, 260);
    map.paint(130, 130, 150, 16, degrees, 0.8F);
    const auto quads = map.quads();
    ASSERT_EQ(quads.size(), 1u) << degrees;
    const TextQuad& q = quads[0];
    const float angle =
        std::atan2(q.y[1] - q.y[0], q.x[1] - q.x[0]) * 180 / std::numbers::pi_v<float>;
    EXPECT_NEAR(angle, degrees, 1.0F);
    EXPECT_NEAR((q.x[0] + q.x[2]) / 2, 130, 1.0F);
    EXPECT_NEAR((q.y[0] + q.y[2]) / 2, 130, 1.0F);
    EXPECT_NEAR(q.top_length(), 150 + 2 * growth(150, 16), 4.0F);
    EXPECT_NEAR(q.side_length(), 16 + 2 * growth(150, 16), 4.0F);
    // Clockwise: the way from corner 0 to 1 turns right into 1 to 2.
    const float turn =
        (q.x[1] - q.x[0]) * (q.y[2] - q.y[1]) - (q.y[1] - q.y[0]) * (q.x[2] - q.x[1]);
    EXPECT_GT(turn, 0);
  }
}

TEST(MapQuads, TallRectangleKeepsItsTopEdgeOnTop) {
  Map map(60, 200);
  map.paint(30, 100, 10, 90, 0, 0.9F);
  const auto quads = map.quads();
  ASSERT_EQ(quads.size(), 1u);
  EXPECT_LT(quads[0].top_length(), quads[0].side_length());
  EXPECT_NEAR(quads[0].y[0], quads[0].y[1], 0.01F);
  EXPECT_LT(quads[0].x[0], quads[0].x[1]);
  EXPECT_LT(quads[0].y[0], quads[0].y[3]);
}

TEST(MapQuads, PartsTouchingAtACornerAreOne) {
  Map apart(120, 60);
  apart.paint(40, 20, 40, 20, 0, 0.9F);  // x 20..60, y 10..30
  apart.paint(82, 40, 40, 20, 0, 0.9F);  // x 62..102, y 30..50
  EXPECT_EQ(apart.quads().size(), 2u);
  Map map(120, 60);
  map.paint(40, 20, 40, 20, 0, 0.9F);
  map.paint(80, 40, 40, 20, 0, 0.9F);  // shares the corner (60, 30)
  // One part, which fills too little of its rectangle to be a line.
  EXPECT_EQ(map.quads().size(), 0u);
}

TEST(MapQuads, LegsThatMeetFurtherDownAreOnePart) {
  Map map(120, 80);
  map.paint(35, 40, 30, 40, 0, 0.9F);  // two legs, x 20..50 and 54..84
  map.paint(69, 40, 30, 40, 0, 0.9F);
  EXPECT_EQ(map.quads().size(), 2u);
  map.paint(52, 58, 64, 4, 0, 0.9F);  // a bar at their feet, y 56..60
  EXPECT_EQ(map.quads().size(), 1u);
}

TEST(MapQuads, SpecksAndFaintPartsAreDropped) {
  Map map(100, 60);
  map.paint(20, 20, 2, 2, 0, 0.9F);     // a speck
  map.paint(60, 20, 40, 2, 0, 0.9F);    // a hair line
  map.paint(50, 45, 40, 10, 0, 0.35F);  // over the threshold, under the score
  EXPECT_TRUE(map.quads().empty());
  EXPECT_TRUE(Map(0, 0).quads().empty());
}

TEST(MapQuads, RunsToTheBorder) {
  Map map(64, 32);
  map.paint(32, 16, 64, 32, 0, 1.0F);
  const auto quads = map.quads();
  ASSERT_EQ(quads.size(), 1u);
  EXPECT_NEAR(quads[0].score, 1.0F, 1e-3F);
  EXPECT_LT(quads[0].x[0], 0);  // grown beyond the map; the detector clips
}

TEST(MapQuads, ChequerboardOfSpecksIsFast) {
  Map map(1024, 1024);
  for (size_t i = 0; i < map.values.size(); ++i)
    map.values[i] = (i / 4 + i / (1024 * 4)) % 2 == 0 ? 0.9F : 0.0F;
  EXPECT_LE(map.quads().size(), 1u);  // joined at corners into one, or specks: no more
}

}  // namespace
}  // namespace octavo
