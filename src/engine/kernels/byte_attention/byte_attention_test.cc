#include "engine/kernels/byte_attention/byte_attention.h"

#include <cmath>
#include <limits>

#include "engine/kernels/byte_attention/powers.h"
#include "engine/kernels/byte_attention/test_case.h"
#include "engine/kernels/simd/scalar.h"
#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

Rows attend(const ByteAttentionKernels& kernels, const Case& c, int64_t shift = 0) {
  const int64_t blocks = byte_key_blocks(c.keys), all = blocks * kByteKeyBlock;
  Bytes<int8_t> keys(all * c.head_dim), values(all * c.head_dim);
  Bytes<float> key_scale(all), value_scale(c.head_dim), value_mean(c.head_dim);
  Bytes<int32_t> key_start(all);
  Bytes<float> scratch(kByteAttentionScratch / int64_t{sizeof(float)});
  const ByteHead head{keys.data(),      values.data(),      key_scale.data(),
                      key_start.data(), value_scale.data(), value_mean.data()};
  Lines key_rows(c.key_rows, c.head_dim, shift), value_rows(c.value_rows, c.head_dim, shift);
  Lines queries(c.queries, c.head_dim, shift);
  const auto task = [&](Lines& from) {
    return PackTask{from.data(), from.stride(), c.keys, c.head_dim, head, scratch.data()};
  };
  kernels.pack_keys(task(key_rows));
  kernels.pack_values(task(value_rows));
  kernels.attend({.queries = queries.data(),
                  .out = queries.data(),
                  .stride = queries.stride(),
                  .rows = static_cast<int>(c.rows),
                  .keys = c.keys,
                  .head_dim = c.head_dim,
                  .scale = 1 / std::sqrt(static_cast<float>(c.head_dim)),
                  .head = head,
                  .scratch = scratch.data()});
  keys.expect_untouched();
  values.expect_untouched();
  key_scale.expect_untouched();
  value_scale.expect_untouched();
  value_mean.expect_untouched();
  key_start.expect_untouched();
  scratch.expect_untouched();
  EXPECT_TRUE(same_bits(key_rows.rows().data(), c.key_rows.data(), c.key_rows.size()));
  return queries.rows();
}

TEST(ByteAttention, EveryVariantGivesTheSameBits) {
  expect_same_bits(byte_attention_variants(), attend);
}

// Half or so above the errors that docs/model.md states for more keys, so that only a mistake is
// beyond them. Scores of deviation 1, 4 and 16: from nearly even weights to one key that outweighs
// all.
TEST(ByteAttention, ErrorIsWithinItsBounds) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    for (const int head_dim : {32, 80})
      for (const auto& [deviation, bound] : {std::pair{1.0F, 0.02}, {2.0F, 0.03}, {4.0F, 0.05}}) {
        const Case c = make_case(12, 1000, head_dim, deviation, 77);
        EXPECT_LT(relative_error(c, attend(variant.kernel, c)), bound) << head_dim << deviation;
      }
  });
}

TEST(ByteAttention, WhatKeysHaveInCommonCostsNothing) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    Case c = make_case(12, 500, 80);
    for (size_t i = 0; i < c.key_rows.size(); ++i) c.key_rows[i] += float(i % 80 % 7) * 10;
    for (size_t i = 0; i < c.value_rows.size(); ++i) c.value_rows[i] += float(i % 80 % 3);
    EXPECT_LT(relative_error(c, attend(variant.kernel, c)), 0.02);
  });
}

TEST(ByteAttention, OneKeyIsAnsweredExactly) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    const Case c = make_case(5, 1, 48, 30);
    const Rows got = attend(variant.kernel, c);
    for (size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i], c.value_rows[i % 48]);
  });
}

TEST(ByteAttention, QueriesOfNothingGiveTheMean) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    Case c = make_case(3, 130, 16);
    c.queries.assign(c.queries.size(), -0.0F);
    const Rows got = attend(variant.kernel, c);
    for (size_t d = 0; d < 16; ++d) {
      double mean = 0;
      for (size_t j = 0; j < 130; ++j) mean += double(c.value_rows[j * 16 + d]) / 130;
      EXPECT_NEAR(got[16 + d], mean, 2e-3);  // 130 roundings of at most half a step, some 0.013
    }
  });
}

