#include "engine/ops/bf16_attention.h"

#include "engine/kernels/test_data.h"
#include "engine/ops/test_compute.h"
#include "engine/ops/test_heads.h"

namespace octavo::engine {
namespace {

TEST(Bf16AttentionOps, EachHeadSeesItsKeysWhateverTheThreads) {
  const std::vector<float> keys = Numbers(1).many(size_t(kKeys * kStride), 3);
  const std::vector<float> values = Numbers(2).many(size_t(kKeys * kStride));
  const std::vector<float> queries = Numbers(3).many(size_t(kKeys * kStride), 2);
  const Bf16Heads heads(kKeys, kHeads, kHeadDim);
  std::vector<float> first;
  for_each_compute(
      [&](const Compute& compute) {
        Matrix<float> memory(1, (heads.bytes() + 3) / 4);
        std::vector<float> rows = queries;
        const MatView<float> view{rows.data(), kKeys, kWidth, kStride};
        heads.pack_keys(compute, {keys.data(), kKeys, kWidth, kStride}, memory.data());
        heads.pack_values(compute, {values.data(), kKeys, kWidth, kStride}, memory.data());
        heads.attend(compute, view, memory.data());
        if (first.empty()) first = rows;
        EXPECT_TRUE(same_bits(rows.data(), first.data(), rows.size()));
      },
      FloatProducts::kBf16);
  for (int64_t row = 0; row < kKeys; row += 31) {
    for (int64_t head = 0; head < kHeads; ++head) {
      const int64_t at = row * kStride + head * kHeadDim;
      const std::vector<double> right = right_head(queries.data() + at, keys, values, head);
      for (size_t d = 0; d < kHeadDim; ++d)
        EXPECT_NEAR(first[size_t(at) + d], right[d], 5e-3) << row << " " << head;
    }
    for (int64_t gap = row * kStride + kWidth; gap < (row + 1) * kStride; ++gap)
      EXPECT_EQ(first[size_t(gap)], queries[size_t(gap)]);
  }
}

TEST(Bf16AttentionOps, SizesThatFit) {
  EXPECT_TRUE(fits_bf16_attention(16));
  EXPECT_TRUE(fits_bf16_attention(80));
  EXPECT_TRUE(fits_bf16_attention(256));
  EXPECT_FALSE(fits_bf16_attention(0));
  EXPECT_FALSE(fits_bf16_attention(40));
  EXPECT_FALSE(fits_bf16_attention(272));
}

}  // namespace
}  // namespace octavo::engine
