#include "image/convert.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(Convert, GrayIsPillowsLuma) {
  // Image.new("RGB", (1, 1), color).convert("L") of Pillow.
  struct Row {
    uint8_t red, green, blue, gray;
  };
  for (const Row& row : {Row{255, 255, 255, 255}, Row{0, 0, 0, 0}, Row{255, 0, 0, 76},
                         Row{0, 255, 0, 150}, Row{0, 0, 255, 29}, Row{12, 200, 77, 130}}) {
    Image one(1, 1, 3);
    one.pixel(0, 0)[0] = row.red;
    one.pixel(0, 0)[1] = row.green;
    one.pixel(0, 0)[2] = row.blue;
    EXPECT_EQ(*to_gray(one).pixel(0, 0), row.gray);
  }
}

TEST(Convert, RgbRepeatsGray) {
  Image one(2, 1, 1);
  *one.pixel(1, 0) = 7;
  const Image colour = to_rgb(one);
  ASSERT_EQ(colour.channels(), 3);
  EXPECT_EQ(colour.pixel(0, 0)[2], 255);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(colour.pixel(1, 0)[c], 7);
}

TEST(Convert, SameChannelsAreCopied) {
  Image one(1, 1, 3, 9);
  EXPECT_EQ(to_rgb(one).pixel(0, 0)[1], 9);
  Image gray(1, 1, 1, 9);
  EXPECT_EQ(*to_gray(gray).pixel(0, 0), 9);
}

TEST(Convert, InvertTwiceIsTheSame) {
  Image one(1, 1, 1, 30);
  invert(one);
  EXPECT_EQ(*one.pixel(0, 0), 225);
  invert(one);
  EXPECT_EQ(*one.pixel(0, 0), 30);
}

}  // namespace
}  // namespace octavo