// Later blocks outweigh all before them, by more than floats reach, and the other way round.
TEST(ByteAttention, BlocksMayOutweighEachOtherByAnyAmount) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    for (const float sign : {1.0F, -1.0F}) {
      Case c = make_case(4, 640, 16);
      c.queries.assign(c.queries.size(), 4.0F);
      for (size_t j = 0; j < 640; ++j)
        for (size_t d = 0; d < 16; ++d)
          c.key_rows[j * 16 + d] = sign * 40 * float(j / 128) + 0.01F * float(j % 128);
      EXPECT_LT(relative_error(c, attend(variant.kernel, c)), 0.05) << sign;
    }
  });
}

TEST(ByteAttention, ARowDoesNotDependOnItsNeighbours) {
  expect_rows_alone(byte_attention_variants(), attend);
}

TEST(ByteAttention, HugeAndTinyNumbersStayNumbers) {
  for_each_variant(byte_attention_variants(), [](const auto& variant) {
    for (const float size : {1e-42F, 1e-30F, 1e15F}) {
      Case c = make_case(7, 150, 32);
      for (Rows* rows : {&c.queries, &c.key_rows, &c.value_rows})
        for (float& x : *rows) x *= size;
      for (const float x : attend(variant.kernel, c)) ASSERT_TRUE(std::isfinite(x)) << size;
    }
    Case c = make_case(7, 150, 32);
    for (float& x : c.value_rows) x *= 1e37F;
    for (const float x : attend(variant.kernel, c)) ASSERT_TRUE(std::isfinite(x));
  });
}

TEST(ByteAttention, WhatIsNoNumberIsNotLost) {
  const float inf = std::numeric_limits<float>::infinity();
  for_each_variant(byte_attention_variants(), [&](const auto& variant) {
    const Case whole = make_case(13, 200, 32);
    const Rows right = attend(variant.kernel, whole);
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), inf, -inf}) {
      Case query = whole, key = whole, value = whole;
      query.queries[3 * 32 + 17] = bad;
      key.key_rows[150 * 32] = bad;
      value.value_rows[199 * 32 + 5] = bad;
      const Rows q = attend(variant.kernel, query), k = attend(variant.kernel, key),
                 v = attend(variant.kernel, value);
      for (size_t i = 0; i < right.size(); ++i) {
        EXPECT_TRUE(i / 32 == 3 ? std::isnan(q[i]) : q[i] == right[i]) << i;
        EXPECT_TRUE(std::isnan(k[i])) << i;
        EXPECT_TRUE(i % 32 == 5 ? std::isnan(v[i]) : v[i] == right[i]) << i;
      }
    }
    // Finite, but not without its mean.
    Case far = whole;
    for (size_t j = 0; j < 200; ++j) far.key_rows[j * 32] = j == 7 ? 3.4e38F : -3.4e38F;
    for (const float x : attend(variant.kernel, far)) EXPECT_TRUE(std::isnan(x));
  });
}

struct Fused : Scalar {
  static F fma(F a, F b, F c) { return std::fma(a, b, c); }
};

TEST(ByteAttention, PowersAreWithinTheirBounds) {
  for (int i = 0; i < 126000; ++i) {
    const float y = 0.0F - static_cast<float>(i) * 1e-3F;
    const double right = std::exp2(double(y));
    ASSERT_NEAR(power_of_two<Fused>(y), right, 3e-7 * right) << y;
    ASSERT_NEAR(power_of_two<Fused>(-y), 1 / right, 3e-7 / right) << y;
    const float weight = byte_weight<Fused>(y) - 8388608;
    ASSERT_NEAR(weight, 255 * right, 0.5 + 7.6e-5 * 255 * right) << y;
  }
  EXPECT_EQ(power_of_two<Fused>(0), 1);
  EXPECT_EQ(power_of_two<Fused>(-126.5F), 0);
  EXPECT_EQ(power_of_two<Fused>(-INFINITY), 0);
  EXPECT_TRUE(std::isnan(power_of_two<Fused>(NAN)));
  EXPECT_EQ(byte_weight<Fused>(0), 8388608 + 255);
  EXPECT_EQ(byte_weight<Fused>(-INFINITY), 8388608);
  EXPECT_EQ(byte_weight<Fused>(NAN), 8388608);
}

}  // namespace
}  // namespace octavo::engine
