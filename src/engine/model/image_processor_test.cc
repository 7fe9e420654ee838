#include "engine/model/image_processor.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "image/convert.h"

namespace octavo::engine {
namespace {

const VisionConfig kVision{.depth = 1};
const ImageConfig kMinerU{.min_pixels = 50176,
                          .max_pixels = 1605632,
                          .mean = {0.48145466F, 0.4578275F, 0.40821073F},
                          .std = {0.26862954F, 0.26130258F, 0.27577711F}};

// The lines of a golden file without comments.
std::vector<std::istringstream> golden(const std::string& name) {
  std::ifstream file(std::string(OCTAVO_SOURCE_DIR "/tests/golden/engine/") + name);
  std::vector<std::istringstream> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("#")) lines.emplace_back(line);
  return lines;
}

// The picture of tools/reference/image_goldens.py.
Image formula_picture(int width, int height) {
  Image image(width, height, 3);
  uint32_t i = 0;
  for (uint8_t& byte : image.bytes()) {
    uint32_t x = i * 2654435761U;
    x ^= x >> 15;
    const uint32_t noise = (x * 2246822519U) >> 24;
    const uint32_t pixel = i / 3, channel = i % 3;
    const uint32_t column = pixel % static_cast<uint32_t>(width);
    const uint32_t row = pixel / static_cast<uint32_t>(width);
    const uint32_t wave = ((column * (channel + 1)) >> 1) + row * 3;
    const uint32_t folded = (wave & 256) != 0 ? 255 - (wave & 255) : wave & 255;
    byte = static_cast<uint8_t>((pixel / 64) % 2 == 0 ? folded : noise);
    ++i;
  }
  return image;
}

uint64_t polynomial_hash(const Matrix<float>& rows) {
  uint64_t value = 0;
  for (int64_t i = 0; i < rows.rows() * rows.cols(); ++i) {
    uint32_t word;
    std::memcpy(&word, rows.data() + i, sizeof word);
    value = value * 6364136223846793005ULL + word;
  }
  return value;
}

TEST(SmartResize, VectorsOfTheSpecification) {
  const int64_t least = kMinerU.min_pixels, most = kMinerU.max_pixels;
  using Size = std::array<int, 2>;
  EXPECT_EQ(*smart_resize(196, 280, 28, least, most), (Size{196, 280}));
  EXPECT_EQ(*smart_resize(743, 544, 28, least, most), (Size{756, 532}));
  EXPECT_EQ(*smart_resize(2339, 1654, 28, least, most), (Size{1484, 1064}));
  EXPECT_EQ(*smart_resize(100, 100, 28, least, most), (Size{224, 224}));
  EXPECT_EQ(*smart_resize(30, 4000, 28, least, most), (Size{28, 4004}));
  EXPECT_EQ(*smart_resize(28, 4000, 28, least, most), (Size{28, 4004}));
}

TEST(SmartResize, HalvesGoToEven) {
  // 42 = 1.5 * 28 -> 2 * 28; 70 = 2.5 * 28 -> 2 * 28.
  EXPECT_EQ(*smart_resize(42, 70, 28, 1, 1'000'000), (std::array<int, 2>{56, 56}));
}

TEST(SmartResize, ThinStripsKeepOneBlock) {
  // 10 x 2000 at most 3136 pixels: the short side would become 0.
  EXPECT_EQ((*smart_resize(10, 2000, 28, 1, 3136))[0], 28);
}

TEST(SmartResize, RefusesEmptyAndExtreme) {
  for (const auto& [height, width] :
       {std::pair{0, 10}, {10, 0}, {-1, 10}, {1, 201}, {30000, 100}, {0, 0}}) {
    const auto size = smart_resize(height, width, 28, 1, 1'000'000);
    ASSERT_FALSE(size.ok()) << height << " " << width;
    EXPECT_EQ(size.error().code, Code::kInvalidArgument);
  }
  EXPECT_TRUE(smart_resize(1, 200, 28, 1, 1'000'000).ok());
}

TEST(SmartResize, AsTheReference) {
  int count = 0;
  for (auto& line : golden("smart_resize.txt")) {
    int height, width, factor, to_height, to_width;
    int64_t least, most;
    line >> height >> width >> factor >> least >> most >> to_height >> to_width;
    ASSERT_TRUE(line) << line.str();
    const auto size = smart_resize(height, width, factor, least, most);
    ASSERT_EQ(size.ok(), to_height > 0) << line.str();
    if (size.ok()) EXPECT_EQ(*size, (std::array<int, 2>{to_height, to_width})) << line.str();
    ++count;
  }
  EXPECT_EQ(count, 600);
}

TEST(PrepareImage, RowsAsTheReference) {
  int count = 0;
  for (auto& line : golden("image_rows.txt")) {
    int width, height;
    ImageConfig config = kMinerU;
    ImageGrid grid;
    uint64_t hash;
    line >> width >> height >> config.min_pixels >> config.max_pixels >> grid.height >>
        grid.width >> std::hex >> hash;
    ASSERT_TRUE(line) << line.str();
    const auto prepared = prepare_image(formula_picture(width, height), kVision, config);
    ASSERT_TRUE(prepared.ok()) << line.str();
    EXPECT_EQ(prepared->grid.height, grid.height) << line.str();
    EXPECT_EQ(prepared->grid.width, grid.width) << line.str();
    EXPECT_EQ(polynomial_hash(prepared->patches), hash) << line.str();
    EXPECT_FALSE(prepared->capped);
    ++count;
  }
  EXPECT_EQ(count, 200);
}

TEST(PrepareImage, EveryValueIsWhereItBelongs) {
  // Two channels tell column and row of each pixel, so every value can be traced back.
  Image image(112, 56, 3);
  for (int y = 0; y < 56; ++y)
    for (int x = 0; x < 112; ++x) {
      image.pixel(x, y)[0] = static_cast<uint8_t>(x);
      image.pixel(x, y)[1] = static_cast<uint8_t>(y);
      image.pixel(x, y)[2] = 255;
    }
  const ImageConfig plain{.min_pixels = 1, .max_pixels = 10000, .mean = {}, .std = {1, 1, 1}};
  const auto prepared = prepare_image(image, kVision, plain);
  ASSERT_TRUE(prepared.ok());
  ASSERT_EQ(prepared->grid.height, 4);
  ASSERT_EQ(prepared->grid.width, 8);
  EXPECT_EQ(prepared->grid.tokens(2), 8);
  const auto value = [&](int64_t row, int c, int t, int y, int x) {
    const float out = prepared->patches.row(row)[((c * 2 + t) * 14 + y) * 14 + x];
    return static_cast<int>(std::lround(out * 255));
  };
  // Row 0..3: the first block; row 4: next block to the right; row 16: next line of blocks.
  const std::vector<std::array<int, 3>> corners{{0, 0, 0},   {1, 14, 0},  {2, 0, 14},
                                                {3, 14, 14}, {4, 28, 0},  {15, 98, 14},
                                                {16, 0, 28}, {31, 98, 42}};
  for (const auto& [row, x, y] : corners)
    for (const int t : {0, 1}) {
      EXPECT_EQ(value(row, 0, t, 0, 0), x) << row;
      EXPECT_EQ(value(row, 1, t, 0, 0), y) << row;
      EXPECT_EQ(value(row, 0, t, 3, 13), x + 13) << row;
      EXPECT_EQ(value(row, 1, t, 3, 13), y + 3) << row;
      EXPECT_EQ(value(row, 2, t, 13, 0), 255) << row;
    }
}

TEST(PrepareImage, LevelsAreThoseOfTheReference) {
  Image image(280, 280, 3, 0);
  image.pixel(0, 0)[0] = image.pixel(0, 0)[1] = image.pixel(0, 0)[2] = 255;
  const auto prepared = prepare_image(image, kVision, kMinerU);
  ASSERT_TRUE(prepared.ok());
  const float* row = prepared->patches.row(0);
  constexpr int kFrame = 14 * 14;
  EXPECT_EQ(row[1], -1.7922626F);  // black, red channel
  EXPECT_NEAR(row[0], 1.9303, 1e-4);
  EXPECT_NEAR(row[2 * kFrame], 2.0749, 1e-4);
  EXPECT_NEAR(row[4 * kFrame], 2.1459, 1e-4);
}

TEST(PrepareImage, GreyIsThreeEqualChannels) {
  Image grey(100, 60, 1);
  for (int y = 0; y < 60; ++y)
    for (int x = 0; x < 100; ++x) *grey.pixel(x, y) = static_cast<uint8_t>(x * 2 + y);
  const auto one = prepare_image(grey, kVision, kMinerU);
  const auto three = prepare_image(to_rgb(grey), kVision, kMinerU);
  ASSERT_TRUE(one.ok() && three.ok());
  EXPECT_EQ(polynomial_hash(one->patches), polynomial_hash(three->patches));
}

TEST(ImageCaps, LongerSide) {
  // 2048 x 1152 -> 1024 x 576 -> 1036 x 588 (multiples of 28).
  const auto plan = plan_image(1152, 2048, kVision, kMinerU, {.max_side = 1024});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->resized_width, 1036);
  EXPECT_EQ(plan->resized_height, 588);
  EXPECT_TRUE(plan->capped);
  // A picture that is smaller anyway is left alone.
  EXPECT_FALSE(plan_image(576, 1000, kVision, kMinerU, {.max_side = 1024})->capped);
  // Up to the ratio, a strip stays a strip, although 5.12 rows are rounded to 5.
  EXPECT_TRUE(plan_image(28, 5600, kVision, kMinerU, {.max_side = 1024}).ok());
}

