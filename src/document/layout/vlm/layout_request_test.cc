#include "document/layout/vlm/layout_request.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

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
