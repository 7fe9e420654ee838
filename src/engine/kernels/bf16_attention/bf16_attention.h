// attention.h in bfloat16, for queries that see all keys (pictures):
//   out[r] = sum over the keys j of p[r][j] v[j] / sum over the keys j of p[r][j]
// Queries (times scale * log2 e), keys, values and the weights p = 2^(q . k - top) are rounded to
// bf16, sums of their products are f32 chains of pairs as in kernels/bf16/bf16.h, and what divides
// the result is the sum of those very weights. `top` is the largest score of the row's first block
// of keys, moved when a later one exceeds it by far: weights may be above 1, which costs floats
// nothing. Keys come in blocks; no matrix of all scores exists. The power's own relative error is
// below 8e-5, a fifth of a bf16's last place. All variants give the same bits as long as no product
// is smaller than 2^-126, and a row does not depend on the others. A NaN or +inf among the scores
// makes the row's result NaN. Source: Dao et al., "FlashAttention", 2022. Error:
// bf16_attention_test.cc. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

inline constexpr int kBf16KeyBlock = 128;
inline constexpr int kBf16AttentionRows = 96;  // most rows of one task: a multiple of every tile
inline constexpr int kBf16HeadStep = 16;       // heads are multiples of this,
inline constexpr int kBf16HeadDim = 256;       // and no larger

// One head's keys and values, `blocks` blocks of them, the last one filled up with zeros. A block
// of keys is [kBf16KeyBlock / 32][head_dim / 2][32 keys][2], one of values [kBf16KeyBlock / 2]
// [head_dim][2 keys]. Both 64-byte aligned. Does not own.
struct Bf16Head {
  uint16_t* keys = nullptr;    // [blocks, kBf16KeyBlock * head_dim]
  uint16_t* values = nullptr;  // the same size
};

constexpr int64_t bf16_key_blocks(int64_t keys) {
  return (keys + kBf16KeyBlock - 1) / kBf16KeyBlock;
}

// Rows of one head to its keys or values.
struct Bf16PackTask {
  const float* x = nullptr;  // [count, head_dim], stride floats from row to row
  int64_t stride = 0;
  int64_t count = 0;  // at least 1
  int head_dim = 0;
  Bf16Head to;
};
using Bf16PackFunction = void (*)(const Bf16PackTask&);

struct Bf16AttentionTask {
  const float* queries = nullptr;  // [rows, head_dim]
  float* out = nullptr;            // the same shape; may be the queries
  int64_t stride = 0;              // floats from row to row of both
  int rows = 0;                    // at most kBf16AttentionRows
  int64_t keys = 0;                // at least 1
  int head_dim = 0;
  float scale = 1;
  Bf16Head head;
  float* scratch = nullptr;  // kBf16AttentionScratch bytes, 64-byte aligned
};
using Bf16AttentionFunction = void (*)(const Bf16AttentionTask&);

struct Bf16AttentionKernels {
  Bf16PackFunction pack_keys = nullptr, pack_values = nullptr;
  Bf16AttentionFunction attend = nullptr;
};

// Bytes: queries and sums of all rows, scores and weights of one tile.
inline constexpr int64_t kBf16AttentionScratch =
    int64_t(kBf16AttentionRows) * (kBf16HeadDim * 6 + 64 + 17 * 4) + 16 * kBf16KeyBlock * 6;

std::span<const Variant<Bf16AttentionKernels>> bf16_attention_variants();

}  // namespace octavo::engine
