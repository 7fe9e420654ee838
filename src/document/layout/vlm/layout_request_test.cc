#include "document/layout/vlm/layout_request.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <sstream>

#include "base/sha256.h"
#include "tests/support/made_page.h"
#include "tests/support/protocol_goldens.h"

namespace octavo::document::protocol {
namespace {

TEST(LayoutPicture, HasThePixelsOfTheReference) {
  testing::expect_as_reference(
      std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/protocol/page.json", 5,
      [](const std::string& text) {
        std::istringstream words(text);
        std::string word;
        int width = 0, height = 0;
        words >> word >> width >> height;
        const Image picture = layout_picture(testing::made_page(width, height));
        return std::to_string(picture.width()) + "x" + std::to_string(picture.height()) + " " +
               sha256_hex(picture.bytes());
      });
}

TEST(LayoutRequest, IsThePageStretchedToASquare) {
  const Image page(300, 500, 1, 200);
  const Image picture = layout_picture(page);
  EXPECT_EQ(picture.width(), 1036);
  EXPECT_EQ(picture.height(), 1036);
  EXPECT_EQ(picture.channels(), 3);
  EXPECT_EQ(*picture.pixel(500, 500), 200);
  const VlmRequest request = layout_request(picture);
  ASSERT_EQ(request.images.size(), 1u);
  EXPECT_EQ(request.prompt, "\nLayout Detection:");
  EXPECT_EQ(request.system, "You are a helpful assistant.");
  EXPECT_TRUE(request.keep_special);
  EXPECT_EQ(request.sampling.temperature, 0);
  EXPECT_EQ(request.sampling.no_repeat_ngram, 100);
  EXPECT_EQ(request.sampling.presence_penalty, 0);
  EXPECT_EQ(request.max_new_tokens, 0);
}

}  // namespace
}  // namespace octavo::document::protocol
