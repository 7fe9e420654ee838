// attention.h in 8 bits, for queries that see all keys (pictures):
//   out[r] = mean_v + sum over the keys j of softmax_j(scale * q[r] . (k[j] - mean_k)) (v[j] -
//   mean_v)
// Taking the keys' mean off changes no softmax, and the weights add up to 1: both means are exact,
// and the bytes are left for what differs between keys. Queries and keys are signed bytes with a
// scale for each row, values signed bytes with a scale for each of their columns. Keys come in
// blocks of kByteKeyBlock; a weight is an unsigned byte beside the row's largest of its block, and
// what divides the result is the sum of those very bytes.
// All sums of products are exact, and what follows is a fixed order of operations: all variants
// give the same bits, and a row does not depend on the others. A value that is no finite number
// makes NaN of what depends on it. Sources: Zhang et al., "SageAttention", 2024 (means, 8-bit
// queries and keys); Dao et al., "FlashAttention", 2022. Error: byte_attention_test.cc. One thread;
// no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

inline constexpr int kByteKeyBlock = 128;
inline constexpr int kByteAttentionRows = 96;  // most rows of one task: a multiple of every tile
inline constexpr int kByteHeadStep = 16;       // heads are multiples of this,
inline constexpr int kByteHeadDim = 256;  // and no larger: sums of products stay exact in floats

// One head's keys and values as bytes, `blocks` blocks of them, the last one filled up. A block of
// keys is [kByteKeyBlock / 32][head_dim / 4][32 keys][4], one of values [kByteKeyBlock /
// 4][head_dim] [4 keys]. Does not own.
struct ByteHead {
  int8_t* keys = nullptr;        // [blocks, kByteKeyBlock * head_dim], 64-byte aligned
  int8_t* values = nullptr;      // the same size
  float* key_scale = nullptr;    // [blocks, kByteKeyBlock]
  int32_t* key_start = nullptr;  // [blocks, kByteKeyBlock]: what makes up for unsigned queries
  float* value_scale = nullptr;  // [head_dim]
  float* value_mean = nullptr;   // [head_dim]
};

constexpr int64_t byte_key_blocks(int64_t keys) {
  return (keys + kByteKeyBlock - 1) / kByteKeyBlock;
}

// Rows of one head to its bytes.
struct PackTask {
  const float* x = nullptr;  // [count, head_dim], stride floats from row to row
  int64_t stride = 0;
  int64_t count = 0;  // at least 1
  int head_dim = 0;
  ByteHead to;
  float* scratch = nullptr;  // kByteAttentionScratch bytes, 64-byte aligned
};
using PackFunction = void (*)(const PackTask&);

struct ByteAttentionTask {
  const float* queries = nullptr;  // [rows, head_dim]
  float* out = nullptr;            // the same shape; may be the queries
  int64_t stride = 0;              // floats from row to row of both
  int rows = 0;                    // at most kByteAttentionRows
  int64_t keys = 0;                // at least 1
  int head_dim = 0;
  float scale = 1;
  ByteHead head;
  float* scratch = nullptr;
};
using ByteAttentionFunction = void (*)(const ByteAttentionTask&);

struct ByteAttentionKernels {
  PackFunction pack_keys, pack_values;
  ByteAttentionFunction attend;
};

// Bytes: queries and sums of all rows, scores and weights of one tile.
inline constexpr int64_t kByteAttentionScratch =
    int64_t(kByteAttentionRows) * (kByteHeadDim * 5 + 64 + 4 * 4) + 16 * kByteKeyBlock * 5;

std::span<const Variant<ByteAttentionKernels>> byte_attention_variants();

}  // namespace octavo::engine
