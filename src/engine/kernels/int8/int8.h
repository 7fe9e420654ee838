// Products of 8-bit rows with 8-bit weights:
//   C[i, j] = act(scale[i] * scales[j] * sum over t of (A[i, t] - zero[i]) * W[j, t] + bias[j])
// Activations are unsigned bytes with a scale and a zero point for each row, found from the row
// alone; weights are signed bytes in [-127, 127] with a scale for each column of C. The sum is
// exact, and what follows is a fixed order of operations, none fused: all variants give the same
// bits, and an element depends neither on the batch nor on how callers split rows and columns.
//
// Weights lie in panels of kInt8Panel columns, which every variant reads as they are: panel p is
// [depth / 4][32 columns][4 depths], filled up with zeros to whole panels and whole fours (pack.h).
// One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/activation/activation.h"
#include "engine/kernels/variant.h"

namespace octavo::engine {

inline constexpr int64_t kInt8Panel = 32;
inline constexpr int64_t kInt8Depths = 4;  // that one dot product of bytes takes
// Rows of the largest register tile.
inline constexpr int64_t kInt8Tile = 12;
// Up to here a sum of products of bytes fits 31 bits, with room for the zero point's part.
inline constexpr int64_t kInt8MostDepth = 32768;
// What the largest variant needs besides its arguments, in bytes.
inline constexpr int64_t kInt8Scratch = 128 * 1024;

constexpr int64_t int8_padded_cols(int64_t cols) {
  return (cols + kInt8Panel - 1) / kInt8Panel * kInt8Panel;
}
constexpr int64_t int8_padded_depth(int64_t depth) {
  return (depth + kInt8Depths - 1) / kInt8Depths * kInt8Depths;
}
// Of a row of quantised activations: whole vectors of every variant, and off the same cache sets.
constexpr int64_t int8_row_stride(int64_t depth) { return (depth + 63) / 64 * 64 + 64; }

// q[i, t] = round(x[i, t] * smooth[t] / scale[i]) + zero[i]: the 256 steps reach from the least to
// the largest value of the row, 0 included, which is exact. Bytes from depth to
// int8_padded_depth() become 0. A row with a value that is no finite number gets the scale NaN.
struct QuantizeTask {
  const float* x = nullptr;  // [rows, depth], x_stride floats from row to row
  int64_t x_stride = 0;
  int64_t rows = 0, depth = 0;
  const float* smooth = nullptr;  // [depth] or none
  uint8_t* q = nullptr;           // [rows, q_stride], q_stride at least int8_padded_depth(depth)
  int64_t q_stride = 0;
  float* scale = nullptr;   // [rows]
  int32_t* zero = nullptr;  // [rows]
};
using QuantizeFunction = void (*)(const QuantizeTask&);

struct Int8Task {
  const uint8_t* a = nullptr;  // [rows, a_stride], as a QuantizeFunction writes it
  int64_t a_stride = 0;
  const float* a_scale = nullptr;   // [rows]
  const int32_t* a_zero = nullptr;  // [rows]
  int64_t rows = 0;
  const int8_t* panels = nullptr;  // 64-byte aligned
  // What is read behind the last panel, asked for in time when rows are few; none: not known. Any
  // address will do.
  const void* next = nullptr;
  // Each [cols] filled up to whole panels.
  const float* scales = nullptr;
  const int32_t* sums = nullptr;            // of each column's weights over the depth
  const float* bias = nullptr;              // or none
  int64_t cols = 0, depth = 0;              // depth at most kInt8MostDepth
  ActivationFunction activation = nullptr;  // or none
  float* c = nullptr;                       // [rows, cols], c_stride floats from row to row
  int64_t c_stride = 0;
  bool add = false;         // c += instead of c =; then without activation
  void* scratch = nullptr;  // kInt8Scratch bytes, 64-byte aligned
};
using Int8Function = void (*)(const Int8Task&);

struct Int8Kernels {
  QuantizeFunction quantize;
  Int8Function multiply;
};

std::span<const Variant<Int8Kernels>> int8_variants();

}  // namespace octavo::engine
