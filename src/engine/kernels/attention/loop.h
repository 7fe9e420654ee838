// Attention over a product type P, which says how C = or += A x B is done for a few rows:
//   P::Element                                 of keys and values
//   P::scores(rows, q, keys, head_dim, s, next)        s[rows, kKeyBlock] = q x keys
//   P::values(rows, p, values, keys, stride, o, next)  o[rows, stride] += p x values[0 .. keys)
// `next`: the elements that are read behind these. With few rows there is less work on a block than
// memory takes to give it, and blocks lie apart, which the processor does not expect: a product may
// ask for them.
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"

namespace octavo::engine {

template <class P>
struct AttentionLoop {
  static void run(const AttentionTaskOf<typename P::Element>& task) {
    float* q = task.scratch;                           // [rows, kAttentionStride]
    float* o = q + kAttentionRows * kAttentionStride;  // [rows, kAttentionStride]
    float* s = o + kAttentionRows * kAttentionStride;  // [rows, kKeyBlock]
    float* maximum = s + kAttentionRows * kKeyBlock;   // [rows]
    float* sum = maximum + kAttentionRows;             // [rows]
    float* correction = sum + kAttentionRows;          // [rows]
    const int width = value_stride(task.head_dim);
    int64_t most = 0;
    for (int row = 0; row < task.rows; ++row) {
      for (int d = 0; d < task.head_dim; ++d) q[row * kAttentionStride + d] = task.queries[row][d];
      for (int d = 0; d < width; ++d) o[row * kAttentionStride + d] = 0;
      maximum[row] = -__builtin_inff();
      sum[row] = 0;
      if (task.visible[row] > most) most = task.visible[row];
    }
    for (int64_t first = 0; first < most; first += kKeyBlock) {
      int64_t visible[kAttentionRows];
      for (int row = 0; row < task.rows; ++row) visible[row] = task.visible[row] - first;
      const int64_t block = block_at(task, first);
      const int64_t keys = most - first < kKeyBlock ? most - first : kKeyBlock;
      const Element* values = task.values + block * task.value_stride;
      P::scores(task.rows, q, task.keys + block * task.key_stride, task.head_dim, s, values);
      task.softmax({s, task.rows, visible, task.scale, maximum, sum, correction});
      for (int row = 0; row < task.rows; ++row)
        if (correction[row] != 1) scale_row(o + row * kAttentionStride, width, correction[row]);
      const int64_t next = first + kKeyBlock < most ? block_at(task, first + kKeyBlock) : block;
      P::values(task.rows, s, values, static_cast<int>(keys), width, o,
                task.keys + next * task.key_stride);
    }
    for (int row = 0; row < task.rows; ++row)
      for (int d = 0; d < task.head_dim; ++d)
        task.out[row][d] = o[row * kAttentionStride + d] / sum[row];
  }

 private:
  using Element = typename P::Element;

  static int64_t block_at(const AttentionTaskOf<Element>& task, int64_t key) {
    const int64_t block = key / kKeyBlock;
    return task.block == nullptr ? block : task.block[block];
  }
  static void scale_row(float* row, int count, float factor) {
    for (int d = 0; d < count; ++d) row[d] *= factor;
  }
};

}  // namespace octavo::engine
