#include <gtest/gtest.h>

#include "image/decode/testing.h"
#include "image/encode/encode.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;
using testing::make_png;
using testing::pixel_text;

TEST(Png, GrayOfAllDepths) {
  // 3 x 1: black, a tone, white.
  EXPECT_EQ(
      pixel_text(
          decoded(make_png({.width = 3, .bit_depth = 1, .color_type = 0}, {0b00100000})).image, 2,
          0),
      "255");
  const Image two =
      decoded(make_png({.width = 3, .bit_depth = 2, .color_type = 0}, {0b00011100})).image;
  EXPECT_EQ(pixel_text(two, 1, 0), "85");
  EXPECT_EQ(pixel_text(two, 2, 0), "255");
  const Image four =
      decoded(make_png({.width = 3, .bit_depth = 4, .color_type = 0}, {0x04, 0xF0})).image;
  EXPECT_EQ(pixel_text(four, 1, 0), "68");
  EXPECT_EQ(
      pixel_text(
          decoded(make_png({.width = 3, .bit_depth = 8, .color_type = 0}, {0, 99, 255})).image, 1,
          0),
      "99");
  const Image sixteen = decoded(make_png({.width = 3, .bit_depth = 16, .color_type = 0},
                                         {0, 0, 0x80, 0x12, 0xFF, 0xFF}))
                            .image;
  EXPECT_EQ(pixel_text(sixteen, 1, 0), "128");
  EXPECT_EQ(pixel_text(sixteen, 2, 0), "255");
}

TEST(Png, ColourAndAlphaOnWhite) {
  EXPECT_EQ(pixel_text(decoded(make_png({.color_type = 2}, {1, 2, 3})).image, 0, 0), "1,2,3");
  EXPECT_EQ(
      pixel_text(decoded(make_png({.bit_depth = 16, .color_type = 2}, {10, 0, 20, 0, 30, 0})).image,
                 0, 0),
      "10,20,30");
  // 100 * 0.2 + 255 * 0.8
  EXPECT_EQ(pixel_text(decoded(make_png({.color_type = 6}, {100, 0, 255, 51})).image, 0, 0),
            "224,204,255");
  EXPECT_EQ(pixel_text(decoded(make_png({.color_type = 6}, {9, 9, 9, 0})).image, 0, 0),
            "255,255,255");
  EXPECT_EQ(pixel_text(decoded(make_png({.color_type = 4}, {100, 51})).image, 0, 0), "224");
}

TEST(Png, WhiteOnTransparentIsLaidOnBlack) {
  const auto text = [](const File& file, int x) {
    Diagnostics diagnostics;
    const std::string pixel = pixel_text(decoded(file, diagnostics).image, x, 0);
    return pixel + (diagnostics.list().empty() ? "" : " " + diagnostics.list()[0].id);
  };
  const File letters =
      make_png({.width = 2, .color_type = 6}, {255, 255, 255, 255, 255, 255, 255, 0});
  EXPECT_EQ(text(letters, 0), "255,255,255 image_on_black");
  EXPECT_EQ(text(letters, 1), "0,0,0 image_on_black");
  // A dark pixel shows on white, and so does a picture without any clear one.
  EXPECT_EQ(text(make_png({.width = 2, .color_type = 4}, {255, 0, 200, 255}), 0), "255");
  EXPECT_EQ(text(make_png({.width = 2, .color_type = 4}, {255, 255, 240, 255}), 1), "240");
  EXPECT_EQ(text(make_png({.width = 2, .color_type = 4}, {255, 0, 9, 0}), 1), "255");
}

TEST(Png, TransparentColour) {
  EXPECT_EQ(
      pixel_text(
          decoded(make_png({.width = 2, .color_type = 0, .transparency = {0, 7}}, {7, 8})).image, 0,
          0),
      "255");
  EXPECT_EQ(
      pixel_text(
          decoded(make_png({.width = 2, .color_type = 0, .transparency = {0, 7}}, {7, 8})).image, 1,
          0),
      "8");
  const File rgb = make_png({.width = 2, .transparency = {0, 1, 0, 2, 0, 3}}, {1, 2, 3, 1, 2, 4});
  EXPECT_EQ(pixel_text(decoded(rgb).image, 0, 0), "255,255,255");
  EXPECT_EQ(pixel_text(decoded(rgb).image, 1, 0), "1,2,4");
}

TEST(Png, Palette) {
  const std::vector<uint8_t> palette{0, 0, 0, 200, 10, 20, 255, 255, 255, 1, 2, 3};
  const File file =
      make_png({.width = 4, .bit_depth = 2, .color_type = 3, .palette = palette}, {0b00011011});
  EXPECT_EQ(pixel_text(decoded(file).image, 1, 0), "200,10,20");
  EXPECT_EQ(pixel_text(decoded(file).image, 3, 0), "1,2,3");
  const File clear = make_png(
      {.width = 4, .bit_depth = 2, .color_type = 3, .palette = palette, .transparency = {255, 51}},
      {0b00011011});
  EXPECT_EQ(pixel_text(decoded(clear).image, 1, 0), "244,206,208");
  EXPECT_EQ(pixel_text(decoded(clear).image, 3, 0), "1,2,3");
  // Greys alone need one channel.
  const File gray =
      make_png({.width = 2, .bit_depth = 1, .color_type = 3, .palette = {255, 255, 255, 9, 9, 9}},
               {0b01000000});
  EXPECT_EQ(pixel_text(decoded(gray).image, 1, 0), "9");
}

