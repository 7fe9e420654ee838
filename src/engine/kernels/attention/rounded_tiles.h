// The products of rounded.h by register tiles of pairs of bf16, over a vector type T that adds to
// what bf16/loop.h asks for
//   kTileRows            rows of a register tile, two vectors wide
//   side_by_side(p)      of kLanes firsts and kLanes seconds: pairs of one of each
#pragma once

#include <cstdint>

#include "engine/kernels/attention/attention.h"
#include "engine/kernels/bf16/pairs_tile.h"

namespace octavo::engine {

template <class T, class Load>
struct RoundedTiles {
  using Element = typename Load::Element;

  static void scores(int rows, const float* q, const Element* keys, int head_dim, float* s,
                     const Element* next) {
    Work work;
    work.round_rows(rows, q, kAttentionStride, head_dim);
    work.pair_rows(keys, head_dim, kKeyBlock, next);
    for (int j = 0; j < kKeyBlock; j += 2 * kLanes)
      work.products<2>(rows, j, kKeyBlock, head_dim, false, s + j, kKeyBlock);
  }

  static void values(int rows, const float* p, const Element* values, int keys, int width, float* o,
                     const Element* next) {
    Work work;
    work.round_rows(rows, p, kKeyBlock, keys);
    work.pair_rows(values, keys, width, next);
    int j = 0;
    for (; j + 2 * kLanes <= width; j += 2 * kLanes)
      work.products<2>(rows, j, width, keys, true, o + j, kAttentionStride);
    for (; j < width; j += kLanes)
      work.products<1>(rows, j, width, keys, true, o + j, kAttentionStride);
  }

 private:
  using F = typename T::F;
  static constexpr int kLanes = T::kLanes;
  static constexpr int kStride = kAttentionHeadDim + 32;  // halves; off the same cache sets

  // On the stack: 86 KiB at most, of which a head of 64 touches a fifth.
  struct Work {
    alignas(64) uint16_t a[kAttentionRows * kStride];
    alignas(64) uint16_t b[kKeyBlock * kAttentionHeadDim];

    // Rows of x have room for whole pairs of vectors. Behind an odd depth comes a zero.
    void round_rows(int rows, const float* x, int stride, int depth) {
      for (int i = 0; i < rows; ++i) {
        uint16_t* to = a + i * kStride;
        for (int t = 0; t < depth; t += 2 * kLanes)
          T::store_pairs(
              to + t, T::round(T::load(x + i * stride + t), T::load(x + i * stride + t + kLanes)));
        if (depth % 2 != 0) to[depth] = 0;
      }
    }

    // Two rows of x [depth, width] beside each other; asks for the same place of what comes next.
    void pair_rows(const Element* x, int depth, int width, const Element* next) {
      constexpr int kLine = 64 / sizeof(Element);
      uint16_t* to = b;
      for (int t = 0; t < depth; t += 2, x += 2 * width, next += 2 * width) {
        for (int at = 0; at < 2 * width; at += kLine) __builtin_prefetch(next + at, 0, 2);
        const bool two = t + 1 < depth;
        for (int j = 0; j < width; j += kLanes, to += 2 * kLanes) {
          const F first = Load::template load<T>(x + j);
          const F second = two ? Load::template load<T>(x + width + j) : T::zero();
          T::store_pairs(to, T::side_by_side(T::round(first, second)));
        }
      }
    }

    // C = or += A x columns j ... of B [depth, width].
    template <int kWide>
    void products(int rows, int j, int width, int depth, bool add, float* c,
                  int64_t c_stride) const {
      for (int i = 0; i < rows; i += T::kTileRows)
        tile<T::kTileRows, kWide>(rows - i, a + i * kStride, b + 2 * j, 2 * width, (depth + 1) / 2,
                                  add, c + i * c_stride, c_stride);
    }
  };

  template <int kCount, int kWide>
  static void tile(int rows, const uint16_t* a, const uint16_t* b, int64_t b_stride, int pairs,
                   bool add, float* c, int64_t c_stride) {
    if constexpr (kCount > 1) {
      if (rows < kCount)
        return tile<kCount - 1, kWide>(rows, a, b, b_stride, pairs, add, c, c_stride);
    }
    PairsTile<T, kCount, kWide, kStride> sums;
    if (add)
      sums.load(c, c_stride);
    else
      sums.clear();
    sums.multiply(a, b, b_stride, pairs);
    sums.store(c, c_stride);
  }
};

}  // namespace octavo::engine
