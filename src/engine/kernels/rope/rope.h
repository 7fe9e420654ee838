// Rotary embedding in place: for each row and head, with h = head_dim / 2 and i < h,
//   x[i] = x[i] cos[i] - x[i + h] sin[i],   x[i + h] = x[i + h] cos[i] + x[i] sin[i].
// No fused multiply-add: all variants give the same bits. Source: transformers
// apply_rotary_pos_emb (rotate_half). One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

struct RopeTask {
  float* x = nullptr;  // [rows, heads * head_dim], stride floats from row to row
  int64_t stride = 0;
  int64_t rows = 0;
  int heads = 0, head_dim = 0;
  const float* cos = nullptr;  // [rows, head_dim / 2]
  const float* sin = nullptr;
};
using RopeFunction = void (*)(const RopeTask&);

std::span<const Variant<RopeFunction>> rope_variants();

}  // namespace octavo::engine
