#include "engine/kernels/rope/rope.h"

#include <cmath>

#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

TEST(Rope, TurnsPairsByTheirAngle) {
  for_each_variant(rope_variants(), [](const auto& variant) {
    for (const int head_dim : {2, 6, 14, 16, 18, 32, 40, 64, 66, 80, 128}) {
      const int heads = 3, half = head_dim / 2;
      const int64_t rows = 2, stride = heads * head_dim + 5;
      Numbers numbers(static_cast<uint64_t>(head_dim));
      const std::vector<float> x = numbers.many(static_cast<size_t>(rows * stride));
      const std::vector<float> angle = numbers.many(static_cast<size_t>(rows * half), 3);
      std::vector<float> cos, sin;
      for (const float a : angle) {
        cos.push_back(std::cos(a));
        sin.push_back(std::sin(a));
      }
      Guarded y(x.size(), static_cast<size_t>(head_dim % 5));
      std::copy(x.begin(), x.end(), y.data());
      variant.kernel({y.data(), stride, rows, heads, head_dim, cos.data(), sin.data()});
      for (int64_t row = 0; row < rows; ++row) {
        for (int head = 0; head < heads; ++head)
          for (int i = 0; i < half; ++i) {
            const auto at = static_cast<size_t>(row * stride + head * head_dim + i);
            const double a = angle[static_cast<size_t>(row * half + i)];
            const double low = x[at], high = x[at + static_cast<size_t>(half)];
            ASSERT_NEAR(y.data()[at], low * std::cos(a) - high * std::sin(a), 1e-6);
            ASSERT_NEAR(y.data()[at + static_cast<size_t>(half)],
                        high * std::cos(a) + low * std::sin(a), 1e-6);
          }
        for (int64_t gap = heads * head_dim; gap < stride; ++gap)
          ASSERT_EQ(y.data()[row * stride + gap], x[static_cast<size_t>(row * stride + gap)]);
      }
      y.expect_untouched("rope");
    }
  });
}

TEST(Rope, AllVariantsGiveTheSameBits) {
  const int head_dim = 80, heads = 5;
  const std::vector<float> x = Numbers(1).many(7 * 400), cos = Numbers(2).many(7 * 40),
                           sin = Numbers(3).many(7 * 40);
  std::vector<float> right = x;
  rope_variants().back().kernel({right.data(), 400, 7, heads, head_dim, cos.data(), sin.data()});
  for_each_variant(rope_variants(), [&](const auto& variant) {
    std::vector<float> got = x;
    variant.kernel({got.data(), 400, 7, heads, head_dim, cos.data(), sin.data()});
    EXPECT_TRUE(same_bits(got.data(), right.data(), right.size()));
  });
}

}  // namespace
}  // namespace octavo::engine
