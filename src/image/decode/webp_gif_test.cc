#include <gtest/gtest.h>

#include "image/decode/testing.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;
using testing::make_gif;
using testing::make_webp;
using testing::pixel_text;

TEST(Webp, LossyAndLossless) {
  const Image picture = testing::sample_picture(80, 60, 3);
  EXPECT_EQ(testing::difference(decoded(make_webp(picture, true)).image, picture), 0);
  const Image lossy = decoded(make_webp(picture, false)).image;
  EXPECT_NEAR(lossy.pixel(8, 8)[0], picture.pixel(8, 8)[0], 8);
  EXPECT_NEAR(lossy.pixel(72, 8)[1], picture.pixel(72, 8)[1], 8);
}

TEST(Webp, AlphaOnWhite) {
  Image picture(16, 16, 3, 100);
  const std::vector<uint8_t> alpha(256, 51);
  EXPECT_EQ(pixel_text(decoded(make_webp(picture, true, &alpha)).image, 5, 5), "224,224,224");
  const Image lossy = decoded(make_webp(picture, false, &alpha)).image;
  EXPECT_NEAR(lossy.pixel(5, 5)[0], 224, 2);
}

TEST(Webp, WhiteOnTransparentIsLaidOnBlack) {
  Image picture(16, 16, 3, 250);
  std::vector<uint8_t> alpha(256, 0);
  alpha[17] = 255;  // (1, 1)
  Diagnostics diagnostics;
  const Image image = decoded(make_webp(picture, true, &alpha), diagnostics).image;
  EXPECT_EQ(pixel_text(image, 1, 1), "250,250,250");
  EXPECT_EQ(pixel_text(image, 2, 1), "0,0,0");
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_on_black");
}

TEST(Webp, FirstFrameOfAnAnimationOnItsCanvas) {
  const Image first(8, 6, 3, 40), second(8, 6, 3, 90);
  const std::vector<uint8_t> opaque(48, 255), half(48, 128);
  for (const auto* alpha : {&opaque, &half}) {
    const File file = testing::make_animated_webp(
        20, 12, {{4, 2, make_webp(first, true, alpha)}, {0, 0, make_webp(second, true, &opaque)}});
    Diagnostics diagnostics;
    const Image image = decoded(file, diagnostics).image;
    ASSERT_EQ(image.width(), 20);
    ASSERT_EQ(image.height(), 12);
    const std::string inside = alpha == &half ? "147,147,147" : "40,40,40";
    EXPECT_EQ(pixel_text(image, 4, 2), inside);
    EXPECT_EQ(pixel_text(image, 11, 7), inside);
    EXPECT_EQ(pixel_text(image, 12, 7), "255,255,255");
    EXPECT_EQ(pixel_text(image, 3, 2), "255,255,255");
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].id, "image_frames_skipped");
  }
  // A frame over the edge of the canvas, and an animation without frames.
  EXPECT_EQ(decode_error(testing::make_animated_webp(10, 6, {{4, 0, make_webp(first, true)}})),
            Code::kFileCorrupted);
  EXPECT_EQ(decode_error(testing::make_animated_webp(10, 6, {})), Code::kFileCorrupted);
}

TEST(Webp, LosslessOverTheMemoryLimitIsRefused) {
  const Image picture = testing::sample_picture(80, 60, 3);
  EXPECT_EQ(decode_error(make_webp(picture, true), {.max_work_bytes = 19'000}),
            Code::kLimitExceeded);
  EXPECT_EQ(decoded(make_webp(picture, false), 0, {.max_work_bytes = 0}).image.width(), 80);
}

TEST(Webp, TruncatedKeepsTheUpperRows) {
  const Image picture = testing::sample_picture(256, 256, 3);
  const File file = make_webp(picture, false);
  Diagnostics diagnostics;
  const Image whole = decoded(file).image;
  const Image part =
      decoded(File(file.begin(), file.begin() + static_cast<ptrdiff_t>(file.size() * 8 / 10)),
              diagnostics)
          .image;
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_truncated");
  const PixelBox upper{0, 0, 256, 16};
  EXPECT_EQ(testing::difference(ImageView(part).part(upper), ImageView(whole).part(upper)), 0);
  EXPECT_EQ(pixel_text(part, 100, 255), "255,255,255");
}

TEST(Gif, FirstFrameWithTransparencyOnWhite) {
  const File file = make_gif(
      4, 3,
      {{.left = 1, .top = 1, .width = 2, .height = 2, .transparent = 3, .indices = {0, 1, 2, 3}}});
  const Image image = decoded(file).image;
  EXPECT_EQ(image.width(), 4);
  EXPECT_EQ(pixel_text(image, 1, 1), "0,0,0");
  EXPECT_EQ(pixel_text(image, 2, 1), "255,0,0");
  EXPECT_EQ(pixel_text(image, 1, 2), "0,255,0");
  EXPECT_EQ(pixel_text(image, 2, 2), "255,255,255");  // transparent
  EXPECT_EQ(pixel_text(image, 0, 0), "255,255,255");  // outside the frame
  EXPECT_EQ(pixel_text(image, 3, 2), "255,255,255");
}

TEST(Gif, MoreFramesAreReported) {
  const File file = make_gif(1, 1, {{.indices = {1}}, {.indices = {2}}});
  Diagnostics diagnostics;
  EXPECT_EQ(pixel_text(decoded(file, diagnostics).image, 0, 0), "255,0,0");
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_frames_skipped");
}

TEST(Gif, InterlacedLinesAreSorted) {
  // 1 x 9; the file holds lines 0 8 4 2 6 1 3 5 7, each with the colour of its number modulo 4.
  std::vector<uint8_t> indices;
  for (const int line : {0, 8, 4, 2, 6, 1, 3, 5, 7})
    indices.push_back(static_cast<uint8_t>(line % 4));
  const Image image =
      decoded(make_gif(1, 9, {{.width = 1, .height = 9, .interlaced = true, .indices = indices}}))
          .image;
  const char* colors[] = {"0,0,0", "255,0,0", "0,255,0", "0,0,255"};
  for (int y = 0; y < 9; ++y) EXPECT_EQ(pixel_text(image, 0, y), colors[y % 4]) << y;
}

TEST(Gif, FrameOverTheEdgeIsClipped) {
  const File file = make_gif(
      2, 2,
      {{.left = 1, .top = 1, .width = 3, .height = 3, .indices = {1, 1, 1, 1, 1, 1, 1, 1, 1}}});
  const Image image = decoded(file).image;
  EXPECT_EQ(image.width(), 2);
  EXPECT_EQ(pixel_text(image, 1, 1), "255,0,0");
  EXPECT_EQ(pixel_text(image, 0, 1), "255,255,255");
}

TEST(Gif, FrameFarOutsideGivesAWhiteScreen) {
  const File file =
      make_gif(2, 2, {{.left = 50, .top = 60, .width = 1, .height = 1, .indices = {1}}});
  EXPECT_EQ(pixel_text(decoded(file).image, 1, 1), "255,255,255");
}

}  // namespace
}  // namespace octavo
