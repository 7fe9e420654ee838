#include <gtest/gtest.h>

#include "image/decode/testing.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;

File samples_of(const Image& image) { return {image.bytes().begin(), image.bytes().end()}; }

TEST(Jpeg, GrayAndColour) {
  for (const int channels : {1, 3})
    for (const bool progressive : {false, true}) {
      const Image picture = testing::sample_picture(64, 48, channels);
      const File file = testing::make_jpeg(
          {.width = 64, .height = 48, .components = channels, .progressive = progressive},
          samples_of(picture));
      const auto result = decoded(file);
      EXPECT_EQ(result.image.channels(), channels);
      EXPECT_LT(testing::difference(result.image, picture),
                50);  // chroma is coarse at the chequer's edges
      EXPECT_EQ(result.info.dpi_x, 0);
    }
}

// The ink values of one flat colour, and the RGB they print as: (255 - ink) * (255 - black) / 255.
TEST(Jpeg, CmykWithAndWithoutAdobesInversion) {
  const std::vector<uint8_t> ink{200, 40, 10, 50};
  const std::string printed = "44,173,197";
  for (const bool ycck : {false, true})
    for (const bool adobe : {true, false}) {
      if (ycck && !adobe) continue;  // only the marker says that it is YCCK
      std::vector<uint8_t> samples;
      for (int i = 0; i < 32 * 32; ++i)
        for (const uint8_t sample : ink)
          samples.push_back(adobe ? static_cast<uint8_t>(255 - sample) : sample);
      const File file = testing::make_jpeg({.width = 32,
                                            .height = 32,
                                            .components = 4,
                                            .ycck = ycck,
                                            .adobe_marker = adobe,
                                            .quality = 100},
                                           samples);
      const Image image = decoded(file).image;
      ASSERT_EQ(image.channels(), 3);
      EXPECT_NEAR(image.pixel(9, 9)[0], 44, 2) << ycck << adobe;
      EXPECT_NEAR(image.pixel(9, 9)[1], 173, 2) << ycck << adobe;
      EXPECT_NEAR(image.pixel(9, 9)[2], 197, 2) << ycck << adobe;
    }
}

// The stored picture is the same; where its dark top left quarter goes is written out for each
// value.
TEST(Jpeg, ExifOrientationIsUndone) {
  Image stored(64, 32, 1);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 32; ++x) *stored.pixel(x, y) = 0;
  const char* corner_of[] = {"tl", "tr", "br", "bl", "tl", "tr", "br", "bl"};
  for (const bool big_endian : {false, true})
    for (int orientation = 1; orientation <= 8; ++orientation) {
      File file =
          testing::make_jpeg({.width = 64, .height = 32, .components = 1}, samples_of(stored));
      testing::insert_exif(file, testing::make_exif(orientation, 0, big_endian));
      const auto result = decoded(file);
      const bool turned = orientation >= 5;
      ASSERT_EQ(result.image.width(), turned ? 32 : 64);
      ASSERT_EQ(result.image.height(), turned ? 64 : 32);
      EXPECT_EQ(result.info.width, result.image.width());
      const int right = result.image.width() - 4, bottom = result.image.height() - 4;
      const std::string corner = corner_of[orientation - 1];
      for (const char* name : {"tl", "tr", "bl", "br"}) {
        const int x = name[1] == 'l' ? 3 : right, y = name[0] == 't' ? 3 : bottom;
        EXPECT_EQ(*result.image.pixel(x, y) < 128, corner == name) << orientation << " " << name;
      }
    }
}

