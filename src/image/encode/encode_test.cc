#include "image/encode/encode.h"

#include <gtest/gtest.h>

#include "image/decode/testing.h"

namespace octavo {
namespace {

TEST(EncodePng, ComesBackExactly) {
  for (const int channels : {1, 3}) {
    const Image picture = testing::sample_picture(53, 31, channels);
    const auto file = encode_png(picture);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(testing::difference(testing::decoded(*file).image, picture), 0);
    EXPECT_EQ(*encode_png(picture), *file);
  }
}

TEST(EncodePng, TakesAPart) {
  const Image picture = testing::sample_picture(53, 31, 3);
  const ImageView part = ImageView(picture).part({10, 5, 30, 25});
  EXPECT_EQ(testing::difference(testing::decoded(*encode_png(part)).image, part), 0);
}

TEST(EncodeJpeg, ComesBackNearly) {
  for (const int channels : {1, 3}) {
    const Image picture = testing::sample_picture(64, 48, channels);
    const auto file = encode_jpeg(picture, {.quality = 95, .full_chroma = true, .dpi = 150});
    ASSERT_TRUE(file.ok());
    const auto back = testing::decoded(*file);
    EXPECT_LT(testing::difference(back.image, picture), 16);
    EXPECT_EQ(back.info.dpi_x, 150);
    EXPECT_EQ(*encode_jpeg(picture, {.quality = 95, .full_chroma = true, .dpi = 150}), *file);
  }
}

TEST(EncodeJpeg, QualityAndChromaCostBytes) {
  const Image picture = testing::sample_picture(200, 200, 3);
  EXPECT_LT(encode_jpeg(picture, {.quality = 40})->size(),
            encode_jpeg(picture, {.quality = 90})->size());
  EXPECT_LT(encode_jpeg(picture)->size(), encode_jpeg(picture, {.full_chroma = true})->size());
}

TEST(Encode, RefusesNonsense) {
  EXPECT_EQ(encode_png(ImageView{}).error().code, Code::kInvalidArgument);
  EXPECT_EQ(encode_jpeg(ImageView{}).error().code, Code::kInvalidArgument);
  EXPECT_EQ(encode_jpeg(Image(1, 1, 1), {.quality = 0}).error().code, Code::kInvalidArgument);
  EXPECT_EQ(encode_jpeg(Image(65501, 1, 1)).error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace octavo
