// The one inner loop of matmul and attention: a register tile C[kRows, kVectors * lanes] that grows
// by A[kRows, depth] x B[depth, kVectors * lanes]. Each element is one chain of fused multiply-adds
// in ascending depth, whatever the tile: results do not depend on how rows and columns are grouped,
// and breaking the depth into blocks (store, load, go on) changes nothing.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/sums.h"

namespace octavo::engine {

// How elements of B become floats; others than this one convert on the way.
struct LoadFloats {
  using Element = float;
  template <class V>
  [[gnu::always_inline]] static inline typename V::F load(const float* p) {
    return V::load(p);
  }
};

// A's rows are kStrideA floats apart, fixed so that their addresses need no registers.
template <class V, int kRows, int kVectors, int kStrideA, class Load = LoadFloats>
struct Tile : Sums<V, kRows, kVectors> {
  using Element = typename Load::Element;

  [[gnu::always_inline]] inline void multiply(const float* a, const Element* b, int64_t b_stride,
                                              int64_t depth) {
    for (int64_t t = 0; t < depth; ++t, ++a, b += b_stride) {
      typename V::F row[kVectors];
#pragma GCC unroll 4
      for (int j = 0; j < kVectors; ++j) row[j] = Load::template load<V>(b + j * V::kLanes);
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const typename V::F value = V::set(a[i * kStrideA]);
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) this->sum[i][j] = V::fma(value, row[j], this->sum[i][j]);
      }
    }
  }
};

// One tile of `rows` (1 to kRows) rows: C = or += A x B.
template <class V, int kRows, int kVectors, int kStrideA, class Load = LoadFloats>
void multiply_tile(int rows, const float* a, const typename Load::Element* b, int64_t b_stride,
                   int64_t depth, bool add, float* c, int64_t c_stride) {
  if constexpr (kRows > 1) {
    if (rows < kRows)
      return multiply_tile<V, kRows - 1, kVectors, kStrideA, Load>(rows, a, b, b_stride, depth, add,
                                                                   c, c_stride);
  }
  Tile<V, kRows, kVectors, kStrideA, Load> tile;
  if (add)
    tile.load(c, c_stride);
  else
    tile.clear();
  tile.multiply(a, b, b_stride, depth);
  tile.store(c, c_stride);
}

}  // namespace octavo::engine
