#include "tests/engine/bf16_bench.h"

#include <cstdio>
#include <string>
#include <vector>

#include "engine/kernels/peak/peak.h"
#include "engine/tensor/half.h"
#include "engine/tensor/matrix.h"
#include "tests/engine/median_seconds.h"

namespace octavo::engine {
namespace {

struct Shape {
  int64_t rows, depth, cols;
};
// Blocks of rows as ops cut 5,476 patches, and decoding.
constexpr Shape kShapes[] = {
    {456, 1280, 1280}, {456, 1280, 5120}, {456, 5120, 1280}, {1, 896, 9728}};
constexpr int64_t kKeys = 5476;
constexpr int kHeadDim = 80;

void print(const Kernels& kernels, const std::string& what, double work, double seconds) {
  constexpr int64_t kRounds = 100'000;
  std::printf("%-10s bf16 %s  %8.2f GFLOP/s", std::string(arch_name(kernels.arch)).c_str(),
              what.c_str(), work / seconds / 1e9);
  int64_t operations = 0;
  const double peak =
      median_seconds(0.02, [&] { operations = run_bf16_peak(kernels.arch, kRounds); });
  if (operations > 0)
    std::printf(", %3.0f %% of peak",
                100 * work / seconds / (static_cast<double>(operations) / peak));
  std::printf("\n");
}

void bench_shape(const Kernels& kernels, const Shape& shape, double budget) {
  const std::vector<uint16_t> weights(static_cast<size_t>(shape.cols * shape.depth),
                                      bf16_from_float(0.01F));
  Matrix<float> x(shape.rows, shape.depth), c(shape.rows, shape.cols), scratch(1, kBf16Scratch);
  std::fill_n(x.data(), shape.rows * shape.depth, 0.5F);
  const double seconds = median_seconds(budget, [&] {
    kernels.matmul({.a = x.data(),
                    .a_stride = shape.depth,
                    .rows = shape.rows,
                    .dtype = DType::kBF16,
                    .weights = reinterpret_cast<const uint8_t*>(weights.data()),
                    .weight_stride = 2 * shape.depth,
                    .cols = shape.cols,
                    .depth = shape.depth,
                    .c = c.data(),
                    .c_stride = shape.cols,
                    .scratch = scratch.data()});
  });
  char what[64];
  std::snprintf(what, sizeof what, "%4lld x %4lld -> %5lld", static_cast<long long>(shape.rows),
                static_cast<long long>(shape.depth), static_cast<long long>(shape.cols));
  print(kernels, what, static_cast<double>(2 * shape.rows * shape.depth * shape.cols), seconds);
}

void bench_attention(const Kernels& kernels, double budget) {
  const int64_t side = bf16_key_blocks(kKeys) * kBf16KeyBlock * kHeadDim;
  Matrix<uint16_t> memory(2, side);
  Matrix<float> x(kKeys, kHeadDim), rows(kBf16AttentionRows, kHeadDim);
  Matrix<float> scratch(1, kBf16AttentionScratch / int64_t{sizeof(float)});
  std::fill_n(x.data(), kKeys * kHeadDim, 0.5F);
  const Bf16Head head{memory.row(0), memory.row(1)};
  kernels.bf16_attention.pack_keys({x.data(), kHeadDim, kKeys, kHeadDim, head});
  kernels.bf16_attention.pack_values({x.data(), kHeadDim, kKeys, kHeadDim, head});
  const double seconds = median_seconds(budget, [&] {
    kernels.bf16_attention.attend({.queries = x.data(),
                                   .out = rows.data(),
                                   .stride = kHeadDim,
                                   .rows = kBf16AttentionRows,
                                   .keys = kKeys,
                                   .head_dim = kHeadDim,
                                   .scale = 1,
                                   .head = head,
                                   .scratch = scratch.data()});
  });
  print(kernels, "attention head 80, 5476 keys", 4.0 * kBf16AttentionRows * kHeadDim * kKeys,
        seconds);
}

}  // namespace

void bench_bf16(ArchMask arch, double budget) {
  if (arch == kArchScalar) return;
  const Kernels kernels = select_kernels(arch, FloatProducts::kBf16);
  for (const Shape& shape : kShapes) bench_shape(kernels, shape, budget);
  bench_attention(kernels, budget);
}

}  // namespace octavo::engine
