#include "document/page/rules/pixel_rules.h"

#include <gtest/gtest.h>

#include <cmath>

namespace octavo::document {
namespace {

void fill(Image& image, const PixelBox& box, uint8_t value) {
  for (int y = box.y0; y < box.y1; ++y)
    for (int x = box.x0; x < box.x1; ++x)
      for (int c = 0; c < image.channels(); ++c) image.pixel(x, y)[c] = value;
}

TEST(PixelRules, FindsThinAndPaleLines) {
  Image image(300, 200, 3);
  fill(image, {20, 50, 280, 51}, 0);      // one pixel, black
  fill(image, {20, 100, 280, 103}, 225);  // three pixels, pale
  fill(image, {150, 20, 152, 180}, 90);   // upright
  const PixelRules found = find_pixel_rules(image);
  ASSERT_EQ(found.rules.size(), 3u);
  // Ends may be off by what smoothing takes in.
  EXPECT_NEAR(found.rules[0].box.x0, 20, 3);
  EXPECT_NEAR(found.rules[0].box.x1, 280, 3);
  EXPECT_EQ(found.rules[0].box.y0, 50);
  EXPECT_EQ(found.rules[0].box.y1, 51);
  EXPECT_EQ(found.rules[1].box.y0, 100);
  EXPECT_EQ(found.rules[1].box.y1, 103);
  EXPECT_FLOAT_EQ(found.rules[1].thickness, 3);
  EXPECT_FALSE(found.rules[2].horizontal);
  EXPECT_EQ(found.rules[2].box.x0, 150);
  EXPECT_EQ(found.rules[2].box.x1, 152);
  EXPECT_FLOAT_EQ(found.skew, 0);
}

TEST(PixelRules, LinesAskewAreWholeAndTellTheSkew) {
  Image image(600, 400, 1);
  // Two lines that fall one pixel in 100, and one upright that leans to the left as much.
  for (int x = 50; x < 550; ++x)
    for (const int y : {60, 200}) {
      const int drift = x / 100;
      fill(image, {x, y + drift, x + 1, y + drift + 2}, 20);
    }
  for (int y = 40; y < 300; ++y) fill(image, {300 - y / 100, y, 302 - y / 100, y + 1}, 20);
  const PixelRules found = find_pixel_rules(image);
  ASSERT_EQ(found.rules.size(), 3u);
  EXPECT_NEAR(found.rules[0].box.x0, 50, 3);
  EXPECT_NEAR(found.rules[0].box.x1, 550, 3);
  EXPECT_LT(found.rules[0].from, found.rules[0].to - 3);
  EXPECT_NEAR(found.skew, 0.01f, 0.003f);
}

TEST(PixelRules, LettersAndBarsAreNoRules) {
  Image image(400, 200, 1);
  // A row of letters like T and E: bars that nearly touch, with stems below.
  for (int i = 0; i < 12; ++i) {
    const int x = 20 + i * 14;
    fill(image, {x, 40, x + 12, 43}, 0);
    fill(image, {x + 3, 43, x + 9, 60}, 0);
  }
  fill(image, {20, 100, 380, 130}, 120);  // a filled band
  fill(image, {20, 160, 45, 162}, 0);     // a dash
  EXPECT_TRUE(find_pixel_rules(image).rules.empty());
}

TEST(PixelRules, PaleDottedLinesAreFound) {
  Image image(300, 60, 3);
  for (int x = 10; x < 290; x += 5)
    for (int dot = x; dot < x + 3; ++dot) {
      image.pixel(dot, 30)[1] = 200;  // pink
      image.pixel(dot, 30)[2] = 225;
    }
  const PixelRules found = find_pixel_rules(image);
  ASSERT_EQ(found.rules.size(), 1u);
  EXPECT_NEAR(found.rules[0].box.x0, 10, 4);
  EXPECT_NEAR(found.rules[0].box.x1, 288, 4);
}

TEST(PixelRules, GridOfATable) {
  Image image(301, 121, 3);
  for (const int y : {10, 40, 70, 100}) fill(image, {10, y, 291, y + 1}, 60);
  for (const int x : {10, 100, 200, 290}) fill(image, {x, 10, x + 1, 101}, 60);
  const PixelRules found = find_pixel_rules(image);
  EXPECT_EQ(found.rules.size(), 8u);
}

TEST(PixelRules, SmallAndEmptyImages) {
  EXPECT_TRUE(find_pixel_rules(ImageView{}).rules.empty());
  EXPECT_TRUE(find_pixel_rules(Image(1, 1, 3)).rules.empty());
  EXPECT_TRUE(find_pixel_rules(Image(5, 300, 1, 0)).rules.empty());
}

}  // namespace
}  // namespace octavo::document