TEST(ImageCaps, Pixels) {
  const auto plan = plan_image(2000, 2000, kVision, kMinerU, {.max_pixels = 100'000});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->resized_width, 308);  // floor(sqrt(100000) / 28) * 28
  EXPECT_TRUE(plan->capped);
  EXPECT_FALSE(plan_image(300, 300, kVision, kMinerU, {.max_pixels = 100'000})->capped);
  // Below the model's minimum: the caller's word counts.
  EXPECT_EQ(plan_image(2000, 2000, kVision, kMinerU, {.max_pixels = 800})->grid.patches(), 4);
  // More than the model allows is not to be had.
  EXPECT_EQ(plan_image(4000, 4000, kVision, kMinerU, {.max_pixels = 1 << 30})->resized_width, 1260);
}

TEST(PrepareImage, LyingConfigurationsAreErrors) {
  ImageConfig config = kMinerU;
  config.max_pixels = int64_t(1) << 60;
  EXPECT_EQ(plan_image(20000, 20000, kVision, config).error().code, Code::kLimitExceeded);
  config.min_pixels = int64_t(1) << 60;
  EXPECT_FALSE(plan_image(20, 20, kVision, config).ok());
  config = {};
  EXPECT_TRUE(plan_image(20, 20, kVision, config).ok());  // no limits given: one block at least
  VisionConfig vision = kVision;
  vision.patch = 0;
  EXPECT_EQ(plan_image(20, 20, vision, kMinerU).error().code, Code::kModelInvalid);
  EXPECT_EQ(prepare_image(ImageView{}, kVision, kMinerU).error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace octavo::engine
