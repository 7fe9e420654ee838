// A register tile of sums, C[kRows, kVectors * lanes]: cleared, or read from memory and written
// there again. What is added to them is the tiles' that derive from it.
#pragma once

#include <cstdint>

namespace octavo::engine {

template <class V, int kRows, int kVectors>
struct Sums {
  typename V::F sum[kRows][kVectors];

  [[gnu::always_inline]] inline void clear() {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) sum[i][j] = V::zero();
  }
  // Rows are `stride` floats apart.
  [[gnu::always_inline]] inline void load(const float* c, int64_t stride) {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) sum[i][j] = V::load(c + i * stride + j * V::kLanes);
  }
  [[gnu::always_inline]] inline void store(float* c, int64_t stride) const {
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < kVectors; ++j) V::store(c + i * stride + j * V::kLanes, sum[i][j]);
  }
};

}  // namespace octavo::engine
