// The formula as it stands: the fallback, and what the tests hold the others against.
#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/bf16/bf16.h"
#include "engine/tensor/half.h"

namespace octavo::engine {
namespace {

float rounded(float x) { return float_from_bf16(bf16_from_float(x)); }

}  // namespace

void bf16_reference(const MatmulTask& task) {
  float* weights = task.scratch;
  for (int64_t j = 0; j < task.cols; ++j) {
    for (int64_t t0 = 0; t0 < task.depth; t0 += kBf16DepthBlock) {
      const int64_t depth = t0 + kBf16DepthBlock < task.depth ? kBf16DepthBlock : task.depth - t0;
      dequantize(task.dtype, task.weights + j * task.weight_stride + bytes_for(task.dtype, t0),
                 depth, weights);
      for (int64_t t = 0; t < depth; ++t) weights[t] = rounded(weights[t]);
      for (int64_t i = 0; i < task.rows; ++i) {
        const float* a = task.a + i * task.a_stride + t0;
        float sum = t0 == 0 ? 0.0F : task.c[i * task.c_stride + j];
        for (int64_t t = 0; t < depth; t += 2) {
          if (t + 1 < depth) sum += rounded(a[t + 1]) * weights[t + 1];
          sum += rounded(a[t]) * weights[t];
        }
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
