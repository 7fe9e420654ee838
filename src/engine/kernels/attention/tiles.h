// The products of attention by register tiles of a vector type T (simd/tile.h) with
// T::kTileRows rows and two vectors. Keys and values are what Load reads (LoadFloats: floats as
// they are); what it converts is converted once for a tile's rows, so once for all heads that share
// it.
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"
#include "engine/kernels/simd/tile.h"

namespace octavo::engine {

template <class T, class Load = LoadFloats>
struct AttentionTiles {
  using Element = typename Load::Element;
  static constexpr int kCols = 2 * T::kLanes;

  static void scores(int rows, const float* q, const Element* keys, int head_dim, float* s,
                     const Element* next) {
    for (int j = 0; j < kKeyBlock; j += kCols)
      products<kAttentionStride, 2>(rows, q, keys + j, kKeyBlock, head_dim, false, s + j, kKeyBlock,
                                    next + j);
  }

  static void values(int rows, const float* p, const Element* values, int keys, int width, float* o,
                     const Element* next) {
    int j = 0;
    for (; j + kCols <= width; j += kCols)
      products<kKeyBlock, 2>(rows, p, values + j, width, keys, true, o + j, kAttentionStride,
                             next + j);
    for (; j < width; j += T::kLanes)
      products<kKeyBlock, 1>(rows, p, values + j, width, keys, true, o + j, kAttentionStride,
                             next + j);
  }

 private:
  // C = or += A x B for kVectors vectors of columns.
  template <int kStrideA, int kVectors>
  static void products(int rows, const float* a, const Element* b, int64_t b_stride, int depth,
                       bool add, float* c, int64_t c_stride, const Element* next) {
    if (rows <= T::kTileRows)
      return few_rows<T::kTileRows, kStrideA, kVectors>(rows, a, b, b_stride, depth, add, c,
                                                        c_stride, next);
    for (int i = 0; i < rows; i += T::kTileRows)
      multiply_tile<T, T::kTileRows, kVectors, kStrideA, Load>(rows_left(rows, i), a + i * kStrideA,
                                                               b, b_stride, depth, add,
                                                               c + i * c_stride, c_stride);
  }

  // One tile, that asks for a line of what comes next with each line that it reads.
  template <int kRows, int kStrideA, int kVectors>
  static void few_rows(int rows, const float* a, const Element* b, int64_t b_stride, int depth,
                       bool add, float* c, int64_t c_stride, const Element* next) {
    if constexpr (kRows > 1) {
      if (rows < kRows)
        return few_rows<kRows - 1, kStrideA, kVectors>(rows, a, b, b_stride, depth, add, c,
                                                       c_stride, next);
    }
    constexpr int64_t kLine = 64 / sizeof(Element), kWidth = kVectors * T::kLanes;
    Tile<T, kRows, kVectors, kStrideA, Load> tile;
    if (add)
      tile.load(c, c_stride);
    else
      tile.clear();
    for (int t = 0; t < depth; ++t, ++a, b += b_stride, next += b_stride) {
#pragma GCC unroll 2
      for (int64_t at = 0; at < kWidth; at += kLine) __builtin_prefetch(next + at, 0, 2);
      tile.multiply(a, b, b_stride, 1);
    }
    tile.store(c, c_stride);
  }

  static int rows_left(int rows, int i) {
    return rows - i < T::kTileRows ? rows - i : T::kTileRows;
  }
};

}  // namespace octavo::engine
