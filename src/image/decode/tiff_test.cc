#include <gtest/gtest.h>
#include <tiff.h>

#include <algorithm>

#include "image/decode/testing.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;
using testing::make_tiff;
using testing::pixel_text;
using testing::TiffPage;

std::vector<uint8_t> samples_of(const Image& image) {
  return {image.bytes().begin(), image.bytes().end()};
}

TiffPage rgb_page(const Image& picture, uint16_t compression) {
  return {.width = static_cast<uint32_t>(picture.width()),
          .height = static_cast<uint32_t>(picture.height()),
          .samples = 3,
          .photometric = PHOTOMETRIC_RGB,
          .compression = compression,
          .data = samples_of(picture)};
}

// 1-bit page of 64 x 40 with a bar of ink at x in [8 * page, 8 * page + 8).
TiffPage fax_page(int page, uint16_t compression, uint16_t photometric) {
  TiffPage result{.width = 64,
                  .height = 40,
                  .bits = 1,
                  .photometric = photometric,
                  .compression = compression,
                  .rows_per_strip = 16};
  const uint8_t ink = photometric == PHOTOMETRIC_MINISWHITE ? 0xFF : 0x00;
  for (int y = 0; y < 40; ++y)
    for (int byte = 0; byte < 8; ++byte)
      result.data.push_back(byte == page ? ink : static_cast<uint8_t>(~ink));
  return result;
}

TEST(Tiff, CompressionsGiveTheSamePixels) {
  const Image picture = testing::sample_picture(70, 50, 3);
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS})
    for (const uint32_t rows_per_strip : {0U, 1U, 7U})
      for (const char* mode : {"wl", "wb", "wl8", "wb8"}) {
        TiffPage page = rgb_page(picture, static_cast<uint16_t>(compression));
        page.rows_per_strip = rows_per_strip;
        EXPECT_EQ(testing::difference(decoded(make_tiff({page}, mode)).image, picture), 0)
            << compression << " " << rows_per_strip << " " << mode;
      }
}

TEST(Tiff, ThreePagesOfLzwAndFax) {
  for (const int compression :
       {COMPRESSION_LZW, COMPRESSION_CCITTFAX4, COMPRESSION_CCITTFAX3, COMPRESSION_CCITTRLE})
    for (const int photometric : {PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK}) {
      std::vector<TiffPage> pages;
      for (int i = 0; i < 3; ++i)
        pages.push_back(
            fax_page(i, static_cast<uint16_t>(compression), static_cast<uint16_t>(photometric)));
      const File file = make_tiff(pages);
      ASSERT_EQ(open_picture(file)->frame_count(), 3);
      for (int i = 0; i < 3; ++i) {
        const Image image = decoded(file, i).image;
        ASSERT_EQ(image.channels(), 1);
        for (int x = 0; x < 64; ++x)
          ASSERT_EQ(*image.pixel(x, 39), x / 8 == i ? 0 : 255)
              << compression << " " << photometric << " " << i;
      }
    }
}

TEST(Tiff, DepthsAlphaAndInks) {
  const auto pixel = [](const TiffPage& page, int x = 0) {
    return pixel_text(decoded(make_tiff({page})).image, x, 0);
  };
  EXPECT_EQ(pixel({.width = 3, .bits = 2, .photometric = 1, .data = {0b00011100}}, 1), "85");
  EXPECT_EQ(pixel({.width = 3, .bits = 4, .photometric = 0, .data = {0x04, 0xF0}}, 1),
            "187");                                                               // 255 - 68
  EXPECT_EQ(pixel({.bits = 16, .photometric = 1, .data = {0x34, 0x80}}), "128");  // 0x8034 / 257
  EXPECT_EQ(
      pixel({.bits = 16, .samples = 3, .photometric = 2, .data = {0, 0, 0xFF, 0xFF, 0, 0x40}}),
      "0,255,64");
  EXPECT_EQ(pixel({.samples = 4, .photometric = PHOTOMETRIC_SEPARATED, .data = {200, 40, 10, 50}}),
            "44,173,197");
  EXPECT_EQ(pixel({.samples = 4,
                   .photometric = 2,
                   .extra = EXTRASAMPLE_UNASSALPHA,
                   .data = {100, 0, 255, 51}}),
            "224,204,255");
  EXPECT_EQ(pixel({.samples = 4,
                   .photometric = 2,
                   .extra = EXTRASAMPLE_ASSOCALPHA,
                   .data = {20, 0, 51, 51}}),
            "224,204,255");
  EXPECT_EQ(pixel({.samples = 4,
                   .photometric = 2,
                   .extra = EXTRASAMPLE_UNSPECIFIED,
                   .data = {100, 0, 255, 51}}),
            "100,0,255");
  EXPECT_EQ(
      pixel({.samples = 2, .photometric = 1, .extra = EXTRASAMPLE_UNASSALPHA, .data = {100, 51}}),
      "224");
  std::vector<uint16_t> palette(3 * 16);
  palette[5] = 200 << 8;
  palette[16 + 5] = 10 << 8;
  palette[32 + 5] = 20 << 8;
  EXPECT_EQ(pixel({.width = 2,
                   .bits = 4,
                   .photometric = PHOTOMETRIC_PALETTE,
                   .palette = palette,
                   .data = {0x05}},
                  1),
            "200,10,20");
}

