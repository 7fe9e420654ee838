// Weights in floats to the panels of int4.h. The steps of a column are those it has in int8; of
// them each group uses the 16 that leave the smallest error.
#pragma once

#include <cstdint>

#include "engine/kernels/int4/int4.h"

namespace octavo::engine {

struct Int4Columns {
  const float* weights = nullptr;  // [cols, depth], stride floats from column to column
  int64_t stride = 0;
  int64_t cols = 0, depth = 0;        // at most kInt8Panel columns
  const float* importance = nullptr;  // [depth]: how much an error there counts; none: all alike
};

// One panel: int4_panel_bytes(depth) bytes, kInt8Panel scales and sums. Weights must be finite. One
// thread; no allocation.
void pack_int4_panel(const Int4Columns& columns, uint8_t* panel, float* scales, int32_t* sums);

}  // namespace octavo::engine
