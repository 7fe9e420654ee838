// matmul.h in bfloat16: A and W are rounded to bf16, to nearest even (W in bf16 stays as it is),
// and products of the rounded values are summed up in f32 by pairs of depths:
//   sum = fma(a[t], w[t], fma(a[t + 1], w[t + 1], sum)), t = 0, 2, 4 ...
// one chain an element, so that an element depends neither on how many rows or columns a call has
// nor on how callers split them. Bias and activation follow in f32. This is what VDPBF16PS does
// (Intel's manual: two fused steps, the upper half first), except that it takes what is smaller
// than 2^-126 for 0; else all variants but the reference, which rounds twice, give the same bits.
// Error: that of rounding both sides, at most 2^-8 of sum |A W|, and the chain's (bf16_test.cc).
// One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/matmul/matmul.h"

namespace octavo::engine {

// Depth of a packed block: a multiple of every quantised block, and the width of the vision half,
// whose sums then never leave the registers. With the padding rows are off the same cache sets.
inline constexpr int64_t kBf16DepthBlock = 1280;
inline constexpr int64_t kBf16RowStride = kBf16DepthBlock + 32;
// Rows that share one packing of the weights. They are more than the level 2 cache holds, but each
// is read once a panel, in order; turning weights twice as often costs more (measured).
inline constexpr int64_t kBf16RowBlock = 480;

// Halves: rows of A, then a panel of pairs, the same of a block format before it is turned, and
// one row of that in f32.
inline constexpr int64_t kBf16RowHalves = kBf16RowBlock * kBf16RowStride;
inline constexpr int64_t kBf16PanelHalves = kMatmulPanel * kBf16DepthBlock;
// Floats that MatmulTask::scratch must have.
inline constexpr int64_t kBf16Scratch =
    (kBf16RowHalves + 2 * kBf16PanelHalves) / 2 + kBf16DepthBlock;

std::span<const Variant<MatmulFunction>> bf16_variants();

}  // namespace octavo::engine
