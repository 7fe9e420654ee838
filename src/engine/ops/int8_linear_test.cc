#include "engine/ops/int8_linear.h"

#include <cmath>
#include <vector>

#include "engine/kernels/test_data.h"
#include "engine/ops/int8_matrix.h"
#include "engine/ops/norm.h"
#include "engine/ops/test_compute.h"

namespace octavo::engine {
namespace {

// Weights, their bytes, and what the bytes stand for.
struct Weights {
  Weights(int64_t cols, int64_t depth, uint64_t seed, std::vector<float> smoothing = {},
          WeightBits bits = WeightBits::k8)
      : values(Numbers(seed).many(static_cast<size_t>(cols * depth))),
        bias(Numbers(seed + 1).many(static_cast<size_t>(cols))),
        smooth(std::move(smoothing)),
        memory(1, Int8Layout(cols, depth, true, bits).bytes),
        view{.dtype = DType::kF32,
             .data = reinterpret_cast<const uint8_t*>(values.data()),
             .stride = depth * 4,
             .cols = cols,
             .depth = depth,
             .bias = bias.data()} {
    ThreadPool pool(1);
    const Int8Layout layout(cols, depth, true, bits);
    pack_int8(view, {.smooth = smooth}, layout, pool, memory.data());
    view.int8 = view_int8(memory.data(), layout);
    if (!smooth.empty()) view.int8.smooth = smooth.data();
  }
  std::vector<float> values, bias, smooth;
  Matrix<uint8_t> memory;
  WeightView view;
};

Matrix<float> numbers(int64_t rows, int64_t cols, uint64_t seed) {
  Matrix<float> made(rows, cols);
  const std::vector<float> values = Numbers(seed).many(static_cast<size_t>(rows * cols));
  std::copy(values.begin(), values.end(), made.data());
  return made;
}

double right(const Matrix<float>& x, const Weights& w, int64_t i, int64_t j) {
  double sum = double(w.bias[static_cast<size_t>(j)]);
  for (int64_t t = 0; t < x.cols(); ++t)
    sum += double(x.row(i)[t]) * double(w.values[static_cast<size_t>(j * x.cols() + t)]);
  return sum;
}

// Half a step of either factor, in the worst case for every product: |x|, |w| <= 1, steps of
// 2 / 255 and 1 / 127.
double bound(int64_t depth) { return static_cast<double>(depth) * (1.0 / 255 + 0.5 / 127 + 1e-4); }

constexpr int64_t kRows[] = {0, 1, 12, 13, 48, 49, 1000};

TEST(Int8Linear, SeveralProductsOfOneInputAreAsCloseAsTheirSteps) {
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
        for (int64_t j = 0; j < 300; ++j)
          ASSERT_NEAR(double(out_a.row(i)[j]), right(x, a, i, j), bound(40));
        for (int64_t j = 0; j < 20; ++j)
          ASSERT_NEAR(double(out_b.row(i)[j]), right(x, b, i, j), bound(40));
        for (int64_t j = 0; j < 33; ++j)
          ASSERT_NEAR(double(sum.row(i)[j]), double(before.row(i)[j]) + right(x, c, i, j),
                      bound(40));
      }
    }
  });
}

