// One matrix as bytes in one stretch of memory: what a prepacked file holds and what is made at
// load. Panels, scales, sums and bias follow each other, each from a multiple of 64 bytes on.
#pragma once

#include <cstdint>
#include <span>

#include "engine/ops/linear.h"

namespace octavo::engine {

struct Int8Layout {
  Int8Layout(int64_t cols, int64_t depth, bool has_bias);
  // Where each begins; -1: it is not there.
  int64_t panels = 0, scales = 0, sums = 0, bias = -1;
  int64_t bytes = 0;
};

// Sizes that the kernels can take.
bool fits_int8(int64_t cols, int64_t depth);

// `memory`: `layout.bytes` from a 64-byte boundary on. Without `smooth`.
Int8View view_int8(const uint8_t* memory, const Int8Layout& layout);

// Quantises weights of any format, finite ones; `smooth`: [depth] above 0, or empty. Column t of
// the weights is divided by smooth[t], which inputs are to be multiplied by: the view is to have
// it.
void pack_int8(const WeightView& weights, std::span<const float> smooth, ThreadPool& pool,
               uint8_t* memory);

}  // namespace octavo::engine
