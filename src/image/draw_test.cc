#include "image/draw.h"

#include <gtest/gtest.h>

#include <climits>

namespace octavo {
namespace {

TEST(FillBox, BlendsAndClips) {
  Image image(4, 4, 3);
  fill_box(image, {2, 2, 9, 9}, Color{255, 0, 0}, 0.5F);
  EXPECT_EQ(image.pixel(3, 3)[0], 255);
  EXPECT_EQ(image.pixel(3, 3)[1], 128);  // half of 255, rounded
  EXPECT_EQ(image.pixel(1, 3)[1], 255);
  fill_box(image, {-100, -100, 1, 1}, Color{1, 2, 3});
  EXPECT_EQ(image.pixel(0, 0)[2], 3);
  fill_box(image, {3, 3, 3, 9}, Color{}, 1);  // empty
  fill_box(image, {INT_MIN, INT_MIN, INT_MIN + 1, INT_MAX}, Color{}, 1);
  fill_box(image, image.bounds(), Color{}, 0);
  EXPECT_EQ(image.pixel(0, 0)[2], 3);
}

TEST(FillBox, GrayTakesTheLuma) {
  Image image(1, 1, 1);
  fill_box(image, {0, 0, 1, 1}, Color{255, 0, 0});
  EXPECT_EQ(*image.pixel(0, 0), 76);
}

TEST(OutlineBox, IsInsideTheBoxAndDrawnOnce) {
  Image image(10, 10, 1);
  outline_box(image, {1, 1, 9, 9}, Color{0, 0, 0}, 2, 0.5F);
  int drawn = 0;
  for (const uint8_t sample : image.bytes()) {
    ASSERT_TRUE(sample == 255 || sample == 128);  // corners are not blended twice
    drawn += sample == 128;
  }
  EXPECT_EQ(drawn, 8 * 8 - 4 * 4);
  EXPECT_EQ(*image.pixel(0, 0), 255);
  EXPECT_EQ(*image.pixel(1, 1), 128);
  EXPECT_EQ(*image.pixel(3, 3), 255);
}

TEST(OutlineBox, ThinBoxIsFilled) {
  Image image(10, 10, 1);
  outline_box(image, {2, 2, 8, 5}, Color{}, 2);
  EXPECT_EQ(*image.pixel(4, 3), 0);
}

TEST(Label, HasItsSizeAndLetters) {
  EXPECT_EQ(label_size("").width, 2);
  EXPECT_EQ(label_size("1").width, 7);
  EXPECT_EQ(label_size("12", 3).width, 3 * 13);
  EXPECT_EQ(label_size("12", 3).height, 3 * 9);
  Image image(20, 20, 1);
  draw_label(image, 2, 3, "1", Color{255, 255, 255}, Color{0, 0, 0}, 2);
  // Glyph rows of '1' start at (2 + 2, 3 + 2); row 0 is the third of five columns.
  EXPECT_EQ(*image.pixel(2, 3), 0);
  EXPECT_EQ(*image.pixel(4 + 4, 5), 255);
  EXPECT_EQ(*image.pixel(4 + 5, 6), 255);
  EXPECT_EQ(*image.pixel(4 + 3, 5), 0);
  EXPECT_EQ(*image.pixel(2 + 14, 3), 255);  // right of the label
}

TEST(Label, OtherBytesAreQuestionMarks) {
  Image expected(80, 20, 1), actual(80, 20, 1);
  draw_label(expected, 0, 0, "a???b", Color{}, Color{255, 255, 255});
  draw_label(actual, 0, 0,
             "a\n\xC3\xA9"
             "b",
             Color{}, Color{255, 255, 255});
  EXPECT_TRUE(std::equal(actual.bytes().begin(), actual.bytes().end(), expected.bytes().begin()));
}

}  // namespace
}  // namespace octavo
