// From the exact sums of one panel to C, over a vector type V that adds to its arithmetic (simd/)
//   without_zero(sums, zero, columns)   sums[lane] - zero * columns[lane], as floats
#pragma once

#include <cstdint>

#include "engine/kernels/int8/int8.h"

namespace octavo::engine {

// For one lane. Sums of a damaged file may be anything: they wrap, as those of vectors do.
inline float without_zero_point(int32_t sum, int32_t zero, int32_t column) {
  return static_cast<float>(static_cast<int32_t>(
      static_cast<uint32_t>(sum) - static_cast<uint32_t>(zero) * static_cast<uint32_t>(column)));
}

// `rows` rows of sums [rows, kInt8Panel] that belong to rows row0... and columns first... of C.
template <class V>
void finish_int8(const Int8Task& task, const int32_t* sums, int64_t row0, int64_t rows,
                 int64_t first) {
  using F = typename V::F;
  constexpr int64_t kPanel = kInt8Panel;
  const bool full = first + kPanel <= task.cols;
  const int64_t cols = full ? kPanel : task.cols - first;
  for (int64_t i = row0; i < row0 + rows; ++i, sums += kPanel) {
    float* c = task.c + i * task.c_stride + first;
    alignas(64) float rest[kPanel];
    float* out = full ? c : rest;
    const F scale = V::set(task.a_scale[i]);
    for (int64_t j = 0; j < kPanel; j += V::kLanes) {
      F x = V::without_zero(sums + j, task.a_zero[i], task.sums + first + j);
      x = V::mul(x, V::mul(scale, V::load(task.scales + first + j)));
      if (task.bias != nullptr) x = V::add(x, V::load(task.bias + first + j));
      if (full && task.add) x = V::add(V::load(c + j), x);
      V::store(out + j, x);
    }
    if (task.activation != nullptr) task.activation(out, cols);
    if (full) continue;
    for (int64_t j = 0; j < cols; ++j) c[j] = task.add ? c[j] + rest[j] : rest[j];
  }
}

}  // namespace octavo::engine
