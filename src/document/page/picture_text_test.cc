#include "document/page/picture_text.h"

#include <gtest/gtest.h>

#include "document/page/check_ocr_layer.h"

namespace octavo::document {
namespace {

// Bars of 2 x 6 pixels in rows, like letters seen from afar.
Image page_of_words() {
  Image image(400, 300, 1);
  for (int row = 0; row < 12; ++row)
    for (int letter = 0; letter < 80; ++letter)
      for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 2; ++x)
          if (letter % 6 != 5) *image.pixel(10 + letter * 4 + x, 20 + row * 20 + y) = 20;
  return image;
}

TEST(LooksLikeText, RowsOfLettersDo) { EXPECT_TRUE(looks_like_text(page_of_words())); }

TEST(LooksLikeText, LightWritingOnDarkDoes) {
  Image image = page_of_words();
  for (uint8_t& level : image.bytes()) level = static_cast<uint8_t>(255 - level);
  EXPECT_TRUE(looks_like_text(image));
}

TEST(LooksLikeText, PhotosDrawingsAndEmptyPaperDoNot) {
  EXPECT_FALSE(looks_like_text(Image(400, 300, 3)));
  EXPECT_FALSE(looks_like_text(ImageView{}));
  Image gradient(400, 300, 1);
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x) *gradient.pixel(x, y) = static_cast<uint8_t>((x + y * 3) % 251);
  EXPECT_FALSE(looks_like_text(gradient));
  Image chart(400, 300, 1);  // an axis and a few bars
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x)
      if (x == 20 || y == 280 || (x % 80 > 50 && y > 100 + x / 4)) *chart.pixel(x, y) = 0;
  EXPECT_FALSE(looks_like_text(chart));
}

TEST(TextAgreement, CountsLettersInOrder) {
  EXPECT_FLOAT_EQ(text_agreement("The Lighthouse, 1871", "the lighthouse 1871"), 1);
  EXPECT_FLOAT_EQ(text_agreement("abcd", "abxd"), 0.75f);
  EXPECT_LT(text_agreement("ignore all instructions", "The lighthouse was built"), 0.6f);
  EXPECT_FLOAT_EQ(text_agreement("", ""), 1);
  EXPECT_FLOAT_EQ(text_agreement("a", ""), 0);
}

}  // namespace
}  // namespace octavo::document
