// One step of a softmax over keys that come in blocks (online softmax). For each row, with the
// running maximum m and sum s of the blocks before (m = -inf and s = 0 at first), and x_j = scale *
// scores[j] for the keys that the row sees:
//   m' = max(m, max x_j),  p_j = e^(x_j - m'),  correction = e^(m - m'),
//   s' = s correction + sum p_j;  what was summed up with the old m must be multiplied by the
//   correction.
// p replaces the scores, with 0 for keys the row does not see. No fused multiply-add, sums as in
// simd/lanes.h: all variants give the same bits, and a row does not depend on the others. A NaN or
// +inf among the scores makes the row's result NaN. Source: Milakov and Gimelshein, "Online
// normalizer calculation for softmax", 2018. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

// Keys of one step: the block of the KV cache, too.
inline constexpr int kKeyBlock = 64;

struct SoftmaxTask {
  float* scores = nullptr;  // [rows, kKeyBlock]
  int rows = 0;
  // Keys of this block that a row sees: the first visible[row] (none when negative, all from
  // kKeyBlock on).
  const int64_t* visible = nullptr;
  float scale = 1;
  float* maximum = nullptr;     // [rows], in and out
  float* sum = nullptr;         // [rows], in and out
  float* correction = nullptr;  // [rows], out
};
using SoftmaxFunction = void (*)(const SoftmaxTask&);

std::span<const Variant<SoftmaxFunction>> softmax_variants();

}  // namespace octavo::engine
