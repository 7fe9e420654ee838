#include "engine/kernels/int8/pack.h"

#include <algorithm>
#include <cmath>

namespace octavo::engine {
namespace {

constexpr float kMost = 127;

}  // namespace

Int8Scale int8_scale_of(const float* weights, int64_t depth) {
  constexpr float kLeast = 1e-30F;
  float largest = 0;
  for (int64_t t = 0; t < depth; ++t) largest = std::max(largest, std::abs(weights[t]));
  if (largest < kLeast) return {0, 0};
  return {kMost / largest, largest / kMost};
}

void pack_int8_panel(const Int8Columns& columns, int8_t* panel, float* scales, int32_t* sums) {
  std::fill_n(panel, int8_panel_bytes(columns.depth), int8_t{0});
  std::fill_n(scales, kInt8Panel, 0.0F);
  std::fill_n(sums, kInt8Panel, 0);
  for (int64_t j = 0; j < columns.cols; ++j) {
    const float* weights = columns.weights + j * columns.stride;
    const auto [steps, scale] = int8_scale_of(weights, columns.depth);
    if (steps == 0) continue;
    scales[j] = scale;
    int32_t sum = 0;
    for (int64_t t = 0; t < columns.depth; ++t) {
      // 1.5 * 2^23 rounds to the nearest whole number, ties to even.
      constexpr float kShift = 12582912;
      const float rounded = weights[t] * steps + kShift - kShift;
      const auto q = static_cast<int8_t>(std::clamp(rounded, -kMost, kMost));
      panel[(t / kInt8Depths * kInt8Panel + j) * kInt8Depths + t % kInt8Depths] = q;
      sum += q;
    }
    sums[j] = sum;
  }
}

}  // namespace octavo::engine
