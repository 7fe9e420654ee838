#include "networks/planes.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(Planes, BlueFirstAndScaled) {
  Image image(2, 1, 3);
  const uint8_t pixels[] = {255, 0, 51, 0, 255, 102};  // R, G, B
  std::copy(std::begin(pixels), std::end(pixels), image.row(0));
  std::vector<float> planes(3 * 2 * 3, 9.0F);  // 2 rows of 3 columns
  fill_planes(image, {}, planes, 2, 3);
  // (51 / 255 - 0.5) / 0.5 = -0.6; (102 / 255 - 0.5) / 0.5 = -0.2.
  EXPECT_NEAR(planes[0], -0.6F, 1e-6F);
  EXPECT_NEAR(planes[1], -0.2F, 1e-6F);
  EXPECT_NEAR(planes[6], -1.0F, 1e-6F);  // green
  EXPECT_NEAR(planes[7], 1.0F, 1e-6F);
  EXPECT_NEAR(planes[12], 1.0F, 1e-6F);  // red
  EXPECT_NEAR(planes[13], -1.0F, 1e-6F);
  for (const size_t untouched : {2, 3, 4, 5, 8, 17}) EXPECT_EQ(planes[untouched], 9.0F);
}

TEST(Planes, RedFirstWithImageNetNumbers) {
  Image image(1, 1, 3);
  image.row(0)[0] = 0;
  image.row(0)[1] = image.row(0)[2] = 255;
  std::vector<float> planes(3);
  fill_planes(image, {kImageNetMean, kImageNetDeviation, false}, planes, 1, 1);
  EXPECT_NEAR(planes[0], -0.485F / 0.229F, 1e-5F);
  EXPECT_NEAR(planes[1], (1 - 0.456F) / 0.224F, 1e-5F);
  EXPECT_NEAR(planes[2], (1 - 0.406F) / 0.225F, 1e-5F);
}

TEST(Planes, GreyFillsAllThree) {
  Image image(1, 1, 1, 255);
  std::vector<float> planes(3);
  fill_planes(image, {}, planes, 1, 1);
  for (const float value : planes) EXPECT_NEAR(value, 1.0F, 1e-6F);
}

}  // namespace
}  // namespace octavo
