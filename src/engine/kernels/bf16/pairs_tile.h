// The inner loop of attention in bf16: a register tile C[kCount, kWide * lanes] that grows by
// A[kCount, pairs] x B[pairs, kWide * lanes], pairs of depths beside each other in both. Each
// element is one chain of pairs in ascending order, the second of a pair first (bf16.h), whatever
// the tile.
#pragma once

#include <cstdint>

#include "engine/kernels/simd/sums.h"

namespace octavo::engine {

// Over a vector type T as bf16/loop.h asks for. A's rows are kStride halves apart, fixed so that
// their addresses need no registers.
template <class T, int kCount, int kWide, int kStride>
struct PairsTile : Sums<T, kCount, kWide> {
  using P = typename T::P;
  static constexpr int kLanes = T::kLanes;

  // sum[i] += a[i] x w over `pairs` pairs; w_stride halves from one to the next.
  [[gnu::always_inline]] inline void multiply(const uint16_t* a, const uint16_t* w,
                                              int64_t w_stride, int pairs) {
    for (int p = 0; p < pairs; ++p, a += 2, w += w_stride) {
      P row[kWide];
#pragma GCC unroll 8
      for (int v = 0; v < kWide; ++v) row[v] = T::load_pairs(w + 2 * v * kLanes);
#pragma GCC unroll 16
      for (int i = 0; i < kCount; ++i) {
        const P both = T::both(a + i * kStride);
#pragma GCC unroll 8
        for (int v = 0; v < kWide; ++v) this->sum[i][v] = T::dot(this->sum[i][v], both, row[v]);
      }
    }
  }
};

}  // namespace octavo::engine
