// The formula as it stands: the fallback, and what the tests hold the others against.
#include <cstring>

#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/matmul/matmul.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

// The values of one stretch of a weight row; `count` is at most kMatmulDepthBlock.
void read_weights(DType dtype, const uint8_t* source, int64_t count, float* target) {
  switch (dtype) {
    case DType::kF32:
      std::memcpy(target, source, static_cast<size_t>(count) * sizeof(float));
      return;
    case DType::kF16:
    case DType::kBF16:
      for (int64_t t = 0; t < count; ++t) {
        uint16_t bits;
        std::memcpy(&bits, source + 2 * t, sizeof bits);
        target[t] = dtype == DType::kF16 ? float_from_f16(bits) : float_from_bf16(bits);
      }
      return;
    default:
      dequantize(dtype, source, count, target);
  }
}

}  // namespace

void matmul_reference(const MatmulTask& task) {
  float* weights = task.scratch;
  for (int64_t j = 0; j < task.cols; ++j) {
    for (int64_t t0 = 0; t0 < task.depth; t0 += kMatmulDepthBlock) {
      const int64_t depth =
          t0 + kMatmulDepthBlock < task.depth ? kMatmulDepthBlock : task.depth - t0;
      read_weights(task.dtype, task.weights + j * task.weight_stride + bytes_for(task.dtype, t0),
                   depth, weights);
      for (int64_t i = 0; i < task.rows; ++i) {
        const float* a = task.a + i * task.a_stride + t0;
        float sum = t0 == 0 ? 0.0f : task.c[i * task.c_stride + j];
        for (int64_t t = 0; t < depth; ++t) sum += a[t] * weights[t];
        task.c[i * task.c_stride + j] = sum;
      }
    }
  }
  for (int64_t i = 0; i < task.rows; ++i) {
    float* c = task.c + i * task.c_stride;
    if (task.bias != nullptr)
      for (int64_t j = 0; j < task.cols; ++j) c[j] += task.bias[j];
    if (task.activation != nullptr) task.activation(c, task.cols);
  }
}

}  // namespace octavo::engine
