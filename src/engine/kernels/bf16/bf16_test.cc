#include "engine/kernels/bf16/bf16.h"

#include <cmath>

#include "engine/kernels/matmul/test_call.h"

namespace octavo::engine {
namespace {

double rounded(float x) { return float_from_bf16(bf16_from_float(x)); }

std::vector<float> product(MatmulFunction kernel, const Call& call) {
  return run(kernel, call, kBf16Scratch);
}

// Against the product of the rounded values in f64: what is left is the chain's own error.
void expect_right(const std::vector<float>& c, const Call& call, const std::string& what) {
  const Weights& w = call.weights;
  for (int64_t i = 0; i < call.rows; ++i)
    for (int64_t j = 0; j < w.cols; ++j) {
      double sum = 0, size = 0;
      for (int64_t t = 0; t < w.depth; ++t) {
        const double product = rounded(call.a[static_cast<size_t>(i * w.depth + t)]) *
                               rounded(w.values[static_cast<size_t>(j * w.depth + t)]);
        sum += product;
        size += std::abs(product);
      }
      if (call.bias != nullptr) sum += call.bias[j];
      const double bound = 0x1p-24 * static_cast<double>(w.depth + 2) * (size + 1);
      ASSERT_NEAR(c[static_cast<size_t>(i * w.cols + j)], sum, bound) << what << i << " " << j;
    }
}

constexpr DType kPlain[] = {DType::kF32, DType::kF16, DType::kBF16};

TEST(Bf16, EveryVariantMatchesTheRoundedFormula) {
  const int64_t all_cols[] = {1, 7, 15, 16, 17, 31, 32, 33, 64, 71};
  const int64_t all_depths[] = {1,  2,  3,   7,   8,   15,  16,   17,   31,  32,
                                33, 65, 100, 255, 511, 513, 1279, 1281, 1300};
  for_each_variant(bf16_variants(), [&](const auto& variant) {
    uint64_t turn = 0;
    for (const DType dtype : kPlain)
      for (const int64_t depth : all_depths)
        for (const int64_t rows : {1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 25}) {
          const int64_t cols = all_cols[++turn % 10];
          const int64_t shift = int64_t(turn % 3) * facts_of(dtype).block_bytes;
          const Weights weights = make_weights(dtype, cols, depth, shift, turn);
          const std::vector<float> a = Numbers(turn + 5).many(static_cast<size_t>(rows * depth));
          const std::vector<float> bias = Numbers(6).many(static_cast<size_t>(cols));
          const Call call{weights, a, rows, turn % 2 == 0 ? bias.data() : nullptr};
          expect_right(product(variant.kernel, call), call,
                       std::string(facts_of(dtype).name) + " depth " + std::to_string(depth) +
                           " rows " + std::to_string(rows) + " cols " + std::to_string(cols) +
                           ": ");
          if (testing::Test::HasFatalFailure()) return;
        }
  });
}

// What bf16.h promises about rounding both sides, beside the product of the values as they are.
TEST(Bf16, TheErrorIsThatOfRounding) {
  for_each_variant(bf16_variants(), [](const auto& variant) {
    const int64_t depth = 1280, rows = 20;
    const Weights weights = make_weights(DType::kF32, 64, depth, 0, 12);
    const std::vector<float> a = Numbers(13).many(size_t(rows) * 1280);
    const std::vector<float> c = product(variant.kernel, {weights, a, rows});
    double squares = 0, all = 0;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < 64; ++j) {
        double sum = 0, size = 0;
        for (int64_t t = 0; t < depth; ++t) {
          const double p = double(a[static_cast<size_t>(i * depth + t)]) *
                           weights.values[static_cast<size_t>(j * depth + t)];
          sum += p;
          size += std::abs(p);
        }
        const double error = c[static_cast<size_t>(i * 64 + j)] - sum;
        ASSERT_LT(std::abs(error), 0x1p-8 * size);
        squares += error * error;
        all += sum * sum;
      }
    // Errors of so many terms cancel: far below the bound, and not as small as without rounding.
    EXPECT_LT(std::sqrt(squares / all), 4e-3);
    EXPECT_GT(std::sqrt(squares / all), 1e-4);
  });
}

TEST(Bf16, ARowDoesNotDependOnTheBatch) {
  for_each_variant(bf16_variants(), [](const auto& variant) {
    for (const DType dtype : {DType::kF32, DType::kBF16, DType::kQ8_0, DType::kQ4_K}) {
      const int64_t depth = 768 - (facts_of(dtype).block_elements > 1 ? 0 : 21), most = 1000;
      const Weights weights = make_weights(dtype, 70, depth, 0, 1);
      const std::vector<float> a = Numbers(2).many(static_cast<size_t>(most * depth));
      const std::vector<float> bias = Numbers(3).many(70);
      const ActivationFunction gelu = activation_variants().back().kernel.gelu;
      const std::vector<float> all = product(variant.kernel, {weights, a, most, bias.data(), gelu});
      for (const int64_t rows : {1, 2, 5, 8, 9, 14, 481}) {
        const int64_t first = rows == 481 ? 0 : 500;
        const std::vector<float> part(a.begin() + first * depth,
                                      a.begin() + (first + rows) * depth);
        const std::vector<float> c =
            product(variant.kernel, {weights, part, rows, bias.data(), gelu});
        EXPECT_TRUE(same_bits(c.data(), all.data() + first * 70, c.size())) << rows;
      }
      const std::vector<float> right =
          product(variant.kernel, {weights, a, 20, bias.data() + 32, gelu, 32, 38});
      for (size_t i = 0; i < 20; ++i)
        EXPECT_TRUE(same_bits(right.data() + i * 38, all.data() + i * 70 + 32, 38));
    }
  });
}

// More than few rows' memory holds: worked off as many rows are.
TEST(Bf16, VeryDeepRows) {
  for_each_variant(bf16_variants(), [](const auto& variant) {
    const int64_t depth = kBf16RowHalves / kMatmulFewRows + 70;
    const Weights weights = make_weights(DType::kBF16, 3, depth, 0, 1);
    const std::vector<float> a = Numbers(2).many(static_cast<size_t>(2 * depth));
    const Call call{weights, a, 2};
    expect_right(product(variant.kernel, call), call, "");
  });
}

TEST(Bf16, FusedVariantsGiveTheSameBits) {
  for (const DType dtype : kPlain)
    for (const int64_t rows : {3, 40}) {
      const Weights weights = make_weights(dtype, 45, 1301, 0, 8);
      const std::vector<float> a = Numbers(9).many(static_cast<size_t>(rows * 1301));
      std::vector<float> first;
      for_each_variant(bf16_variants(), [&](const auto& variant) {
        if (variant.needs == kArchScalar) return;
        const std::vector<float> c = product(variant.kernel, {weights, a, rows});
        if (first.empty()) first = c;
        EXPECT_TRUE(same_bits(c.data(), first.data(), c.size()));
      });
    }
}

// Ties, the largest values, infinities and NaN: one row picks one value of A at a time.
TEST(Bf16, RoundsAsItSays) {
  for_each_variant(bf16_variants(), [](const auto& variant) {
    constexpr uint32_t kOne = 0x3F800000;
    std::vector<float> a;
    for (const uint32_t bits :
         {kOne + 0x7FFF, kOne + 0x8000, kOne + 0x8001, kOne + 0x17FFF, kOne + 0x18000,
          kOne + 0x18001, 0x7F7F7FFFU, 0x7F800000U, 0xFF800000U, 0x7F800001U, 0xFFC12345U, 0U})
      a.push_back(std::bit_cast<float>(bits));
    const auto rows = static_cast<int64_t>(a.size());
    const Weights one{DType::kF32, 1, 1, 4, {0, 0, 0x80, 0x3F}, 0, {1}};
    const std::vector<float> c = product(variant.kernel, {one, a, rows});
    for (size_t i = 0; i < a.size(); ++i) {
      const double right = rounded(a[i]);
      if (std::isnan(right))
        EXPECT_TRUE(std::isnan(c[i])) << i;
      else
        EXPECT_EQ(c[i], right) << i;
    }
  });
}

// Block formats are nothing but their values, rounded.
TEST(Bf16, BlockFormatsEqualTheirValues) {
  for_each_variant(bf16_variants(), [](const auto& variant) {
    for (const DType dtype : {DType::kQ4_0, DType::kQ8_0, DType::kQ4_K, DType::kQ6_K})
      for (const int64_t rows : {1, 8, 20}) {
        const int64_t depth = facts_of(dtype).block_elements == 32 ? 288 : 1536;
        const Weights weights = make_weights(dtype, 41, depth, 0, 4);
        Weights plain{DType::kF32, 41, depth, depth * 4, {}, 0, weights.values};
        plain.bytes.resize(weights.values.size() * 4);
        std::memcpy(plain.bytes.data(), weights.values.data(), plain.bytes.size());
        const std::vector<float> a = Numbers(5).many(static_cast<size_t>(rows * depth));
        const std::vector<float> c = product(variant.kernel, {weights, a, rows});
        const std::vector<float> right = product(variant.kernel, {plain, a, rows});
        EXPECT_TRUE(same_bits(c.data(), right.data(), c.size())) << facts_of(dtype).name;
      }
  });
}

}  // namespace
}  // namespace octavo::engine
