#include "image/decode/decode.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "image/decode/testing.h"
#include "image/encode/encode.h"
#include "tests/support/cpu_timer.h"

namespace octavo {
namespace {

using testing::decode_error;
using testing::decoded;
using testing::File;

File text_file(const std::string& text) { return {text.begin(), text.end()}; }

// One file a format, all of the same picture.
std::vector<std::pair<std::string, File>> files_of_all_formats(int width, int height) {
  const Image picture = testing::sample_picture(width, height, 3);
  const File samples(picture.bytes().begin(), picture.bytes().end());
  File bmp = text_file(std::string("BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", 18));
  for (const int value : {width, height})
    for (int i = 0; i < 4; ++i) bmp.push_back(static_cast<uint8_t>(value >> (8 * i)));
  for (const int value : {1, 0, 24, 0}) bmp.push_back(static_cast<uint8_t>(value));
  bmp.resize(54);
  for (int y = height - 1; y >= 0; --y) {
    for (int x = 0; x < width; ++x)
      for (int c = 2; c >= 0; --c) bmp.push_back(picture.pixel(x, y)[c]);
    while (bmp.size() % 4 != 2) bmp.push_back(0);
  }
  std::vector<uint8_t> indices(static_cast<size_t>(width * height));
  for (size_t i = 0; i < indices.size(); ++i)
    indices[i] = static_cast<uint8_t>(i * i * 2654435761U >> 30 & 3);
  return {{"JPEG", testing::make_jpeg({.width = width, .height = height}, samples)},
          {"PNG", *encode_png(picture)},
          {"WebP", testing::make_webp(picture, false)},
          {"TIFF", testing::make_tiff({{.width = static_cast<uint32_t>(width),
                                        .height = static_cast<uint32_t>(height),
                                        .samples = 3,
                                        .photometric = 2,
                                        .compression = 5,
                                        .rows_per_strip = 8,
                                        .data = samples}})},
          {"BMP", bmp},
          {"GIF", testing::make_gif(width, height,
                                    {{.width = width, .height = height, .indices = indices}})}};
}

TEST(Decode, TellsTheFormatFromTheContent) {
  for (const auto& [name, file] : files_of_all_formats(40, 30)) {
    const auto format = sniff_picture(file);
    ASSERT_TRUE(format) << name;
    EXPECT_EQ(picture_format_name(*format), name);
    const auto picture = open_picture(file);
    ASSERT_TRUE(picture.ok());
    EXPECT_EQ(picture->frame_count(), 1);
    const auto info = picture->frame_info(0);
    ASSERT_TRUE(info.ok()) << name;
    EXPECT_EQ(info->width, 40);
    EXPECT_EQ(info->height, 30);
    EXPECT_EQ(decoded(file).image.width(), 40) << name;
  }
}

TEST(Decode, RefusesWhatIsNoPicture) {
  EXPECT_EQ(decode_error({}), Code::kFileEmpty);
  EXPECT_EQ(decode_error({0}), Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(text_file("%PDF-1.7\n")), Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(text_file("BMW is a maker of cars, and this is a text.")),
            Code::kFileTypeUnsupported);
  EXPECT_EQ(decode_error(File(1000, 0)), Code::kFileTypeUnsupported);
  const auto heic =
      open_picture(text_file(std::string("\0\0\0\x18"
                                         "ftypheic",
                                         12)));
  ASSERT_FALSE(heic.ok());
  EXPECT_NE(heic.error().what.find("HEIC"), std::string::npos);
}

// A file cut anywhere gives pixels and a diagnostic, or an error, and never a picture of another
// size.
TEST(Decode, TruncatedAnywhere) {
  for (const auto& [name, file] : files_of_all_formats(64, 50)) {
    int with_pixels = 0;
    for (size_t size = 1; size < file.size(); size += 1 + file.size() / 300) {
      const File cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(size));
      auto picture = open_picture(cut);
      if (!picture.ok()) continue;
      Diagnostics diagnostics;
      auto result = picture->decode(0, {}, diagnostics);
      if (!result.ok()) {
        EXPECT_EQ(result.error().code, Code::kFileCorrupted)
            << name << " " << result.error().message();
        continue;
      }
      ++with_pixels;
      EXPECT_EQ(result->image.width(), 64);
      EXPECT_EQ(result->image.height(), 50);
      // All pixels may be there although the end of the file is not; then there is nothing to say.
      if (size < file.size() / 2) {
        EXPECT_FALSE(diagnostics.list().empty()) << name << " at " << size;
      }
    }
    if (name != "TIFF") {  // its directory may be at the end
      EXPECT_GT(with_pixels, 100) << name;
    }
  }
}

TEST(Decode, KeepsTheUpperPartOfATruncatedPicture) {
  const auto files = files_of_all_formats(200, 160);
  for (const auto& [name, file] : files) {
    if (name == "TIFF" || name == "BMP" || name == "GIF" || name == "WebP") continue;
    const Image whole = decoded(file).image;
    const File cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(file.size() * 6 / 10));
    Diagnostics diagnostics;
    const Image part = decoded(cut, diagnostics).image;
    ASSERT_FALSE(diagnostics.list().empty()) << name;
    EXPECT_EQ(diagnostics.list()[0].id, "image_truncated") << name;
    const PixelBox upper{0, 0, 200, 32};
    EXPECT_EQ(testing::difference(ImageView(part).part(upper), ImageView(whole).part(upper)), 0)
        << name;
    EXPECT_EQ(part.pixel(100, 159)[0], 255) << name;  // the rest is white
  }
}

