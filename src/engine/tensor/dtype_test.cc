#include "engine/tensor/dtype.h"

#include <gtest/gtest.h>

#include "engine/tensor/tensor_ref.h"

namespace octavo::engine {
namespace {

TEST(DType, FactsFollowTheBlockLayouts) {
  EXPECT_EQ(facts_of(DType::kF32).name, "f32");
  EXPECT_EQ(facts_of(DType::kQ6_K).name, "q6_k");
  // f16 scale, 32 signed bytes.
  EXPECT_EQ(facts_of(DType::kQ8_0).block_bytes, 2 + 32);
  // f16 scale and minimum, 8 six-bit pairs, 256 nibbles.
  EXPECT_EQ(facts_of(DType::kQ4_K).block_bytes, 2 + 2 + 12 + 128);
  EXPECT_EQ(facts_of(DType::kQ5_K).block_bytes, 2 + 2 + 12 + 32 + 128);
  EXPECT_EQ(facts_of(DType::kQ6_K).block_bytes, 128 + 64 + 16 + 2);
}

TEST(DType, Bytes) {
  EXPECT_EQ(bytes_for(DType::kF32, 3), 12);
  EXPECT_EQ(bytes_for(DType::kBF16, 3), 6);
  EXPECT_EQ(bytes_for(DType::kQ5_0, 64), 44);
  EXPECT_EQ(bytes_for(DType::kQ4_K, 0), 0);
  // 151,936 x 896 values, the embedding of the real model.
  EXPECT_EQ(bytes_for(DType::kBF16, 151936LL * 896), 272269312);
  EXPECT_DEATH(bytes_for(DType::kQ8_0, 33), "block_elements");
}

TEST(TensorRef, ShapeTextAndElements) {
  TensorRef tensor;
  EXPECT_EQ(tensor.shape_text(), "[]");
  EXPECT_EQ(tensor.elements(), 1);
  tensor.rank = 2;
  tensor.shape = {896, 4864};
  EXPECT_EQ(tensor.shape_text(), "[896, 4864]");
  EXPECT_EQ(tensor.elements(), 896 * 4864);
}

}  // namespace
}  // namespace octavo::engine
