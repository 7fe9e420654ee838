#include "api/prompt_pictures.h"

#include <gtest/gtest.h>

#include "image/decode/testing.h"

namespace octavo {
namespace {

using testing::make_tiff;
using testing::make_webp;
using testing::sample_picture;

TEST(PromptPictures, FromBytes) {
  Diagnostics diagnostics;
  const auto read =
      read_prompt_picture({"a.webp", make_webp(sample_picture(20, 10, 3), true)}, diagnostics);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->width, 20);
  EXPECT_EQ(read->height, 10);
  EXPECT_EQ(read->image.width(), 20);
  EXPECT_TRUE(diagnostics.list().empty());
}

TEST(PromptPictures, OfSeveralTheFirst) {
  const std::vector<uint8_t> file = make_tiff(
      {{.width = 2, .height = 1, .data = {1, 2}}, {.width = 1, .height = 1, .data = {3}}});
  Diagnostics diagnostics;
  const auto read = read_prompt_picture({"a.tif", file}, diagnostics);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->width, 2);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_EQ(diagnostics.list()[0].text, "a.tif: only the first of 2 pictures in it was read");
}

TEST(PromptPictures, ErrorsNameTheFile) {
  Diagnostics diagnostics;
  const auto missing = read_prompt_picture({"no/such.png", {}}, diagnostics);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, Code::kFileNotFound);
  EXPECT_EQ(missing.error().place.file, "no/such.png");
  const auto text = read_prompt_picture({"a.png", {'h', 'i'}}, diagnostics);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Code::kFileTypeUnsupported);
  EXPECT_EQ(text.error().place.file, "a.png");
}

}  // namespace
}  // namespace octavo