// A header may claim any size; nothing may be allocated for it.
TEST(Decode, LyingSizesAreRefusedAtOnce) {
  const CpuTimer timer;
  int refused = 0;
  for (auto& [name, file] : files_of_all_formats(64, 50)) {
    // Every place where a 16-bit or 32-bit 64 and 50 stand close together is set to 65535.
    for (size_t i = 0; i + 8 <= file.size(); ++i) {
      const auto is = [&, &bytes = file](size_t at, uint8_t value) { return bytes[at] == value; };
      for (const size_t distance : {size_t{2}, size_t{4}})
        for (const size_t order : {size_t{0}, distance - 1}) {
          if (!is(i + order, 64) && !is(i + order, 50)) continue;
          if (!is(i + distance + order, 50) && !is(i + distance + order, 64)) continue;
          File lie = file;
          for (const size_t at : {i, i + distance}) {
            lie[at + order] = 255;
            lie[at + (order == 0 ? 1 : order - 1)] = 255;
          }
          Diagnostics diagnostics;
          auto picture = open_picture(lie);
          if (!picture.ok()) continue;
          const auto result = picture->decode(0, {}, diagnostics);
          refused += !result.ok() && result.error().code == Code::kLimitExceeded;
        }
    }
  }
  EXPECT_GE(refused, 4);
  EXPECT_LT(timer.seconds(), 3);
}

TEST(Decode, LimitsOfTheCallerHold) {
  for (const auto& [name, file] : files_of_all_formats(64, 50)) {
    EXPECT_EQ(decode_error(file, {.max_side = 63}), Code::kLimitExceeded) << name;
    EXPECT_EQ(decode_error(file, {.max_source_pixels = 3199}), Code::kLimitExceeded) << name;
    EXPECT_EQ(decoded(file, 0, {.max_side = 64, .max_source_pixels = 3200, .max_pixels = 3200})
                  .image.width(),
              64)
        << name;
  }
}

TEST(Decode, ReducesWhatIsOverThePixelLimitAndSaysSo) {
  for (const auto& [name, file] : files_of_all_formats(200, 160)) {
    Diagnostics diagnostics;
    const auto whole = decoded(file);
    const auto small = decoded(file, diagnostics, {.max_pixels = 8000});
    EXPECT_LE(small.image.width() * small.image.height(), 8000) << name;
    EXPECT_GE(small.image.width() * small.image.height(), 2000) << name;
    EXPECT_EQ(small.info.width, 200) << name;
    ASSERT_EQ(diagnostics.list().size(), 1U) << name;
    EXPECT_EQ(diagnostics.list()[0].id, "image_reduced");
    EXPECT_NE(diagnostics.list()[0].text.find("200 x 160"), std::string::npos);
    const double scale = static_cast<double>(small.image.width()) / 200;
    const int x = static_cast<int>(150 * scale), y = static_cast<int>(40 * scale);
    for (int c = 0; c < 2 && name != "GIF"; ++c)  // red and green change slowly; the GIF is noise
      EXPECT_NEAR(small.image.pixel(x, y)[c], whole.image.pixel(150, 40)[c], 8) << name;
  }
}

TEST(Decode, OneByteTurnedIsNeverACrash) {
  for (const auto& [name, file] : files_of_all_formats(24, 20))
    for (size_t i = 0; i < file.size(); ++i)
      for (const uint8_t flip : {0x01, 0x80, 0xFF}) {
        File broken = file;
        broken[i] ^= flip;
        auto picture = open_picture(broken);
        if (!picture.ok()) continue;
        Diagnostics diagnostics;
        const auto result = picture->decode(
            0, {.max_source_pixels = 1'000'000, .max_pixels = 1'000'000}, diagnostics);
        if (result.ok()) {
          EXPECT_FALSE(result->image.empty()) << name;
        }
      }
}

}  // namespace
}  // namespace octavo
