// Products with keys and values in bytes (keys_values.h) over a product type P for their steps: the
// scales of keys go to the scores, group by group, those of values to the weights.
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"
#include "engine/kernels/attention/keys_values.h"

namespace octavo::engine {

template <class P>
struct ScaledProducts {
  using Element = int8_t;

  static void scores(int rows, const float* q, const int8_t* keys, int head_dim, float* s,
                     const int8_t* next) {
    const float* scales = scales_of(keys, head_dim);
    P::scores(rows, q, keys, group_size(head_dim), s, next);
    scale_rows(rows, scales, kKeyBlock, s);
    alignas(64) float part[kAttentionRows * kKeyBlock];
    for (int d = kKeyGroup; d < head_dim; d += kKeyGroup) {
      scales += kKeyBlock;
      P::scores(rows, q + d, keys + int64_t{d} * kKeyBlock, group_size(head_dim - d), part,
                next + int64_t{d} * kKeyBlock);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < kKeyBlock; ++j)
          s[i * kKeyBlock + j] += part[i * kKeyBlock + j] * scales[j];
    }
  }
  // The weights are not needed as they were: they change in place.
  static void values(int rows, float* p, const int8_t* values, int keys, int width, float* o,
                     const int8_t* next) {
    scale_rows(rows, scales_of(values, width), keys, p);
    P::values(rows, p, values, keys, width, o, next);
  }

 private:
  static int group_size(int left) { return left < kKeyGroup ? left : kKeyGroup; }
  static const float* scales_of(const int8_t* block, int width) {
    return reinterpret_cast<const float*>(block + int64_t{width} * kKeyBlock);
  }
  static void scale_rows(int rows, const float* scales, int keys, float* x) {
    for (int i = 0; i < rows; ++i, x += kKeyBlock)
      for (int j = 0; j < keys; ++j) x[j] *= scales[j];
  }
};

}  // namespace octavo::engine
