// Weights in floats to the panels of int8.h: each column of C has a scale of its own, such that its
// largest weight becomes 127 (or -127).
#pragma once

#include <cstdint>

#include "engine/kernels/int8/int8.h"

namespace octavo::engine {

struct Int8Columns {
  const float* weights = nullptr;  // [cols, depth], stride floats from column to column
  int64_t stride = 0;
  int64_t cols = 0, depth = 0;  // at most kInt8Panel columns
};

constexpr int64_t int8_panel_bytes(int64_t depth) { return int8_padded_depth(depth) * kInt8Panel; }

// The steps of a column are weights times `steps`; a step is worth `scale`. Both are 0 for weights
// so small that `steps` would be infinite: as zeros they are off by nothing that counts.
struct Int8Scale {
  float steps, scale;
};
Int8Scale int8_scale_of(const float* weights, int64_t depth);

// One panel: int8_panel_bytes(depth) bytes, kInt8Panel scales and sums. Weights must be finite. One
// thread; no allocation.
void pack_int8_panel(const Int8Columns& columns, int8_t* panel, float* scales, int32_t* sums);

}  // namespace octavo::engine
