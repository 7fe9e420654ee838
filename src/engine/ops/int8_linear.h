// The 8-bit half of linear.h: rows become bytes once for all products that share them, piece by
// piece, so that no copy of a whole input exists.
#pragma once

#include "engine/ops/linear.h"

namespace octavo::engine {

// Bytes a lane needs.
int64_t int8_lane_bytes();

// Products of one input with weights that have int8 parts, all with the same `smooth`.
void int8_linear(const Compute& compute, std::span<const LinearCall> calls);
void int8_gated_linear(const Compute& compute, MatView<const float> x, const WeightView& gate,
                       const WeightView& up, MatView<float> gate_out, MatView<float> up_out);

}  // namespace octavo::engine
