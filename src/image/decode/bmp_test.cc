#include <gtest/gtest.h>

#include "image/decode/testing.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;
using testing::pixel_text;

struct BmpSpec {
  int width = 1, height = 1;  // negative height: top down
  int bits = 24;
  uint32_t compression = 0;
  uint32_t header = 40;
  std::vector<uint32_t> masks;
  std::vector<uint32_t> palette;  // 0xRRGGBB
  int dots_per_metre = 0;
  uint32_t colors_used = 0;
};

void put(File& file, uint32_t value, int size) {
  for (int i = 0; i < size; ++i) file.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

File make_bmp(const BmpSpec& spec, const File& data) {
  File file{'B', 'M'};
  put(file, 0, 4);
  put(file, 0, 4);
  put(file, 0, 4);  // offset, later
  put(file, spec.header, 4);
  const int size = spec.header == 12 ? 2 : 4;
  put(file, static_cast<uint32_t>(spec.width), size);
  put(file, static_cast<uint32_t>(spec.height), size);
  put(file, 1, 2);
  put(file, static_cast<uint32_t>(spec.bits), 2);
  if (spec.header > 12) {
    put(file, spec.compression, 4);
    put(file, 0, 4);
    put(file, static_cast<uint32_t>(spec.dots_per_metre), 4);
    put(file, static_cast<uint32_t>(spec.dots_per_metre), 4);
    put(file, spec.colors_used, 4);
    put(file, 0, 4);
  }
  for (const uint32_t mask : spec.masks) put(file, mask, 4);
  if (file.size() < 14 + spec.header) file.resize(14 + spec.header);
  for (const uint32_t color : spec.palette) put(file, color, spec.header == 12 ? 3 : 4);
  const auto offset = static_cast<uint32_t>(file.size());
  for (uint32_t i = 0; i < 4; ++i) file[10 + i] = static_cast<uint8_t>(offset >> (8 * i));
  file.insert(file.end(), data.begin(), data.end());
  return file;
}

std::string pixel(const BmpSpec& spec, const File& data, int x = 0, int y = 0) {
  return pixel_text(decoded(make_bmp(spec, data)).image, x, y);
}

TEST(Bmp, RowsAreBottomUpUnlessTheHeightIsNegative) {
  const File data{1, 2, 3, 0, 4, 5, 6, 0};  // two rows of one pixel, blue green red
  EXPECT_EQ(pixel({.height = 2}, data, 0, 0), "6,5,4");
  EXPECT_EQ(pixel({.height = 2}, data, 0, 1), "3,2,1");
  EXPECT_EQ(pixel({.height = -2}, data, 0, 0), "3,2,1");
}

TEST(Bmp, PalettesOfOneTwoFourAndEightBits) {
  const std::vector<uint32_t> palette{0x000000, 0xC80A14, 0xFFFFFF, 0x010203};
  EXPECT_EQ(pixel({.width = 9, .bits = 1, .palette = palette}, {0, 0x80, 0, 0}, 8), "200,10,20");
  EXPECT_EQ(pixel({.width = 2, .bits = 2, .palette = palette}, {0b00110000, 0, 0, 0}, 1), "1,2,3");
  EXPECT_EQ(
      pixel({.width = 2, .bits = 4, .palette = palette, .colors_used = 4}, {0x01, 0, 0, 0}, 1),
      "200,10,20");
  EXPECT_EQ(pixel({.bits = 8, .palette = palette, .colors_used = 4}, {2, 0, 0, 0}), "255,255,255");
  // An index beyond the palette is black, and so is a palette that the file does not hold.
  EXPECT_EQ(pixel({.bits = 8, .palette = palette, .colors_used = 4}, {200, 0, 0, 0}), "0,0,0");
  // OS/2 header: 16-bit sizes, three bytes a colour.
  EXPECT_EQ(
      pixel({.width = 2, .bits = 4, .header = 12, .palette = std::vector<uint32_t>(16, 0xC80A14)},
            {0x01, 0, 0, 0}, 1),
      "200,10,20");
}

TEST(Bmp, SixteenBits) {
  EXPECT_EQ(pixel({.bits = 16}, {0x00, 0x7C, 0, 0}), "255,0,0");  // 5-5-5
  EXPECT_EQ(pixel({.bits = 16}, {0x10, 0x00, 0, 0}), "0,0,132");  // 16 * 255 / 31
  const std::vector<uint32_t> masks{0xF800, 0x07E0, 0x001F};
  EXPECT_EQ(pixel({.bits = 16, .compression = 3, .masks = masks}, {0xE0, 0x07, 0, 0}), "0,255,0");
  EXPECT_EQ(
      pixel({.bits = 16, .compression = 3, .header = 56, .masks = {0x0F00, 0x00F0, 0x000F, 0xF000}},
            {0x00, 0x3A, 0, 0}),
      "238,204,204");  // alpha 3/15 of (170, 0, 0) on white
}

TEST(Bmp, ThirtyTwoBitsAndAlpha) {
  const std::vector<uint32_t> masks{0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000};
  const File pixel_data{255, 0, 100, 51};
  EXPECT_EQ(pixel({.bits = 32}, pixel_data),
            "100,0,255");  // without a mask the fourth byte says nothing
  for (const uint32_t header : {56U, 108U, 124U})
    EXPECT_EQ(pixel({.bits = 32, .compression = 3, .header = header, .masks = masks}, pixel_data),
              "224,204,255");
  // Alpha that is 0 everywhere was never set.
  EXPECT_EQ(pixel({.bits = 32, .compression = 3, .header = 124, .masks = masks}, {255, 0, 100, 0}),
            "100,0,255");
  // Masks of ten bits.
  EXPECT_EQ(pixel({.bits = 32,
                   .compression = 3,
                   .header = 124,
                   .masks = {0x3FF00000, 0x000FFC00, 0x000003FF, 0}},
                  {0xFF, 0x03, 0x00, 0x20}),
            "128,0,255");
}

TEST(Bmp, RunLengths) {
  const std::vector<uint32_t> palette{0xFFFFFF, 0xC80A14, 0x010203};
  // Bottom row: three times 1, then literal 2 2 2 (padded); top row: jump over one, one 1; end.
  const File rle8{3, 1, 0, 3, 2, 2, 2, 0, 0, 0, 0, 2, 1, 0, 1, 1, 0, 1};
  const BmpSpec spec{
      .width = 6, .height = 2, .bits = 8, .compression = 1, .palette = palette, .colors_used = 3};
  EXPECT_EQ(pixel(spec, rle8, 2, 1), "200,10,20");
  EXPECT_EQ(pixel(spec, rle8, 3, 1), "1,2,3");
  EXPECT_EQ(pixel(spec, rle8, 0, 0), "255,255,255");
  EXPECT_EQ(pixel(spec, rle8, 1, 0), "200,10,20");
  EXPECT_EQ(pixel(spec, rle8, 2, 0), "255,255,255");
  // Four bits: five pixels 1 2 1 2 1, literal of three: 2 1 2.
  const File rle4{5, 0x12, 0, 3, 0x21, 0x20, 0, 1};
  const BmpSpec four{.width = 8, .bits = 4, .compression = 2, .palette = palette, .colors_used = 3};
  const Image image = decoded(make_bmp(four, rle4)).image;
  const char* colors[] = {"200,10,20", "1,2,3"};
  const int expected[] = {0, 1, 0, 1, 0, 1, 0, 1};
  for (int x = 0; x < 8; ++x) EXPECT_EQ(pixel_text(image, x, 0), colors[expected[x]]) << x;
}

TEST(Bmp, RunsOverTheEdgeAreCut) {
  const BmpSpec spec{.width = 2,
                     .height = 2,
                     .bits = 8,
                     .compression = 1,
                     .palette = {0, 0xC80A14},
                     .colors_used = 2};
  EXPECT_EQ(pixel(spec, {255, 1, 0, 0, 255, 1, 0, 0, 255, 1, 0, 1}, 1, 0), "200,10,20");
}

TEST(Bmp, TruncatedRunLengthsLeaveTheRestWhite) {
  const BmpSpec spec{.width = 2,
                     .height = 4,
                     .bits = 8,
                     .compression = 1,
                     .palette = {0, 0xC80A14},
                     .colors_used = 2};
  Diagnostics diagnostics;
  const Image image = decoded(make_bmp(spec, {2, 1, 0, 0, 2, 1}), diagnostics).image;
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text, "the picture breaks off: 2 of 4 rows were read");
  EXPECT_EQ(pixel_text(image, 0, 3), "200,10,20");
  EXPECT_EQ(pixel_text(image, 0, 2), "200,10,20");
  EXPECT_EQ(pixel_text(image, 0, 1), "255,255,255");
}

