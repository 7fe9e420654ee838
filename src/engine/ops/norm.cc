#include "engine/ops/norm.h"

#include "base/check.h"

namespace octavo::engine {
namespace {

void norm(const Compute& compute, NormFunction function, const NormTask& whole) {
  for_items(compute, row_chunks(whole.rows), [&](int, int64_t item) {
    const RowChunk chunk = row_chunk(whole.rows, item);
    NormTask task = whole;
    task.x += chunk.first * whole.x_stride;
    task.y += chunk.first * whole.y_stride;
    task.rows = chunk.count;
    function(task);
  });
}

NormTask task_of(MatView<const float> x, const float* weight, const float* bias, float epsilon,
                 MatView<float> out) {
  OCTAVO_CHECK(out.rows == x.rows && out.cols == x.cols);
  return {.x = x.data,
          .x_stride = x.stride,
          .rows = x.rows,
          .cols = x.cols,
          .weight = weight,
          .bias = bias,
          .epsilon = epsilon,
          .y = out.data,
          .y_stride = out.stride};
}

}  // namespace

void rms_norm(const Compute& compute, MatView<const float> x, const float* weight, float epsilon,
              MatView<float> out) {
  norm(compute, compute.kernels.norm.rms, task_of(x, weight, nullptr, epsilon, out));
}

void layer_norm(const Compute& compute, MatView<const float> x, const float* weight,
                const float* bias, float epsilon, MatView<float> out) {
  OCTAVO_CHECK(bias != nullptr);
  norm(compute, compute.kernels.norm.layer, task_of(x, weight, bias, epsilon, out));
}

}  // namespace octavo::engine
