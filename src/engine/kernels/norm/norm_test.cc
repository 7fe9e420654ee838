#include "engine/kernels/norm/norm.h"

#include <cmath>

#include "engine/kernels/test_data.h"

namespace octavo::engine {
namespace {

struct Case {
  int64_t rows, cols;
  std::vector<float> x, weight, bias;
  float epsilon = 1e-6f;
};

Case make_case(int64_t rows, int64_t cols, float offset) {
  Numbers numbers(static_cast<uint64_t>(rows * 1000 + cols));
  Case made{rows, cols, numbers.many(static_cast<size_t>(rows * cols), 2),
            numbers.many(static_cast<size_t>(cols)), numbers.many(static_cast<size_t>(cols))};
  for (float& value : made.x) value += offset;
  return made;
}

NormTask task_of(const Case& made, float* y) {
  return {.x = made.x.data(),
          .x_stride = made.cols,
          .rows = made.rows,
          .cols = made.cols,
          .weight = made.weight.data(),
          .epsilon = made.epsilon,
          .y = y,
          .y_stride = made.cols};
}

double right_value(const Case& made, int64_t row, int64_t col, bool layer) {
  double mean = 0, square = 0;
  const float* x = made.x.data() + row * made.cols;
  if (layer)
    for (int64_t i = 0; i < made.cols; ++i) mean += x[i] / static_cast<double>(made.cols);
  for (int64_t i = 0; i < made.cols; ++i)
    square += (x[i] - mean) * (x[i] - mean) / static_cast<double>(made.cols);
  const auto at = static_cast<size_t>(col);
  const double normal = (x[col] - mean) / std::sqrt(square + made.epsilon) * made.weight[at];
  return layer ? normal + made.bias[at] : normal;
}

TEST(Norm, EveryVariantMatchesTheFormula) {
  for_each_variant(norm_variants(), [](const auto& variant) {
    for (int64_t cols = 1; cols <= 67; ++cols)
      for (const bool layer : {false, true}) {
        const Case made = make_case(2, cols, 0.5f);
        Guarded y(static_cast<size_t>(2 * cols), static_cast<size_t>(cols % 3));
        NormTask task = task_of(made, y.data());
        if (layer) task.bias = made.bias.data();
        (layer ? variant.kernel.layer : variant.kernel.rms)(task);
        for (int64_t i = 0; i < 2 * cols; ++i)
          ASSERT_NEAR(y.data()[i], right_value(made, i / cols, i % cols, layer), 2e-5)
              << cols << " " << i;
        y.expect_untouched("norm");
      }
  });
}

// With a mean far from 0 a variance from mean(x^2) - mean^2 would lose all digits.
TEST(Norm, LayerNormKeepsItsDigitsFarFromZero) {
  for_each_variant(norm_variants(), [](const auto& variant) {
    const Case made = make_case(1, 1280, 1000.0f);
    std::vector<float> y(1280);
    NormTask task = task_of(made, y.data());
    task.bias = made.bias.data();
    variant.kernel.layer(task);
    for (int64_t i = 0; i < 1280; ++i)
      ASSERT_NEAR(y[static_cast<size_t>(i)], right_value(made, 0, i, true), 2e-4);
  });
}

TEST(Norm, InPlaceWithAStride) {
  for_each_variant(norm_variants(), [](const auto& variant) {
    const Case made = make_case(3, 20, 0);
    std::vector<float> apart(60), x(3 * 32, -1.0f);
    variant.kernel.rms(task_of(made, apart.data()));
    for (int64_t i = 0; i < 60; ++i)
      x[static_cast<size_t>(i / 20 * 32 + i % 20)] = made.x[static_cast<size_t>(i)];
    NormTask task = task_of(made, x.data());
    task.x = x.data();
    task.x_stride = task.y_stride = 32;
    variant.kernel.rms(task);
    for (int64_t i = 0; i < 60; ++i)
      EXPECT_EQ(x[static_cast<size_t>(i / 20 * 32 + i % 20)], apart[static_cast<size_t>(i)]);
    EXPECT_EQ(x[20], -1.0f);
  });
}

TEST(Norm, AllVariantsGiveTheSameBits) {
  for (const int64_t cols : {1, 15, 16, 17, 80, 896, 1283}) {
    const Case made = make_case(4, cols, 0.3f);
    const auto count = static_cast<size_t>(4 * cols);
    std::vector<float> right(count), got(count);
    for (const bool layer : {false, true}) {
      NormTask task = task_of(made, right.data());
      if (layer) task.bias = made.bias.data();
      const auto& scalar = norm_variants().back().kernel;
      (layer ? scalar.layer : scalar.rms)(task);
      for_each_variant(norm_variants(), [&](const auto& variant) {
        task.y = got.data();
        (layer ? variant.kernel.layer : variant.kernel.rms)(task);
        EXPECT_TRUE(same_bits(got.data(), right.data(), count)) << cols;
      });
    }
  }
}

}  // namespace
}  // namespace octavo::engine
