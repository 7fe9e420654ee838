#include "engine/ops/linear.h"

#include <cmath>

#include "engine/kernels/test_data.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

struct Weights {
  Weights(int64_t cols, int64_t depth, uint64_t seed)
      : values(Numbers(seed).many(static_cast<size_t>(cols * depth))),
        bias(Numbers(seed + 1).many(static_cast<size_t>(cols))),
        view{DType::kF32, reinterpret_cast<const uint8_t*>(values.data()), depth * 4, cols, depth,
             bias.data()} {}
  std::vector<float> values, bias;
  WeightView view;
};

Matrix<float> numbers(int64_t rows, int64_t cols, uint64_t seed) {
  Matrix<float> made(rows, cols);
  const std::vector<float> values = Numbers(seed).many(static_cast<size_t>(rows * cols));
  std::copy(values.begin(), values.end(), made.data());
  return made;
}

double right(const Matrix<float>& x, const Weights& w, int64_t i, int64_t j) {
  double sum = w.bias[static_cast<size_t>(j)];
  for (int64_t t = 0; t < x.cols(); ++t)
    sum += double(x.row(i)[t]) * w.values[static_cast<size_t>(j * x.cols() + t)];
  return sum;
}

// Rows around the limits: few rows, one block, blocks of unequal size.
constexpr int64_t kRows[] = {0, 1, 8, 9, 480, 481, 1000};

TEST(Linear, SeveralProductsAtOnceMatchTheFormula) {
  const Weights a(300, 40, 1), b(20, 40, 3), c(33, 40, 5);
  for_each_compute([&](const Compute& compute) {
    for (const int64_t rows : kRows) {
      const Matrix<float> x = numbers(rows, 40, 7);
      Matrix<float> out_a(rows, 300), out_b(rows, 20), out_c(rows, 33), sum = numbers(rows, 33, 9);
      const Matrix<float> before = numbers(rows, 33, 9);
      linear(compute, std::initializer_list<LinearCall>{
                          {.x = x, .weights = a.view, .out = out_a},
                          {.x = x, .weights = b.view, .out = out_b},
                          {.x = x, .weights = c.view, .out = out_c, .add_to = sum}});
      for (int64_t i = 0; i < rows; i += 1 + rows / 37) {
        for (int64_t j = 0; j < 300; ++j) ASSERT_NEAR(out_a.row(i)[j], right(x, a, i, j), 1e-5);
        for (int64_t j = 0; j < 20; ++j) ASSERT_NEAR(out_b.row(i)[j], right(x, b, i, j), 1e-5);
        for (int64_t j = 0; j < 33; ++j)
          ASSERT_NEAR(sum.row(i)[j], before.row(i)[j] + right(x, c, i, j), 1e-5);
      }
    }
  });
}

// With one instruction set: the same bits whatever the number of threads and of rows.
TEST(Linear, NeitherThreadsNorOtherRowsMatter) {
  const Weights w(700, 300, 1);
  const Matrix<float> x = numbers(1000, 300, 2);
  const Kernels kernels = select_kernels(detect_arch());
  Matrix<float> first(1000, 700);
  for (const int threads : {0, 1, 2, 7}) {
    ThreadPool pool(threads);
    LaneScratch scratch(LaneScratch::lanes_of(pool));
    const Compute compute{kernels, pool, scratch};
    Matrix<float> out(1000, 700);
    linear(compute, {.x = x, .weights = w.view, .out = out, .activation = kernels.activation.gelu});
    if (threads == 0) std::copy(out.data(), out.data() + 700'000, first.data());
    EXPECT_TRUE(same_bits(out.data(), first.data(), 700'000));
    for (const int64_t row : {0, 123, 999}) {
      Matrix<float> one(1, 700);
      linear(compute, {.x = x.view().rows_from(row, 1),
                       .weights = w.view,
                       .out = one,
                       .activation = kernels.activation.gelu});
      EXPECT_TRUE(same_bits(one.data(), first.row(row), 700));
    }
  }
}

TEST(Linear, GateMatchesTheFormula) {
  Weights gate(150, 24, 1), up(150, 24, 3);
  for_each_compute([&](const Compute& compute) {
    for (const int64_t rows : {1, 9, 500}) {
      const Matrix<float> x = numbers(rows, 24, 5);
      Matrix<float> out(rows, 150), work(rows, 150);
      gated_linear(compute, {x, gate.view, up.view, out, work});
      for (int64_t i = 0; i < rows; i += 1 + rows / 11)
        for (int64_t j = 0; j < 150; ++j) {
          const double g = right(x, gate, i, j), u = right(x, up, i, j);
          ASSERT_NEAR(out.row(i)[j], g / (1 + std::exp(-g)) * u, 2e-5);
        }
    }
  });
}

TEST(Linear, TakesRows) {
  const Weights w(10, 6, 1);
  const std::vector<int32_t> rows{9, 0, 9};
  Matrix<float> out(3, 6);
  take_rows(w.view, rows, out);
  EXPECT_TRUE(same_bits(out.row(0), w.values.data() + 54, 6));
  EXPECT_TRUE(same_bits(out.row(1), w.values.data(), 6));
  EXPECT_TRUE(same_bits(out.row(2), w.values.data() + 54, 6));
}

}  // namespace
}  // namespace octavo::engine
