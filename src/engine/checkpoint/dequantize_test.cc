#include "engine/checkpoint/dequantize.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "engine/checkpoint/checkpoint.h"

namespace octavo::engine {
namespace {

// blocks.gguf is made by tools/reference/dequantize_goldens.py with the `gguf` package.
TEST(Dequantize, EveryTypeIsBitForBitWhatThePackageGives) {
  const auto opened = Checkpoint::open(OCTAVO_SOURCE_DIR "/tests/golden/engine/blocks.gguf");
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  int types = 0;
  for (const TensorRef& blocks : opened->tensors()) {
    const TensorRef* const golden = opened->find(blocks.name + ".f32");
    if (golden == nullptr) continue;
    ++types;
    std::vector<float> values(static_cast<size_t>(blocks.elements()));
    ASSERT_EQ(golden->bytes, static_cast<int64_t>(values.size() * sizeof(float)));
    dequantize(blocks.dtype, blocks.data, blocks.elements(), values.data());
    for (size_t i = 0; i < values.size(); ++i) {
      uint32_t wanted = 0, got = 0;
      std::memcpy(&wanted, golden->data + i * sizeof wanted, sizeof wanted);
      std::memcpy(&got, &values[i], sizeof got);
      ASSERT_EQ(got, wanted) << blocks.name << " element " << i;
    }
  }
  EXPECT_EQ(types, 10);
}

TEST(Dequantize, F32IsCopied) {
  const float source[2] = {-0.0f, 1.5f};
  float target[2] = {};
  dequantize(DType::kF32, reinterpret_cast<const uint8_t*>(source), 2, target);
  EXPECT_EQ(std::memcmp(source, target, sizeof source), 0);
  dequantize(DType::kF32, reinterpret_cast<const uint8_t*>(source), 0, target);
}

TEST(Dequantize, AnInfiniteScaleGivesNanWhereItMeetsZero) {
  uint8_t block[34] = {0x00, 0x7C, 0, 1};
  float target[32];
  dequantize(DType::kQ8_0, block, 32, target);
  EXPECT_TRUE(std::isnan(target[0]));
  EXPECT_TRUE(std::isinf(target[1]));
}

TEST(Dequantize, APartOfABlockIsADefect) {
  uint8_t block[34] = {};
  float target[32];
  EXPECT_DEATH(dequantize(DType::kQ8_0, block, 31, target), "block_elements");
}

}  // namespace
}  // namespace octavo::engine
