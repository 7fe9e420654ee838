#include "image/rotate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace octavo {
namespace {

// "abc/def": one letter a pixel, rows separated by '/'.
Image picture(const std::string& rows, int channels = 1) {
  const int width =
      static_cast<int>(rows.find('/') == std::string::npos ? rows.size() : rows.find('/'));
  const int height = static_cast<int>((rows.size() + 1) / (static_cast<size_t>(width) + 1));
  Image image(width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        image.pixel(x, y)[c] =
            static_cast<uint8_t>(rows[static_cast<size_t>(y * (width + 1) + x)] + c);
  return image;
}

std::string letters(const Image& image) {
  std::string text;
  for (int y = 0; y < image.height(); ++y) {
    if (y > 0) text += '/';
    for (int x = 0; x < image.width(); ++x) text += static_cast<char>(*image.pixel(x, y));
  }
  return text;
}

TEST(Turn, ByRightAngles) {
  const Image source = picture("abc/def");
  EXPECT_EQ(letters(turn(source, 0)), "abc/def");
  EXPECT_EQ(letters(turn(source, 90)), "da/eb/fc");
  EXPECT_EQ(letters(turn(source, 180)), "fed/cba");
  EXPECT_EQ(letters(turn(source, 270)), "cf/be/ad");
}

TEST(Turn, FourTimesIsTheSameInColourAndBeyondOneTile) {
  Image source(70, 45, 3);
  for (size_t i = 0; i < source.bytes().size(); ++i)
    source.bytes()[i] = static_cast<uint8_t>(i * 7);
  Image image = Image::copy(source);
  for (int i = 0; i < 4; ++i) image = turn(image, 90);
  EXPECT_TRUE(std::equal(image.bytes().begin(), image.bytes().end(), source.bytes().begin()));
  EXPECT_EQ(turn(source, 90).pixel(44, 0)[1], source.pixel(0, 0)[1]);
}

// The upright picture is "abc/def"; what a camera stores for each EXIF orientation is written out.
TEST(ApplyOrientation, MakesAllEightUpright) {
  const std::string stored[] = {"abc/def",  "cba/fed",  "fed/cba",  "def/abc",
                                "ad/be/cf", "cf/be/ad", "fc/eb/da", "da/eb/fc"};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Image upright = apply_orientation(picture(stored[orientation - 1]), orientation);
    EXPECT_EQ(letters(upright), "abc/def") << orientation;
    EXPECT_EQ(orientation_swaps_sides(orientation), orientation >= 5);
  }
  EXPECT_EQ(letters(apply_orientation(picture("abc/def"), 0)), "abc/def");
  EXPECT_EQ(letters(apply_orientation(picture("abc/def"), 9)), "abc/def");
}

TEST(Rotate, ByNothingIsTheSame) {
  const Image source = picture("abc/def/ghi", 3);
  const Image same = rotate(source, 0);
  EXPECT_TRUE(std::equal(same.bytes().begin(), same.bytes().end(), source.bytes().begin()));
  const Image nan = rotate(source, std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(std::equal(nan.bytes().begin(), nan.bytes().end(), source.bytes().begin()));
}

TEST(Rotate, IsClockwiseAndFillsWithWhite) {
  // A black dot right of the centre goes down when turned clockwise.
  Image source(101, 101, 1);
  for (int y = 49; y <= 51; ++y)
    for (int x = 89; x <= 91; ++x) *source.pixel(x, y) = 0;
  const Image turned = rotate(source, 30);
  const int x = static_cast<int>(std::lround(50 + 40 * std::cos(M_PI / 6)));
  const int y = static_cast<int>(std::lround(50 + 40 * std::sin(M_PI / 6)));
  EXPECT_LT(*turned.pixel(x, y), 10);
  EXPECT_EQ(*turned.pixel(x, 100 - y), 255);
  const Image black(20, 20, 1, 0);
  EXPECT_EQ(*rotate(black, 45).pixel(0, 0), 255);
  EXPECT_EQ(*rotate(black, 45).pixel(10, 10), 0);
}

TEST(WarpQuad, WholeImageIsACopy) {
  const Image source = picture("abcd/efgh/ijkl", 3);
  const Image same = warp_quad(source, {{{0, 0}, {4, 0}, {4, 3}, {0, 3}}}, 4, 3);
  EXPECT_TRUE(std::equal(same.bytes().begin(), same.bytes().end(), source.bytes().begin()));
}

TEST(WarpQuad, TurnsWithTheCorners) {
  const Image source = picture("abc/def");
  // Content whose top left is the image's bottom left: it was turned by 270 degrees.
  EXPECT_EQ(letters(warp_quad(source, {{{0, 2}, {0, 0}, {3, 0}, {3, 2}}}, 2, 3)), "da/eb/fc");
  EXPECT_EQ(letters(warp_quad(source, {{{1, 0}, {3, 0}, {3, 2}, {1, 2}}}, 2, 2)), "bc/ef");
}

TEST(WarpQuad, PerspectiveMapsTheDiagonalsCrossingToTheMiddle) {
  // Symmetric trapezium: the diagonals cross at y = 80/3; that point is the middle of the upright
  // view.
  Image source(100, 80, 1, 0);
  for (int x = 0; x < 100; ++x)
    for (int y = 0; y < 80; ++y) *source.pixel(x, y) = static_cast<uint8_t>(y);
  const Image upright = warp_quad(source, {{{30, 0}, {70, 0}, {90, 80}, {10, 80}}}, 41, 41);
  EXPECT_NEAR(*upright.pixel(20, 20), 80.0 / 3 - 0.5, 1);
}

TEST(WarpQuad, OutsideRepeatsTheEdgeAndNonsenseIsWhite) {
  const Image source = picture("ab/cd");
  EXPECT_EQ(letters(warp_quad(source, {{{-2, 0}, {2, 0}, {2, 2}, {-2, 2}}}, 4, 2)), "aaab/cccd");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(*warp_quad(source, {{{nan, 0}, {2, 0}, {2, 2}, {0, 2}}}, 1, 1).pixel(0, 0), 255);
  EXPECT_EQ(*warp_quad(source, {{{0, 0}, {1, 0}, {2, 0}, {3, 0}}}, 1, 1).pixel(0, 0), 255);
  EXPECT_EQ(*warp_quad(source, {{{0, 0}, {1e9F, 0}, {2, 2}, {0, 2}}}, 1, 1).pixel(0, 0), 255);
}

}  // namespace
}  // namespace octavo
