#include "engine/kernels/int8/pack.h"

#include <algorithm>
#include <cmath>

namespace octavo::engine {

void pack_int8_panel(const Int8Columns& columns, int8_t* panel, float* scales, int32_t* sums) {
  constexpr float kMost = 127;
  std::fill_n(panel, int8_panel_bytes(columns.depth), int8_t{0});
  std::fill_n(scales, kInt8Panel, 0.0F);
  std::fill_n(sums, kInt8Panel, 0);
  for (int64_t j = 0; j < columns.cols; ++j) {
    const float* weights = columns.weights + j * columns.stride;
    float largest = 0;
    for (int64_t t = 0; t < columns.depth; ++t) largest = std::max(largest, std::abs(weights[t]));
    // Weights this small would make the steps infinite; as zeros they are off by nothing that
    // counts.
    constexpr float kLeast = 1e-30F;
    if (largest < kLeast) continue;
    const float steps = kMost / largest;
    scales[j] = largest / kMost;
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
