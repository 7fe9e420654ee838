#include "server/openai/picture_size.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

namespace octavo::server {
namespace {

// "89 50 'NG'": bytes in hexadecimal, and text in quotation marks.
std::vector<uint8_t> file(const std::string& text) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
    } else if (text[i] == '\'') {
      for (++i; text[i] != '\''; ++i) bytes.push_back(static_cast<uint8_t>(text[i]));
      ++i;
    } else {
      bytes.push_back(static_cast<uint8_t>(std::strtoul(text.substr(i, 2).c_str(), nullptr, 16)));
      i += 2;
    }
  }
  return bytes;
}

std::string size_of(const std::string& text) {
  const auto size = picture_size(file(text));
  return size ? std::to_string(size->width) + "x" + std::to_string(size->height) : "none";
}

const char kPng[] =
    "89 'PNG' 0D 0A 1A 0A 00 00 00 0D 'IHDR' 00 00 01 2C 00 00 00 C8 08 02 00 00 00";
const char kJpeg[] =
    "FF D8 FF E0 00 10 'JFIF' 00 01 01 00 00 01 00 01 00 00 FF FF DB 00 03 00"
    "FF C2 00 11 08 00 C8 01 2C 03 01 22 00 02 11 01 03 11 01";

TEST(PictureSize, OfEveryFormat) {
  EXPECT_EQ(size_of(kPng), "300x200");
  EXPECT_EQ(size_of(kJpeg), "300x200");
  EXPECT_EQ(size_of("'GIF89a' 2C 01 C8 00 F7 00 00"), "300x200");
  EXPECT_EQ(size_of("'BM' 00 00 00 00 00 00 00 00 36 00 00 00 28 00 00 00 2C 01 00 00 38 FF FF FF"),
            "300x200");
  EXPECT_EQ(size_of("'BM' 00 00 00 00 00 00 00 00 1A 00 00 00 0C 00 00 00 2C 01 C8 00"), "300x200");
  EXPECT_EQ(size_of("'RIFF' 00 00 00 00 'WEBP' 'VP8 ' 00 00 00 00 30 01 00 9D 01 2A 2C 01 C8 00"),
            "300x200");
  // 14 bits each, less one: 299 | 199 << 14.
  EXPECT_EQ(size_of("'RIFF' 00 00 00 00 'WEBP' 'VP8L' 00 00 00 00 2F 2B C1 31 00"), "300x200");
  EXPECT_EQ(size_of("'RIFF' 00 00 00 00 'WEBP' 'VP8X' 0A 00 00 00 00 00 00 00 2B 01 00 C7 00 00"),
            "300x200");
  EXPECT_EQ(size_of("'II' 2A 00 08 00 00 00 02 00 00 01 03 00 01 00 00 00 2C 01 00 00"
                    "01 01 04 00 01 00 00 00 C8 00 00 00"),
            "300x200");
  EXPECT_EQ(size_of("'MM' 00 2A 00 00 00 08 00 02 01 00 00 03 00 00 00 01 01 2C 00 00"
                    "01 01 00 04 00 00 00 01 00 00 00 C8"),
            "300x200");
  EXPECT_EQ(size_of("'II' 2B 00 08 00 00 00 10 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"
                    "00 01 03 00 01 00 00 00 00 00 00 00 2C 01 00 00 00 00 00 00"
                    "01 01 04 00 01 00 00 00 00 00 00 00 C8 00 00 00 00 00 00 00"),
            "300x200");
}

TEST(PictureSize, WhatIsNoPictureHasNone) {
  for (const char* text : {"", "'x'", "'%PDF-1.7'", "'<svg'", "00 00 00 18 'ftypheic'", "'RIFF'",
                           "'RIFF' 00 00 00 00 'WAVE'", "89 'PN'"})
    EXPECT_EQ(size_of(text), "none") << text;
}

TEST(PictureSize, DamageIsNoSize) {
  for (const char* text :
       {"89 'PNG' 0D 0A 1A 0A", "'GIF89a' 2C 01", "'GIF89a' 00 00 C8 00", "FF D8 FF", "FF D8 FF D9",
        "FF D8 FF DA 00 03 00", "FF D8 FF C0 00 11 08 00 00 01 2C", "'RIFF' 00 00 00 00 'WEBP'",
        "'RIFF' 00 00 00 00 'WEBP' 'VP8X' 0A 00 00 00", "'II' 2A 00 FF FF FF FF", "'II' 2A 00",
        "'BM' 00"})
    EXPECT_EQ(size_of(text), "0x0") << text;
}

// Cut anywhere, a header gives its size, none or 0: and no read behind its end (AddressSanitizer).
TEST(PictureSize, CutAnywhere) {
  for (const char* text : {kPng, kJpeg}) {
    const auto whole = file(text);
    for (size_t length = 0; length <= whole.size(); ++length) {
      const std::vector<uint8_t> part(whole.begin(), whole.begin() + static_cast<long>(length));
      const auto size = picture_size(part);
      if (size && size->width > 0) {
        EXPECT_EQ(size->width, 300);
      }
    }
  }
}

TEST(PictureSize, ProductsDoNotWrap) {
  EXPECT_EQ((PictureSize{int64_t(1) << 32, int64_t(1) << 32}).pixels(),
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(size_of("89 'PNG' 0D 0A 1A 0A 00 00 00 0D 'IHDR' FF FF FF FF FF FF FF FF"),
            "4294967295x4294967295");
}

}  // namespace
}  // namespace octavo::server