TEST(Tiff, JpegInside) {
  const Image picture = testing::sample_picture(64, 48, 3);
  for (const int photometric : {PHOTOMETRIC_YCBCR, PHOTOMETRIC_RGB}) {
    TiffPage page = rgb_page(picture, COMPRESSION_JPEG);
    page.photometric = static_cast<uint16_t>(photometric);
    page.rows_per_strip = 16;
    EXPECT_LT(testing::difference(decoded(make_tiff({page})).image, picture), 60) << photometric;
    page.rows_per_strip = 0;
    page.tile = 32;
    EXPECT_LT(testing::difference(decoded(make_tiff({page})).image, picture), 60) << photometric;
  }
}

TEST(Tiff, TilesSeparatePlanesAndSubsampling) {
  const Image picture = testing::sample_picture(100, 70, 3);
  TiffPage tiled = rgb_page(picture, COMPRESSION_LZW);
  tiled.tile = 32;
  EXPECT_EQ(testing::difference(decoded(make_tiff({tiled})).image, picture), 0);

  TiffPage planes = rgb_page(picture, COMPRESSION_ADOBE_DEFLATE);
  planes.planar = PLANARCONFIG_SEPARATE;
  planes.data.clear();
  for (size_t c = 0; c < 3; ++c)
    for (size_t i = c; i < picture.bytes().size(); i += 3)
      planes.data.push_back(picture.bytes()[i]);
  planes.rows_per_strip = 9;
  EXPECT_EQ(testing::difference(decoded(make_tiff({planes})).image, picture), 0);

  // Grey tiles keep one channel.
  const Image gray = testing::sample_picture(40, 40, 1);
  const TiffPage gray_tiles{
      .width = 40, .height = 40, .photometric = 1, .tile = 16, .data = samples_of(gray)};
  EXPECT_EQ(testing::difference(decoded(make_tiff({gray_tiles})).image, gray), 0);

  // One 2 x 2 block: four lumas, then Cb and Cr (neutral).
  const TiffPage ycc{.width = 2,
                     .height = 2,
                     .samples = 3,
                     .photometric = PHOTOMETRIC_YCBCR,
                     .subsampling = 2,
                     .data = {10, 60, 110, 200, 128, 128}};
  EXPECT_EQ(pixel_text(decoded(make_tiff({ycc})).image, 1, 0), "60,60,60");
  EXPECT_EQ(pixel_text(decoded(make_tiff({ycc})).image, 1, 1), "200,200,200");
}

TEST(Tiff, OrientationAndResolution) {
  // Two pixels side by side, black left; turned clockwise by orientation 6 the black one is on top.
  const TiffPage page{
      .width = 2, .height = 1, .photometric = 1, .orientation = 6, .dpi = 204, .data = {0, 255}};
  const auto result = decoded(make_tiff({page}));
  ASSERT_EQ(result.image.height(), 2);
  EXPECT_EQ(pixel_text(result.image, 0, 0), "0");
  EXPECT_FLOAT_EQ(result.info.dpi_x, 204);
  for (const uint32_t tile : {0U, 16U}) {  // both ways to read must turn alike
    Image stored(16, 32, 1);
    *stored.pixel(15, 0) = 0;
    const TiffPage flipped{.width = 16,
                           .height = 32,
                           .photometric = 1,
                           .orientation = 3,
                           .tile = tile,
                           .data = samples_of(stored)};
    EXPECT_EQ(*decoded(make_tiff({flipped})).image.pixel(0, 31), 0) << tile;
  }
}