// The same bits whatever the instructions, the number of threads and of rows.
TEST(Int8Linear, NothingButTheRowMatters) {
  const Weights w(700, 300, 1);
  const Matrix<float> x = numbers(1000, 300, 2);
  std::vector<float> first;
  for_each_compute([&](const Compute& compute) {
    const ActivationFunction gelu = compute.kernels.activation.gelu;
    if (compute.kernels.arch == kArchScalar && compute.pool.size() != 1) return;  // slow
    Matrix<float> out(1000, 700);
    linear(compute, {.x = x, .weights = w.view, .out = out, .activation = gelu});
    if (first.empty()) first.assign(out.data(), out.data() + 700'000);
    EXPECT_TRUE(same_bits(out.data(), first.data(), 700'000));
    for (const int64_t row : {0, 123, 999}) {
      Matrix<float> one(1, 700);
      linear(compute,
             {.x = x.view().rows_from(row, 1), .weights = w.view, .out = one, .activation = gelu});
      EXPECT_TRUE(same_bits(one.data(), first.data() + row * 700, 700));
    }
  });
}

// Codes are multiplied in registers with few rows, and as unpacked bytes with many.
TEST(Int8Linear, CodesGiveTheSameBitsWithFewRowsAndWithMany) {
  const Weights w(333, 100, 1, {}, WeightBits::k4), up(333, 100, 3, {}, WeightBits::k4);
  const Matrix<float> x = numbers(200, 100, 2);
  std::vector<float> first, first_gate;
  for_each_compute([&](const Compute& compute) {
    Matrix<float> out(200, 333), gate(200, 333), work(200, 333);
    linear(compute, {.x = x, .weights = w.view, .out = out});
    gated_linear(compute, {x, w.view, up.view, gate, work});
    if (first.empty()) {
      first.assign(out.data(), out.data() + 200 * 333);
      first_gate.assign(gate.data(), gate.data() + 200 * 333);
    }
    EXPECT_TRUE(same_bits(out.data(), first.data(), first.size()));
    EXPECT_TRUE(same_bits(gate.data(), first_gate.data(), first_gate.size()));
    for (const int64_t rows : {1, 2, 12, 13, 48, 49}) {
      const MatView<const float> part = x.view().rows_from(150, rows);
      Matrix<float> some(rows, 333), some_gate(rows, 333), some_work(rows, 333);
      linear(compute, {.x = part, .weights = w.view, .out = some});
      EXPECT_TRUE(same_bits(some.data(), first.data() + 150 * 333, size_t(rows * 333))) << rows;
      gated_linear(compute, {part, w.view, up.view, some_gate, some_work});
      EXPECT_TRUE(same_bits(some_gate.data(), first_gate.data() + 150 * 333, size_t(rows * 333)));
    }
    // Half of a step of 2 / 15, or of one of 2 / 255.
    for (int64_t i = 0; i < 200; i += 7)
      for (int64_t j = 0; j < 333; ++j)
        ASSERT_NEAR(double(out.row(i)[j]), right(x, w, i, j), 100 * (1.0 / 15 + 1.0 / 255));
  });
}

// An input column 300 times the others': smoothed half way, both sides have steps of their size.
TEST(Int8Linear, SmoothingMakesUpForLargeColumns) {
  std::vector<float> smooth(64, 1.0F);
  smooth[5] = 1.0F / 17;
  const Weights plain(70, 64, 1), smoothed(70, 64, 1, smooth);
  Matrix<float> x = numbers(20, 64, 2);
  for (int64_t i = 0; i < 20; ++i) x.row(i)[5] *= 300;
  for_each_compute([&](const Compute& compute) {
    const auto error = [&](const Weights& w) {
      Matrix<float> out(20, 70);
      linear(compute, {.x = x, .weights = w.view, .out = out});
      double worst = 0;
      for (int64_t i = 0; i < 20; ++i)
        for (int64_t j = 0; j < 70; ++j)
          worst = std::max(worst, std::abs(double(out.row(i)[j]) - right(x, w, i, j)));
      return worst;
    };
    EXPECT_LT(error(smoothed), error(plain) / 2);
  });
}

TEST(Int8Linear, GateIsAsCloseAsItsSteps) {
  const Weights gate(150, 24, 1), up(150, 24, 3);
  for_each_compute([&](const Compute& compute) {
    for (const int64_t rows : {0, 1, 9, 500}) {
      const Matrix<float> x = numbers(rows, 24, 5);
      Matrix<float> out(rows, 150), work(rows, 150);
      gated_linear(compute, {x, gate.view, up.view, out, work});
      for (int64_t i = 0; i < rows; i += 1 + rows / 11)
        for (int64_t j = 0; j < 150; ++j) {
          const double g = right(x, gate, i, j), u = right(x, up, i, j);
          // Slopes of silu stay below 1.1.
          const double limit = bound(24) * (1.1 * std::abs(u) + std::abs(g) + bound(24));
          ASSERT_NEAR(double(out.row(i)[j]), g / (1 + std::exp(-g)) * u, limit);
        }
    }
  });
}

// Norms and gates of few rows, made by each lane for itself, in a team or not: the same bits as
// made before.
TEST(Int8Linear, RowsThatLanesMakeAreTheSameBits) {
  constexpr int64_t kDepth = 300;
  constexpr float kEpsilon = 1e-6F;
  for (const WeightBits bits : {WeightBits::k8, WeightBits::k4}) {
    const Weights a(700, kDepth, 1, {}, bits), b(33, kDepth, 3, {}, bits);
    const std::vector<float> norm = Numbers(5).many(kDepth);
    for_each_compute([&](const Compute& compute) {
      EXPECT_FALSE(makes_input(a.view, kInt8Tile + 1));
      Team team(compute.scratch.lanes());
      for (const int64_t rows : {1, 2, 12}) {
        ASSERT_TRUE(makes_input(a.view, rows));
        const Matrix<float> x = numbers(rows, kDepth, 7), up = numbers(rows, kDepth, 9);
        for (const bool gated : {false, true}) {
          Matrix<float> made(rows, kDepth), right_a(rows, 700), right_b(rows, 33);
          std::copy_n(x.data(), rows * kDepth, made.data());
          if (gated)
            for (int64_t i = 0; i < rows; ++i)
              compute.kernels.activation.silu_gate(made.row(i), up.row(i), kDepth);
          else
            rms_norm(compute, x, norm.data(), kEpsilon, made);
          linear(compute,
                 std::initializer_list<LinearCall>{{.x = made, .weights = a.view, .out = right_a},
                                                   {.x = made, .weights = b.view, .out = right_b}});
          InputRows input{.x = x, .norm = norm.data(), .epsilon = kEpsilon};
          if (gated) input = {.x = x, .up = up};
          Matrix<float> out_a(rows, 700), out_b(rows, 33);
          const LinearCall calls[] = {{.x = x, .weights = a.view, .out = out_a},
                                      {.x = x, .weights = b.view, .out = out_b}};
          const auto work = [&](TeamLane& lane) {
            const Compute own{compute.kernels, compute.pool, compute.scratch, &lane};
            expect(own, {&a.view, &b.view});
            linear(own, input, calls);
          };
          for (const bool in_team : {false, true}) {
            std::fill_n(out_a.data(), rows * 700, 0.0F);
            std::fill_n(out_b.data(), rows * 33, 0.0F);
            if (in_team)
              team.run(compute.pool, std::ref(work));
            else
              linear(compute, input, calls);
            EXPECT_TRUE(same_bits(out_a.data(), right_a.data(), size_t(rows * 700)));
            EXPECT_TRUE(same_bits(out_b.data(), right_b.data(), size_t(rows * 33)));
          }
        }
      }
    });
  }
}

}  // namespace
}  // namespace octavo::engine
