// One matrix as bytes in one stretch of memory: what a prepacked file holds and what is made at
// load. Panels, scales, sums and bias follow each other, each from a multiple of 64 bytes on.
#pragma once

#include <cstdint>
#include <span>

#include "engine/ops/linear.h"

namespace octavo::engine {

// Of one weight: a byte, or a code that stands for one.
enum class WeightBits : uint8_t { k8, k4 };

struct Int8Layout {
  Int8Layout(int64_t cols, int64_t depth, bool has_bias, WeightBits bits = WeightBits::k8);
  WeightBits bits;
  // Where each begins; -1: it is not there.
  int64_t panels = 0, scales = 0, sums = 0, bias = -1;
  int64_t bytes = 0;
};

// Sizes that the kernels can take.
bool fits_int8(int64_t cols, int64_t depth);

// `memory`: `layout.bytes` from a 64-byte boundary on. Without `smooth`.
Int8View view_int8(const uint8_t* memory, const Int8Layout& layout);

// What is known about the inputs of a matrix; both [depth] or empty.
struct InputFacts {
  // Above 0. Column t of the weights is divided by smooth[t], which inputs are to be multiplied by:
  // the view is to have it.
  std::span<const float> smooth{};
  // Mean squares of the inputs (as they are multiplied): an error in a weight counts so much.
  // Without, all count alike; weights of 8 bits have no use for it.
  std::span<const float> importance{};
};

// Quantises weights of any format, finite ones.
void pack_int8(const WeightView& weights, const InputFacts& facts, const Int8Layout& layout,
               ThreadPool& pool, uint8_t* memory);

}  // namespace octavo::engine
