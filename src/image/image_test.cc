#include "image/image.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(Image, PartSharesTheMemoryAndIsClipped) {
  Image image(4, 3, 3);
  image.pixel(2, 1)[1] = 7;
  const ImageView view = image;
  const ImageView part = view.part({2, 1, 9, 9});
  EXPECT_EQ(part.width, 2);
  EXPECT_EQ(part.height, 2);
  EXPECT_EQ(part.pixel(0, 0)[1], 7);
  EXPECT_EQ(part.part({-5, -5, 1, 1}).pixel(0, 0)[1], 7);
  EXPECT_TRUE(view.part({4, 0, 9, 9}).empty());
  EXPECT_TRUE(view.part({2, 2, 2, 2}).empty());
}

TEST(Image, CopyIsItsOwnAndWithoutPadding) {
  Image image(4, 3, 1, 9);
  *image.pixel(1, 1) = 3;
  const Image copy = Image::copy(ImageView(image).part({1, 1, 3, 3}));
  *image.pixel(1, 1) = 4;
  EXPECT_EQ(copy.bytes().size(), 4U);
  EXPECT_EQ(*copy.pixel(0, 0), 3);
  EXPECT_EQ(*copy.pixel(1, 1), 9);
  EXPECT_TRUE(Image::copy(ImageView{}).empty());
}

}  // namespace
}  // namespace octavo
