#include "engine/ops/byte_attention.h"

#include "engine/kernels/test_data.h"
#include "engine/ops/test_compute.h"
#include "engine/ops/test_heads.h"

namespace octavo::engine {
namespace {

TEST(ByteAttentionOps, EachHeadSeesItsKeysWhateverTheThreads) {
  const std::vector<float> keys = Numbers(1).many(size_t(kKeys * kStride), 3);
  const std::vector<float> values = Numbers(2).many(size_t(kKeys * kStride));
  const std::vector<float> queries = Numbers(3).many(size_t(kKeys * kStride), 2);
  const ByteHeads heads(kKeys, kHeads, kHeadDim);
  std::vector<float> first;
  for_each_compute([&](const Compute& compute) {
    Matrix<float> memory(1, (heads.bytes() + 3) / 4);
    auto* const bytes = reinterpret_cast<uint8_t*>(memory.data());
    std::vector<float> rows = queries;
    const MatView<float> view{rows.data(), kKeys, kWidth, kStride};
    heads.pack_keys(compute, {keys.data(), kKeys, kWidth, kStride}, bytes);
    heads.pack_values(compute, {values.data(), kKeys, kWidth, kStride}, bytes);
    heads.attend(compute, view, bytes);
    if (first.empty()) first = rows;
    EXPECT_TRUE(same_bits(rows.data(), first.data(), rows.size()));
  });
  for (int64_t row = 0; row < kKeys; row += 31) {
    for (int64_t head = 0; head < kHeads; ++head) {
      const int64_t at = row * kStride + head * kHeadDim;
      const std::vector<double> right = right_head(queries.data() + at, keys, values, head);
      for (size_t d = 0; d < kHeadDim; ++d)
        EXPECT_NEAR(first[size_t(at) + d], right[d], 0.01) << row << " " << head;
    }
    for (int64_t gap = row * kStride + kWidth; gap < (row + 1) * kStride; ++gap)
      EXPECT_EQ(first[size_t(gap)], queries[size_t(gap)]);
  }
}

TEST(ByteAttentionOps, HeadsDoNotOverlap) {
  const ByteHeads heads(130, 2, 16);
  alignas(64) static uint8_t memory[32768];
  ASSERT_LE(heads.bytes(), int64_t{sizeof memory});
  const ByteHead a = heads.head(memory, 0), b = heads.head(memory, 1);
  EXPECT_EQ(a.values - a.keys, 256 * 16);
  EXPECT_EQ(reinterpret_cast<int8_t*>(a.key_scale) - a.values, 256 * 16);
  EXPECT_GE(a.value_scale - reinterpret_cast<float*>(a.key_start), 256);
  EXPECT_GE(a.value_mean - a.value_scale, 16);
  EXPECT_GE(reinterpret_cast<float*>(b.keys) - a.value_mean, 16);
  EXPECT_EQ((b.keys - a.keys) * 2, heads.bytes());
  EXPECT_EQ((b.keys - a.keys) % 64, 0);
}

TEST(ByteAttentionOps, SizesThatFit) {
  EXPECT_TRUE(fits_byte_attention(16));
  EXPECT_TRUE(fits_byte_attention(80));
  EXPECT_TRUE(fits_byte_attention(256));
  EXPECT_FALSE(fits_byte_attention(0));
  EXPECT_FALSE(fits_byte_attention(40));
  EXPECT_FALSE(fits_byte_attention(272));
}

}  // namespace
}  // namespace octavo::engine