TEST(Bmp, TruncatedRowsLeaveTheRestWhite) {
  Diagnostics diagnostics;
  const Image image = decoded(make_bmp({.height = 3}, {1, 2, 3, 0, 4, 5, 6}), diagnostics).image;
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text, "the picture breaks off: 2 of 3 rows were read");
  EXPECT_EQ(pixel_text(image, 0, 2), "3,2,1");
  EXPECT_EQ(pixel_text(image, 0, 1), "6,5,4");  // its padding lacks, its pixels do not
  EXPECT_EQ(pixel_text(image, 0, 0), "255,255,255");
  EXPECT_EQ(decode_error(make_bmp({.height = 3}, {1, 2})), Code::kFileCorrupted);
}

TEST(Bmp, ResolutionAndAWrongOffset) {
  EXPECT_NEAR(decoded(make_bmp({.dots_per_metre = 3937}, {1, 2, 3, 0})).info.dpi_x, 100, 0.01);
  File file = make_bmp({}, {1, 2, 3, 0});
  for (size_t i = 10; i < 14; ++i) file[i] = 0;
  EXPECT_EQ(pixel_text(decoded(file).image, 0, 0), "3,2,1");
  for (size_t i = 10; i < 14; ++i) file[i] = 0xFF;
  EXPECT_EQ(pixel_text(decoded(file).image, 0, 0), "3,2,1");
}

TEST(Bmp, WhatItIsNot) {
  EXPECT_EQ(decode_error(make_bmp({.bits = 24, .compression = 4}, {1, 2, 3, 0})),
            Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(make_bmp({.bits = 7}, {1, 2, 3, 0})), Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(make_bmp({.bits = 24, .compression = 1}, {1, 2, 3, 0})),
            Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(make_bmp({.width = 0}, {1, 2, 3, 0})), Code::kFileCorrupted);
  EXPECT_EQ(decode_error(make_bmp({.width = -5}, {1, 2, 3, 0})), Code::kFileCorrupted);
  EXPECT_EQ(decode_error(make_bmp({.height = INT32_MIN}, {1, 2, 3, 0})), Code::kLimitExceeded);
}

}  // namespace
}  // namespace octavo
