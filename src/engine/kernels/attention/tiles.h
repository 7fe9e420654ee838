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

  static void scores(int rows, const float* q, const Element* keys, int head_dim, float* s) {
    for (int j = 0; j < kKeyBlock; j += kCols)
      for (int i = 0; i < rows; i += T::kTileRows)
        multiply_tile<T, T::kTileRows, 2, kAttentionStride, Load>(
            rows_left(rows, i), q + i * kAttentionStride, keys + j, kKeyBlock, head_dim, false,
            s + i * kKeyBlock + j, kKeyBlock);
  }

  static void values(int rows, const float* p, const Element* values, int keys, int width,
                     float* o) {
    int j = 0;
    for (; j + kCols <= width; j += kCols)
      for (int i = 0; i < rows; i += T::kTileRows)
        multiply_tile<T, T::kTileRows, 2, kKeyBlock, Load>(
            rows_left(rows, i), p + i * kKeyBlock, values + j, width, keys, true,
            o + i * kAttentionStride + j, kAttentionStride);
    for (; j < width; j += T::kLanes)
      for (int i = 0; i < rows; i += T::kTileRows)
        multiply_tile<T, T::kTileRows, 1, kKeyBlock, Load>(
            rows_left(rows, i), p + i * kKeyBlock, values + j, width, keys, true,
            o + i * kAttentionStride + j, kAttentionStride);
  }

 private:
  static int rows_left(int rows, int i) {
    return rows - i < T::kTileRows ? rows - i : T::kTileRows;
  }
};

}  // namespace octavo::engine
