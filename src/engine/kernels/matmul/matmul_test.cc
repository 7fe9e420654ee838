#include "engine/kernels/matmul/matmul.h"

#include <cmath>

#include "engine/kernels/matmul/test_call.h"

namespace octavo::engine {
namespace {

void expect_right(const std::vector<float>& c, const Call& call, const std::string& what) {
  const Weights& w = call.weights;
  for (int64_t i = 0; i < call.rows; ++i)
    for (int64_t j = 0; j < w.cols; ++j) {
      double sum = 0, size = 0;
      for (int64_t t = 0; t < w.depth; ++t) {
        const double product = double(call.a[static_cast<size_t>(i * w.depth + t)]) *
                               w.values[static_cast<size_t>(j * w.depth + t)];
        sum += product;
        size += std::abs(product);
      }
      if (call.bias != nullptr) sum += call.bias[j];
      // The bound of a chain of `depth` additions, each rounded.
      const double bound = 0x1p-24 * static_cast<double>(w.depth + 2) * (size + 1);
      ASSERT_NEAR(c[static_cast<size_t>(i * w.cols + j)], sum, bound) << what << i << " " << j;
    }
}

constexpr DType kPlain[] = {DType::kF32, DType::kF16, DType::kBF16};
constexpr DType kBlocked[] = {DType::kQ4_0, DType::kQ4_1, DType::kQ5_0, DType::kQ5_1,
                              DType::kQ8_0, DType::kQ4_K, DType::kQ5_K, DType::kQ6_K};

TEST(Matmul, EveryVariantMatchesTheFormula) {
  const int64_t all_cols[] = {1, 7, 15, 16, 17, 31, 32, 33, 64, 71};
  const int64_t all_depths[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 100, 255, 256, 257, 290, 513};
  for_each_variant(matmul_variants(), [&](const auto& variant) {
    uint64_t turn = 0;
    for (const DType dtype : kPlain)
      for (const int64_t depth : all_depths)
        for (const int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 24, 25}) {
          const int64_t cols = all_cols[++turn % 10];
          const int64_t shift = int64_t(turn % 3) * facts_of(dtype).block_bytes;
          const Weights weights = make_weights(dtype, cols, depth, shift, turn);
          const std::vector<float> a = Numbers(turn + 5).many(static_cast<size_t>(rows * depth));
          const std::vector<float> bias = Numbers(6).many(static_cast<size_t>(cols));
          const Call call{weights, a, rows, turn % 2 == 0 ? bias.data() : nullptr};
          expect_right(run(variant.kernel, call), call,
                       std::string(facts_of(dtype).name) + " depth " + std::to_string(depth) +
                           " rows " + std::to_string(rows) + " cols " + std::to_string(cols) +
                           ": ");
          if (testing::Test::HasFatalFailure()) return;
        }
  });
}

// What greedy decoding leans on: a row has the same bits alone, among others, and in any split of
// the columns.
TEST(Matmul, ARowDoesNotDependOnTheBatch) {
  for_each_variant(matmul_variants(), [](const auto& variant) {
    for (const DType dtype : {DType::kF32, DType::kF16, DType::kBF16, DType::kQ8_0, DType::kQ4_K}) {
      const int64_t depth = 768 - (facts_of(dtype).block_elements > 1 ? 0 : 21), most = 1000;
      const Weights weights = make_weights(dtype, 70, depth, 0, 1);
      const std::vector<float> a = Numbers(2).many(static_cast<size_t>(most * depth));
      const std::vector<float> bias = Numbers(3).many(70);
      const ActivationFunction gelu = activation_variants().back().kernel.gelu;
      const std::vector<float> all = run(variant.kernel, {weights, a, most, bias.data(), gelu});
      for (const int64_t rows : {1, 2, 5, 8, 9, 14, 481}) {
        const int64_t first = rows == 481 ? 0 : 500;
        const std::vector<float> part(a.begin() + first * depth,
                                      a.begin() + (first + rows) * depth);
        const std::vector<float> c = run(variant.kernel, {weights, part, rows, bias.data(), gelu});
        EXPECT_TRUE(same_bits(c.data(), all.data() + first * 70, c.size())) << rows;
      }
      const std::vector<float> right =
          run(variant.kernel, {weights, a, 20, bias.data() + 32, gelu, 32, 38});
      for (size_t i = 0; i < 20; ++i)
        EXPECT_TRUE(same_bits(right.data() + i * 38, all.data() + i * 70 + 32, 38));
    }
  });
}

TEST(Matmul, FusedVariantsGiveTheSameBits) {
  for (const DType dtype : kPlain)
    for (const int64_t rows : {3, 40}) {
      const Weights weights = make_weights(dtype, 45, 600, 0, 8);
      const std::vector<float> a = Numbers(9).many(static_cast<size_t>(rows * 600));
      std::vector<float> first;
      for_each_variant(matmul_variants(), [&](const auto& variant) {
        if (variant.needs == kArchScalar) return;
        const std::vector<float> c = run(variant.kernel, {weights, a, rows});
        if (first.empty()) first = c;
        EXPECT_TRUE(same_bits(c.data(), first.data(), c.size()));
      });
    }
}

// Block formats are nothing but their values in f32.
TEST(Matmul, BlockFormatsEqualTheirValues) {
  for_each_variant(matmul_variants(), [](const auto& variant) {
    for (const DType dtype : kBlocked)
      for (const int64_t rows : {1, 8, 20}) {
        const int64_t depth = facts_of(dtype).block_elements == 32 ? 288 : 512;
        const Weights weights = make_weights(dtype, 41, depth, 0, 4);
        Weights plain{DType::kF32, 41, depth, depth * 4, {}, 0, weights.values};
        plain.bytes.resize(weights.values.size() * 4);
        std::memcpy(plain.bytes.data(), weights.values.data(), plain.bytes.size());
        const std::vector<float> a = Numbers(5).many(static_cast<size_t>(rows * depth));
        const std::vector<float> c = run(variant.kernel, {weights, a, rows});
        const std::vector<float> right = run(variant.kernel, {plain, a, rows});
        EXPECT_TRUE(same_bits(c.data(), right.data(), c.size())) << facts_of(dtype).name;
      }
  });
}

TEST(Matmul, EveryF16ValueIsRead) {
  for_each_variant(matmul_variants(), [](const auto& variant) {
    // 65,536 / 64 columns of depth 64; the row picks one depth at a time.
    Weights weights{DType::kF16, 1024, 64, 128, {}, 0, {}};
    for (uint32_t bits = 0; bits < 65536; ++bits) {
      const bool finite = (bits & 0x7C00) != 0x7C00;
      weights.bytes.push_back(finite ? bits & 0xFF : 0);
      weights.bytes.push_back(static_cast<uint8_t>(finite ? bits >> 8 : 0));
    }
    for (const int64_t rows : {1, 9})
      for (int64_t t = 0; t < 64; ++t) {
        std::vector<float> a(static_cast<size_t>(rows * 64), 0.0f);
        a[static_cast<size_t>(t)] = 1;
        const std::vector<float> c = run(variant.kernel, {weights, a, rows});
        for (uint32_t j = 0; j < 1024; ++j) {
          const auto bits = static_cast<uint16_t>(j * 64 + static_cast<uint32_t>(t));
          const float right = (bits & 0x7C00) != 0x7C00 ? float_from_f16(bits) : 0;
          ASSERT_EQ(c[j], right) << bits;
        }
      }
  });
}

}  // namespace
}  // namespace octavo::engine
