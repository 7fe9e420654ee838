// rms:   y[i] = x[i] / sqrt(mean(x^2) + epsilon) * weight[i]
// layer: y[i] = (x[i] - mean(x)) / sqrt(mean((x - mean(x))^2) + epsilon) * weight[i] + bias[i]
// over each row. Sums run in 16 interleaved lanes that are added pairwise at the end, without fused
// multiply-add, so all variants give the same bits. Sources: transformers Qwen2RMSNorm,
// torch.nn.LayerNorm. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

struct NormTask {
  const float* x = nullptr;  // [rows, cols]
  int64_t x_stride = 0;
  int64_t rows = 0, cols = 0;
  const float* weight = nullptr;  // [cols]
  const float* bias = nullptr;    // [cols]; layer norm alone
  float epsilon = 0;
  float* y = nullptr;  // [rows, cols]; may be x
  int64_t y_stride = 0;
};
using NormFunction = void (*)(const NormTask&);

struct NormKernels {
  NormFunction rms, layer;
};

std::span<const Variant<NormKernels>> norm_variants();

}  // namespace octavo::engine
