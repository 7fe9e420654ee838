// How fast the kernels are by themselves, on one thread, for each set of instructions: what a
// change of one family is measured with, and what the rates of a whole model can be held against.
//
//   octavo_kernel_bench [SECONDS A CASE]
//
// Rates are medians over processor time. "weights" is what of the weights' bytes passes in a
// second: with one row a product is bound by reading them, and this is the figure that counts.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/tensor/matrix.h"
#include "tests/engine/bf16_bench.h"
#include "tests/engine/int8_bench.h"
#include "tests/engine/median_seconds.h"

namespace octavo::engine {
namespace {

// A value that is small and finite in every format, as f16 or bf16 scale too.
constexpr uint8_t kByte = 0x3C;
// MinerU2.5's language half: hidden 896, inner 4864.
constexpr int64_t kDepth = 1024, kCols = 4864;  // a depth that every block format can have
constexpr int64_t kKeys = 4096;
constexpr int kHeadDims[] = {64, 80};
constexpr DType kTypes[] = {DType::kF32,  DType::kF16,  DType::kBF16, DType::kQ8_0,
                            DType::kQ4_0, DType::kQ4_K, DType::kQ6_K};

Matrix<float> filled(int64_t rows, int64_t cols) {
  Matrix<float> out(rows, cols);
  constexpr float kSmall = 0.01F;
  for (int64_t y = 0; y < rows; ++y) std::fill_n(out.row(y), cols, kSmall);
  return out;
}

void bench_matmul(const Kernels& kernels, DType type, int64_t rows, double budget) {
  const int64_t row_bytes = bytes_for(type, kDepth);
  const std::vector<uint8_t> weights(static_cast<size_t>(row_bytes * kCols), kByte);
  const Matrix<float> a = filled(rows, kDepth);
  Matrix<float> c(rows, kCols), scratch(1, kMatmulScratch);
  const MatmulTask task{.a = a.row(0),
                        .a_stride = a.cols(),
                        .rows = rows,
                        .dtype = type,
                        .weights = weights.data(),
                        .weight_stride = row_bytes,
                        .cols = kCols,
                        .depth = kDepth,
                        .c = c.row(0),
                        .c_stride = c.cols(),
                        .scratch = scratch.row(0)};
  const double seconds = median_seconds(budget, [&] { kernels.matmul(task); });
  const auto work = static_cast<double>(2 * rows * kDepth * kCols);
  std::printf("%-8s matmul    %-5s %4lld rows  %8.2f GFLOP/s  %7.2f GB/s of weights\n",
              std::string(arch_name(kernels.arch)).c_str(),
              std::string(facts_of(type).name).c_str(), static_cast<long long>(rows),
              work / seconds / 1e9, static_cast<double>(weights.size()) / seconds / 1e9);
}

void bench_attention(const Kernels& kernels, int head_dim, int rows, double budget) {
  const int64_t stride = int64_t(kKeyBlock) * value_stride(head_dim);
  const Matrix<float> keys = filled(kKeys / kKeyBlock, stride),
                      values = filled(kKeys / kKeyBlock, stride), queries = filled(rows, head_dim);
  Matrix<float> out(rows, head_dim), scratch(1, kAttentionScratch);
  std::vector<const float*> from;
  std::vector<float*> to;
  for (int row = 0; row < rows; ++row) {
    from.push_back(queries.row(row));
    to.push_back(out.row(row));
  }
  const std::vector<int64_t> visible(static_cast<size_t>(rows), kKeys);
  const AttentionTask task{.queries = from.data(),
                           .out = to.data(),
                           .rows = rows,
                           .visible = visible.data(),
                           .head_dim = head_dim,
                           .scale = 1,
                           .keys = keys.row(0),
                           .values = values.row(0),
                           .key_stride = keys.cols(),
                           .value_stride = values.cols(),
                           .softmax = kernels.softmax,
                           .scratch = scratch.row(0)};
  const double seconds = median_seconds(budget, [&] { kernels.attention(task); });
  const double work = 4.0 * rows * head_dim * static_cast<double>(kKeys);
  std::printf("%-8s attention head %d, %3d rows, %lld keys  %8.2f GFLOP/s\n",
              std::string(arch_name(kernels.arch)).c_str(), head_dim, rows,
              static_cast<long long>(kKeys), work / seconds / 1e9);
}

void bench(const Kernels& kernels, double budget) {
  constexpr int64_t kFew = 1, kSome = kMatmulFewRows, kMany = kMatmulRowBlock;
  // Plain loops take long for many rows, and nobody waits for their rate there.
  const int64_t most = kernels.arch == kArchScalar ? kSome : kMany;
  for (const DType type : kTypes)
    for (const int64_t rows : {kFew, kSome, kMany})
      if (rows <= most) bench_matmul(kernels, type, rows, budget);
  bench_int8(kernels, budget);
  bench_bf16(kernels.arch, budget);
  for (const int head_dim : kHeadDims)
    for (const int rows : {7, kAttentionRows}) bench_attention(kernels, head_dim, rows, budget);
}

void bench_all(double budget) {
  for (const std::string_view name : arch_names()) {
    const ArchMask mask = *arch_by_name(name);
    if ((mask & detect_arch()) == mask) bench(select_kernels(mask), budget);
  }
}

}  // namespace
}  // namespace octavo::engine

int main(int count, char** arguments) {
  constexpr double kBudget = 0.3;
  octavo::engine::bench_all(count > 1 ? std::atof(arguments[1]) : kBudget);
  return 0;
}
