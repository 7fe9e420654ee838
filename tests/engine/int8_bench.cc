#include "tests/engine/int8_bench.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "engine/kernels/peak/peak.h"
#include "engine/tensor/matrix.h"
#include "tests/engine/median_seconds.h"

namespace octavo::engine {
namespace {

struct Shape {
  int64_t rows, depth, cols;
};
// Blocks of rows as ops cut 5,476 patches and 1,400 tokens; then decoding, with the vocabulary.
constexpr Shape kShapes[] = {{468, 1280, 3840}, {468, 1280, 5120}, {120, 5120, 1280},
                             {468, 896, 1152},  {468, 896, 9728},  {132, 4864, 896},
                             {1, 896, 9728},    {1, 896, 151936},  {8, 896, 151936}};
constexpr int64_t kFewRows = 8;

// Reads what no cache holds.
double read_rate(double budget) {
  constexpr int64_t kBytes = int64_t{128} << 20;
  static const std::vector<uint64_t> memory(size_t(kBytes) / sizeof(uint64_t), 1);
  volatile uint64_t sink = 0;
  const double seconds = median_seconds(budget / 4, [&] {
    uint64_t sums[8] = {};
    for (size_t i = 0; i < memory.size(); i += 8)
      for (size_t j = 0; j < 8; ++j) sums[j] += memory[i + j];
    for (const uint64_t sum : sums) sink = sink + sum;
  });
  return static_cast<double>(kBytes) / seconds;
}

double peak_rate(ArchMask arch, double budget) {
  constexpr int64_t kRounds = 100'000;
  int64_t operations = 0;
  const double seconds =
      median_seconds(budget / 4, [&] { operations = run_int8_peak(arch, kRounds); });
  return static_cast<double>(operations) / seconds;
}

void bench_shape(const Kernels& kernels, const Shape& shape, double budget) {
  const int64_t cols = int8_padded_cols(shape.cols), stride = int8_row_stride(shape.depth);
  Matrix<float> x(shape.rows, shape.depth), c(shape.rows, shape.cols), scales(2, cols);
  Matrix<int8_t> panels(1, cols * int8_padded_depth(shape.depth));
  Matrix<int32_t> sums(1, cols), zero(1, shape.rows);
  Matrix<float> scale(1, shape.rows);
  Matrix<uint8_t> q(shape.rows, stride), scratch(1, kInt8Scratch);
  std::fill_n(x.data(), shape.rows * shape.depth, 0.5F);
  std::fill_n(scales.data(), 2 * cols, 0.5F);
  std::memset(panels.data(), 3, static_cast<size_t>(panels.bytes()));
  std::fill_n(sums.data(), cols, 1);
  const double seconds = median_seconds(budget, [&] {
    kernels.int8.quantize({.x = x.data(),
                           .x_stride = shape.depth,
                           .rows = shape.rows,
                           .depth = shape.depth,
                           .q = q.data(),
                           .q_stride = stride,
                           .scale = scale.data(),
                           .zero = zero.data()});
    kernels.int8.multiply({.a = q.data(),
                           .a_stride = stride,
                           .a_scale = scale.data(),
                           .a_zero = zero.data(),
                           .rows = shape.rows,
                           .panels = panels.data(),
                           .scales = scales.row(0),
                           .sums = sums.data(),
                           .bias = scales.row(1),
                           .cols = shape.cols,
                           .depth = shape.depth,
                           .c = c.data(),
                           .c_stride = shape.cols,
                           .scratch = scratch.data()});
  });
  const auto work = static_cast<double>(2 * shape.rows * shape.depth * shape.cols);
  std::printf("%-10s int8 %4lld x %4lld -> %6lld  %8.2f GOP/s",
              std::string(arch_name(kernels.arch)).c_str(), static_cast<long long>(shape.rows),
              static_cast<long long>(shape.depth), static_cast<long long>(shape.cols),
              work / seconds / 1e9);
  if (const double peak = peak_rate(kernels.arch, budget); peak > 0)
    std::printf(", %3.0f %% of peak %.0f", 100 * work / seconds / peak, peak / 1e9);
  if (shape.rows <= kFewRows)
    std::printf("; weights %.2f GB/s, reading alone %.2f",
                static_cast<double>(panels.bytes()) / seconds / 1e9, read_rate(budget) / 1e9);
  std::printf("\n");
}

}  // namespace

void bench_int8(const Kernels& kernels, double budget) {
  // Plain loops take long for many rows, and nobody waits for their rate there.
  for (const Shape& shape : kShapes)
    if (kernels.arch != kArchScalar || shape.rows * shape.cols < 100'000)
      bench_shape(kernels, shape, budget);
}

}  // namespace octavo::engine