TEST(Png, InterlacedIsTheSamePicture) {
  for (const int width : {1, 2, 5, 8, 9, 37})
    for (const int height : {1, 3, 8, 21}) {
      const Image picture = testing::sample_picture(width, height, 3);
      const File rows(picture.bytes().begin(), picture.bytes().end());
      const File file = make_png({.width = width, .height = height, .interlaced = true}, rows);
      EXPECT_EQ(testing::difference(decoded(file).image, picture), 0) << width << "x" << height;
    }
}

TEST(Png, InterlacedOverTheLimitIsMadeOfItsFirstPasses) {
  const Image picture = testing::sample_picture(100, 60, 3);
  const File file = make_png({.width = 100, .height = 60, .interlaced = true},
                             File(picture.bytes().begin(), picture.bytes().end()));
  for (const int shift : {1, 2, 3}) {
    const int width = ((100 - 1) >> shift) + 1, height = ((60 - 1) >> shift) + 1;
    Diagnostics diagnostics;
    const Image small = decoded(file, diagnostics, {.max_pixels = width * height}).image;
    ASSERT_EQ(small.width(), width);
    ASSERT_EQ(small.height(), height);
    EXPECT_EQ(pixel_text(small, 5, 3), pixel_text(picture, 5 << shift, 3 << shift));
    ASSERT_EQ(diagnostics.list().size(), 1U);
    EXPECT_EQ(diagnostics.list()[0].id, "image_reduced");
  }
  EXPECT_EQ(decode_error(file, {.max_pixels = 10}), Code::kLimitExceeded);
}

TEST(Png, InterlacedTruncatedShowsTheCoarsePicture) {
  const Image picture = testing::sample_picture(128, 128, 3);
  const File file = make_png({.width = 128, .height = 128, .interlaced = true},
                             File(picture.bytes().begin(), picture.bytes().end()));
  Diagnostics diagnostics;
  const Image image =
      decoded(File(file.begin(), file.begin() + static_cast<ptrdiff_t>(file.size() / 2)),
              diagnostics)
          .image;
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_truncated");
  EXPECT_NEAR(image.pixel(77, 121)[0], picture.pixel(77, 121)[0], 15);
}

TEST(Png, ResolutionAndExif) {
  File file = make_png({.width = 2, .color_type = 0, .dots_per_metre = 11811}, {1, 2});
  EXPECT_NEAR(decoded(file).info.dpi_x, 300, 0.01);
  testing::insert_png_chunk(file, "IDAT", "eXIf", testing::make_exif(6, 72, true));
  const auto turned = decoded(file);
  EXPECT_EQ(turned.image.height(), 2);
  EXPECT_NEAR(turned.info.dpi_x, 300, 0.01);  // pHYs is the one for the page
}

TEST(Png, OtherChunksCannotHurt) {
  File file = make_png({.width = 2, .color_type = 0}, {1, 2});
  testing::insert_png_chunk(file, "IDAT", "iCCP", {'x', 0, 0, 1, 2, 3});
  testing::insert_png_chunk(file, "IDAT", "tEXt", {});
  testing::insert_png_chunk(file, "IDAT", "gAMA", {1});
  testing::insert_png_chunk(file, "IDAT", "gAMA", {0, 0, 0, 0});
  testing::insert_png_chunk(file, "IDAT", "zTXt", File(5000, 'a'));
  EXPECT_EQ(pixel_text(decoded(file).image, 1, 0), "2");
}

TEST(Png, WrongChecksumIsReportedAndRead) {
  const Image picture = testing::sample_picture(20, 20, 3);
  File file = *encode_png(picture);
  const std::string name = "IEND";
  const auto end = std::search(file.begin(), file.end(), name.begin(), name.end());
  *(end - 5) ^= 1;  // last byte of the CRC of IDAT
  Diagnostics diagnostics;
  EXPECT_EQ(testing::difference(decoded(file, diagnostics).image, picture), 0);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_damaged");
}

TEST(Png, BadHeadersAreCorrupted) {
  const File good = make_png({.width = 2, .color_type = 0}, {1, 2});
  File depth = good;
  depth[24] = 3;
  EXPECT_EQ(decode_error(depth), Code::kFileCorrupted);
  File zero = good;
  zero[19] = 0;  // width 0
  EXPECT_EQ(decode_error(zero), Code::kFileCorrupted);
  File no_palette = good;
  no_palette[25] = 3;
  EXPECT_EQ(decode_error(no_palette), Code::kFileCorrupted);
  EXPECT_EQ(decode_error(File(good.begin(), good.begin() + 33)), Code::kFileCorrupted);
}

TEST(Png, AnimationIsReported) {
  File file = make_png({.width = 2, .color_type = 0}, {1, 2});
  testing::insert_png_chunk(file, "IDAT", "acTL", {0, 0, 0, 3, 0, 0, 0, 0});
  Diagnostics diagnostics;
  decoded(file, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_frames_skipped");
}

}  // namespace
}  // namespace octavo
