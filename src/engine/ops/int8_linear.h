// The 8-bit half of linear.h: rows become bytes once for all products that share them, piece by
// piece, so that no copy of a whole input exists.
#pragma once

#include "engine/ops/linear.h"

namespace octavo::engine {

// Bytes a lane needs.
int64_t int8_lane_bytes();

// Products of one input with weights that have int8 parts, all with the same `smooth`. The norm of
// an input is taken where int8_norms_itself(), and must not be asked for elsewhere.
bool int8_norms_itself(int64_t rows, int64_t depth);
void int8_linear(const Compute& compute, const NormedRows& input,
                 std::span<const LinearCall> calls);
void int8_gated_linear(const Compute& compute, const NormedRows& input, const GatedCall& call);

// In a team: see expect() and expect_gated() of linear.h.
void int8_expect(const Compute& compute, std::span<const WeightView* const> weights);
void int8_expect_gated(const Compute& compute, const WeightView& gate, const WeightView& up);

}  // namespace octavo::engine
