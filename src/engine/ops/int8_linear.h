// The 8-bit half of linear.h: rows become bytes once for all products that share them, piece by
// piece, so that no copy of a whole input exists.
#pragma once

#include "engine/ops/linear.h"

namespace octavo::engine {

// Bytes a lane needs.
int64_t int8_lane_bytes();

// Products of one input with weights that have int8 parts, all with the same `smooth`.
void int8_linear(const Compute& compute, const InputRows& input, std::span<const LinearCall> calls);
void int8_gated_linear(const Compute& compute, const GatedCall& call);
// Whether an input of so many rows may be more than x.
bool int8_makes_input(int64_t rows);

// In a team: see expect() of linear.h.
void int8_expect(const Compute& compute, std::span<const WeightView* const> weights);

}  // namespace octavo::engine