TEST(Tiff, ThumbnailsAreNoPages) {
  TiffPage page = fax_page(1, COMPRESSION_LZW, PHOTOMETRIC_MINISBLACK), thumbnail = page;
  thumbnail.subfile_type = FILETYPE_REDUCEDIMAGE;
  EXPECT_EQ(open_picture(make_tiff({page, thumbnail, page}))->frame_count(), 2);
  EXPECT_EQ(open_picture(make_tiff({thumbnail}))->frame_count(), 1);  // better than nothing
}

TEST(Tiff, ReducedWhileReading) {
  const Image picture = testing::sample_picture(300, 200, 3);
  for (const uint32_t tile : {0U, 64U}) {
    TiffPage page = rgb_page(picture, COMPRESSION_LZW);
    page.tile = tile;
    Diagnostics diagnostics;
    const auto small = decoded(make_tiff({page}), diagnostics, {.max_pixels = 15'000});
    EXPECT_EQ(small.image.width(), 150);
    EXPECT_NEAR(small.image.pixel(70, 50)[0], picture.pixel(140, 100)[0], 3);
    EXPECT_EQ(diagnostics.list().size(), 1U);
  }
}

TEST(Tiff, OneDamagedStripCostsItsRowsOnly) {
  const Image picture = testing::sample_picture(64, 60, 1);
  const TiffPage page{.width = 64,
                      .height = 60,
                      .photometric = 1,
                      .compression = COMPRESSION_ADOBE_DEFLATE,
                      .rows_per_strip = 20,
                      .data = samples_of(picture)};
  File file = make_tiff({page});
  // The second zlib stream ends before the third begins; its header is made nonsense.
  std::vector<size_t> streams;
  for (size_t i = 0; i + 1 < file.size(); ++i)
    if (file[i] == 0x78 && (file[i + 1] == 0x9C || file[i + 1] == 0xDA || file[i + 1] == 0x01))
      streams.push_back(i);
  ASSERT_EQ(streams.size(), 3U);
  file[streams[1]] = 0;
  Diagnostics diagnostics;
  const Image image = decoded(file, diagnostics).image;
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].id, "image_truncated");
  EXPECT_NE(diagnostics.list()[0].text.find("40 of 60"), std::string::npos);
  EXPECT_EQ(*image.pixel(30, 10), *picture.pixel(30, 10));
  EXPECT_EQ(*image.pixel(30, 30), 255);
  EXPECT_EQ(*image.pixel(30, 50), *picture.pixel(30, 50));
}

TEST(Tiff, DirectoriesInACircleEnd) {
  File file = make_tiff({fax_page(0, COMPRESSION_LZW, 1), fax_page(1, COMPRESSION_LZW, 1)});
  // The last directory ends with the offset of the next, 0; make it the first directory's.
  const uint32_t first = file[4] | file[5] << 8U | file[6] << 16U | uint32_t(file[7]) << 24U;
  const auto at = [&](uint32_t directory) {
    return directory + 2 + 12U * (file[directory] | file[directory + 1] << 8U);
  };
  const uint32_t next_place = at(first);
  const uint32_t second =
      file[next_place] | file[next_place + 1] << 8U | file[next_place + 2] << 16U;
  for (uint32_t i = 0; i < 4; ++i) file[at(second) + i] = file[4 + i];
  EXPECT_EQ(open_picture(file)->frame_count(), 2);
  // And one that leads out of the file is a page that cannot be read.
  for (uint32_t i = 0; i < 3; ++i) file[at(second) + i] = 0xFF;
  const auto picture = open_picture(file);
  ASSERT_EQ(picture->frame_count(), 3);
  EXPECT_EQ(picture->frame_info(2).error().code, Code::kFileCorrupted);
}

TEST(Tiff, HeadersOnlyAreCorrupted) {
  EXPECT_EQ(decode_error({'I', 'I', 42, 0, 0, 0, 0, 0}), Code::kFileCorrupted);
  EXPECT_EQ(decode_error({'I', 'I', 42, 0, 200, 0, 0, 0}), Code::kFileCorrupted);
  EXPECT_EQ(decode_error({'I', 'I', 42, 0, 8, 0, 0, 0, 0, 0}), Code::kFileCorrupted);
}

}  // namespace
}  // namespace octavo