TEST(Jpeg, ResolutionOfExifAndJfif) {
  File file = testing::make_jpeg({.width = 16, .height = 16, .components = 1}, File(256, 100));
  testing::insert_exif(file, testing::make_exif(6, 300, true));
  const auto exif = decoded(file);
  EXPECT_FLOAT_EQ(exif.info.dpi_x, 300);
  EXPECT_FLOAT_EQ(exif.info.dpi_y, 300);
  // JFIF header: unit 2, 118 dots a centimetre.
  File jfif = testing::make_jpeg({.width = 16, .height = 16, .components = 1}, File(256, 100));
  jfif[13] = 2;
  jfif[15] = jfif[17] = 118;
  EXPECT_NEAR(decoded(jfif).info.dpi_x, 118 * 2.54, 0.01);
}

TEST(Jpeg, DamagedExifIsIgnored) {
  const File good = testing::make_exif(6, 300, false);
  for (size_t size = 0; size < good.size(); ++size) {
    File file = testing::make_jpeg({.width = 32, .height = 16, .components = 1}, File(512, 100));
    testing::insert_exif(file, File(good.begin(), good.begin() + static_cast<ptrdiff_t>(size)));
    EXPECT_FALSE(decoded(file).image.empty());
  }
}

TEST(Jpeg, RestartsCarryOverADamagedPart) {
  const Image picture = testing::sample_picture(128, 128, 1);
  File file = testing::make_jpeg({.width = 128, .height = 128, .components = 1, .restart_rows = 1},
                                 samples_of(picture));
  file[file.size() / 2] ^= 0x55;
  Diagnostics diagnostics;
  const Image image = decoded(file, diagnostics).image;
  const PixelBox top{0, 0, 128, 32}, bottom{0, 104, 128, 128};
  EXPECT_LT(testing::difference(ImageView(image).part(top), ImageView(picture).part(top)), 12);
  EXPECT_LT(testing::difference(ImageView(image).part(bottom), ImageView(picture).part(bottom)),
            12);
}

TEST(Jpeg, ProgressiveThatLosesItsLastScansIsWholeButDamaged) {
  const Image picture = testing::sample_picture(160, 120, 3);
  const File file =
      testing::make_jpeg({.width = 160, .height = 120, .progressive = true}, samples_of(picture));
  // Wherever the last half breaks off: in a scan, in the tables of the next, in a marker.
  for (size_t size = file.size() / 2; size + 2 < file.size(); ++size) {
    Diagnostics diagnostics;
    const File cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(size));
    const Image image = decoded(cut, diagnostics).image;
    ASSERT_GE(diagnostics.list().size(), 1U) << size;
    EXPECT_EQ(diagnostics.list()[0].id, "image_damaged");
    ASSERT_NEAR(image.pixel(80, 110)[1], picture.pixel(80, 110)[1], 30) << size;
  }
}

TEST(Jpeg, ProgressiveOverTheMemoryLimitIsRefused) {
  const Image picture = testing::sample_picture(256, 256, 3);
  const File file =
      testing::make_jpeg({.width = 256, .height = 256, .progressive = true}, samples_of(picture));
  EXPECT_EQ(decode_error(file, {.max_work_bytes = 100'000}), Code::kLimitExceeded);
}

TEST(Jpeg, HeaderWithoutDataIsCorrupted) {
  const File file =
      testing::make_jpeg({.width = 64, .height = 64, .components = 1}, File(4096, 100));
  const File marker{0xFF, 0xDA};
  const auto scan = std::search(file.begin(), file.end(), marker.begin(), marker.end());
  ASSERT_NE(scan, file.end());
  EXPECT_EQ(decode_error(File(file.begin(), scan)), Code::kFileCorrupted);
  EXPECT_EQ(decode_error(File(file.begin(), scan + 10)), Code::kFileCorrupted);
}

TEST(Jpeg, ErrorSaysWhere) {
  File file = testing::make_jpeg({.width = 64, .height = 64, .components = 1}, File(4096, 100));
  file.resize(30);
  const auto result = open_picture(file)->frame_info(0);
  ASSERT_FALSE(result.ok());
  ASSERT_TRUE(result.error().place.byte_offset);
  EXPECT_LE(*result.error().place.byte_offset, 30U);
}

}  // namespace
}  // namespace octavo
