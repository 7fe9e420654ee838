// out[r] = sum over the keys j < visible[r] of softmax_j(scale * q[r] . k[j]) v[j], for a few rows
// of queries that share their keys: rows of an image, or the heads and tokens of a prompt that read
// one key/value head. Keys come in blocks of kKeyBlock; no matrix of all scores exists. A row's
// result depends neither on the other rows nor on how many there are. Dot products and weighted
// sums run in ascending order, one chain an element; the vectorised variants fuse multiply and add
// and agree bit for bit with each other, the reference rounds twice. Source: Dao et al.,
// "FlashAttention", 2022. One thread; no allocation.
//
// The loop and its tiles are templates over what keys and values are stored as: AttentionTaskOf
// <Element> with the same layout, and a Load (simd/tile.h) that makes floats of kLanes elements. A
// block is read once for all rows, so for all heads of a group and tokens of a prompt. A scale for
// each key can go to the scores between P::scores and the softmax, and one for each value to the
// weights behind it (loop.h): both are rows of kKeyBlock floats there.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/softmax/softmax.h"
#include "engine/kernels/variant.h"

namespace octavo::engine {

inline constexpr int kAttentionRows = 96;      // most rows of one task: a multiple of every tile
inline constexpr int kAttentionHeadDim = 256;  // largest head
// Floats from one query or output row to the next inside the scratch: as wide as the largest head,
// and off the same cache sets.
inline constexpr int kAttentionStride = kAttentionHeadDim + 16;
inline constexpr int64_t kAttentionScratch =
    int64_t(kAttentionRows) * (2 * kAttentionStride + kKeyBlock + 4);

// Values are stored with their rows padded to whole vectors of the widest variant.
constexpr int value_stride(int head_dim) { return (head_dim + 15) / 16 * 16; }

template <class Element>
struct AttentionTaskOf {
  const float* const* queries = nullptr;  // [rows] -> [head_dim]
  float* const* out = nullptr;            // [rows] -> [head_dim]
  int rows = 0;                           // at most kAttentionRows
  const int64_t* visible = nullptr;       // [rows], each at least 1
  int head_dim = 0;
  float scale = 1;
  // Block b of the keys begins at keys + block[b] * key_stride, and so do values; without `block`
  // they follow each other (block[b] = b). Keys [head_dim, kKeyBlock]: a block is stored
  // transposed. Values [kKeyBlock, value_stride(head_dim)]. Keys beyond the largest `visible` and
  // the padding of values may be garbage, values beyond it are not read.
  const Element* keys = nullptr;
  const Element* values = nullptr;
  int64_t key_stride = 0, value_stride = 0;  // elements
  const int32_t* block = nullptr;
  SoftmaxFunction softmax = nullptr;
  float* scratch = nullptr;  // kAttentionScratch floats, 64-byte aligned
};
using AttentionTask = AttentionTaskOf<float>;
using AttentionFunction = void (*)(const AttentionTask&);

std::span<const Variant<AttentionFunction>> attention_variants();

}  // namespace octavo::engine
