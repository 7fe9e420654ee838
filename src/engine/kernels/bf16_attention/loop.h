// Attention in bf16 over a vector type T that adds to what kernels/bf16/loop.h asks for
//   kTileRows                    rows of a register tile of scores, two vectors wide
//   kValueVectors, kValueRows<vectors>   of one of weighted sums: vectors at most, rows then
//   largest(x)                   of all lanes; NaN when all are
#pragma once

#include <cstdint>

#include "engine/kernels/bf16/pairs_tile.h"
#include "engine/kernels/bf16_attention/bf16_attention.h"
#include "engine/kernels/byte_attention/powers.h"

namespace octavo::engine {

template <class T>
class Bf16AttentionLoop {
  using F = typename T::F;
  using P = typename T::P;
  static constexpr int kLanes = T::kLanes, kRows = kBf16AttentionRows, kBlock = kBf16KeyBlock;
  static constexpr int kTile = T::kTileRows, kVectors = 2, kTileCols = kVectors * kLanes;
  static constexpr int kPanel = 32;                       // keys beside each other
  static constexpr int kQueryStride = kBf16HeadDim + 32;  // off the same cache sets
  static_assert(kRows % kTile == 0 && kPanel % kTileCols == 0 && kBlock % kPanel == 0);
  // A row's weights are summed up in so many lanes, whatever the vectors, and then pairwise.
  static constexpr int kSumLanes = 16, kSums = kSumLanes / kLanes;
  static constexpr float kLog2E = 1.44269504F;
  // Powers of 2 that weights may be above 1, so that sums are rarely moved.
  static constexpr float kMostAbove = 16;
  // Below, a weight is as good as none, and still a normal number.
  static constexpr float kLeastPower = -120;

  struct Work {
    alignas(64) uint16_t q[kRows * kQueryStride];
    alignas(64) float sums[kRows * kBf16HeadDim];  // [rows, head_dim]
    alignas(64) float divisor[kRows * kSumLanes];  // [rows, kSumLanes]
    float top[kRows];
    alignas(64) float scores[kTile][kBlock];
    alignas(64) uint16_t weights[kTile][kBlock];
  };
  static_assert(sizeof(Work) <= kBf16AttentionScratch);

 public:
  static void keys(const Bf16PackTask& task) {
    const int64_t all = bf16_key_blocks(task.count) * kBlock;
    alignas(64) uint16_t row[kBf16HeadDim] = {};
    for (int64_t j = 0; j < all; ++j) {
      if (j < task.count)
        round_row(task.x + j * task.stride, task.head_dim, row);
      else
        __builtin_memset(row, 0, sizeof row);
      uint16_t* to = task.to.keys + j / kPanel * kPanel * task.head_dim + j % kPanel * 2;
      for (int d = 0; d < task.head_dim; d += 2, to += 2 * kPanel)
        __builtin_memcpy(to, row + d, 2 * sizeof(uint16_t));
    }
  }

  static void values(const Bf16PackTask& task) {
    const int64_t all = bf16_key_blocks(task.count) * kBlock;
    alignas(64) uint16_t rows[2][kBf16HeadDim] = {};
    uint16_t* to = task.to.values;
    for (int64_t j = 0; j < all; j += 2) {
      for (int64_t i = 0; i < 2; ++i)
        if (j + i < task.count)
          round_row(task.x + (j + i) * task.stride, task.head_dim, rows[i]);
        else
          __builtin_memset(rows[i], 0, sizeof rows[i]);
      for (int d = 0; d < task.head_dim; ++d) {
        *to++ = rows[0][d];
        *to++ = rows[1][d];
      }
    }
  }

  static void attend(const Bf16AttentionTask& task) {
    Work& work = *reinterpret_cast<Work*>(task.scratch);
    alignas(64) float scaled[kBf16HeadDim];
    const F factor = T::set(task.scale * kLog2E);
    for (int row = 0; row < task.rows; ++row) {
      for (int d = 0; d < task.head_dim; d += kLanes)
        T::store(scaled + d, T::mul(T::load(task.queries + row * task.stride + d), factor));
      round_row(scaled, task.head_dim, work.q + row * kQueryStride);
    }
    for (int i = 0; i < task.rows * task.head_dim; i += kLanes) T::store(work.sums + i, T::zero());
    for (int i = 0; i < task.rows * kSumLanes; i += kLanes) T::store(work.divisor + i, T::zero());
    for (int64_t first = 0; first < task.keys; first += kBlock) {
      const int64_t left = task.keys - first, at = first * task.head_dim;
      const int keys = static_cast<int>(left < kBlock ? left : kBlock);
      for (int row = 0; row < task.rows; row += kTile) {
        const int rows = task.rows - row < kTile ? task.rows - row : kTile;
        score_rows<kTile>(rows, work, row, task.head.keys + at, task.head_dim);
        weigh(work, row, rows, keys, first == 0, task.head_dim);
        add_values(work, row, rows, task.head.values + at, task.head_dim);
      }
    }
    finish(task, work);
  }

 private:
  static void round_row(const float* x, int count, uint16_t* to) {
    int d = 0;
    for (; d + kTileCols <= count; d += kTileCols)
      T::store_pairs(to + d, T::round(T::load(x + d), T::load(x + d + kLanes)));
    if (d == count) return;
    // Half of a vector, in the widest variant alone: rows in memory have room for all of it.
    T::store_pairs(to + d, T::round(T::load(x + d), T::zero()));
  }

  // scores[i][j] = q[row + i] . k[j]
  template <int kCount>
  static void score_rows(int rows, Work& work, int row, const uint16_t* keys, int head_dim) {
    if constexpr (kCount > 1) {
      if (rows < kCount) return score_rows<kCount - 1>(rows, work, row, keys, head_dim);
    }
    const uint16_t* q = work.q + row * kQueryStride;
    for (int panel = 0; panel < kBlock; panel += kPanel, keys += kPanel * head_dim)
      for (int j = 0; j < kPanel; j += kTileCols) {
        Tile<kCount, kVectors, kQueryStride> tile;
        tile.clear();
        tile.multiply(q, keys + 2 * j, 2 * kPanel, head_dim / 2);
        tile.store(work.scores[0] + panel + j, kBlock);
      }
  }

  template <int kCount, int kWide, int kStride>
  using Tile = PairsTile<T, kCount, kWide, kStride>;

  // Scores to weights in bf16, and their sums to the rows' divisors.
  static void weigh(Work& work, int row, int rows, int keys, bool first, int head_dim) {
    for (int i = 0; i < rows; ++i) {
      float* scores = work.scores[i];
      float& top = work.top[row + i];
      float* divisor = work.divisor + (row + i) * kSumLanes;
      // Their weight is next to nothing, and their values are zeros.
      for (int j = keys; j < kBlock; ++j) scores[j] = -__builtin_inff();
      if (first) top = largest_of(scores);
      if (weigh_row(scores, top, work.weights[i], divisor)) continue;
      const float larger = largest_of(scores);
      move(work, row + i, top - larger, head_dim);
      top = larger;
      weigh_row(scores, top, work.weights[i], divisor);
    }
  }

  static float largest_of(const float* scores) {
    F largest = T::set(-__builtin_inff());
    for (int j = 0; j < kBlock; j += kLanes) largest = T::max(T::load(scores + j), largest);
    return T::largest(largest);
  }

  // Adds the weights to the lanes of `divisor`; false, and nothing is added, when one of them is
  // too large.
  static bool weigh_row(const float* scores, float top, uint16_t* weights, float* divisor) {
    constexpr uint16_t kOnes[] = {0x3F80, 0x3F80};
    const P ones = T::both(kOnes);
    const F one = T::set(1), below = T::set(-top);
    F most = T::set(kLeastPower), part[kSums];
#pragma GCC unroll 16
    for (int s = 0; s < kSums; ++s) part[s] = T::load(divisor + s * kLanes);
#pragma GCC unroll 4
    for (int j = 0; j < kBlock; j += kSums * kTileCols)
#pragma GCC unroll 16
      for (int s = 0; s < kSums; ++s) {
        const int at = j + s * kTileCols;
        // Processors have other units for fused multiply-adds than for additions, and those of
        // additions have enough to do.
        const F first = T::fma(T::load(scores + at), one, below);
        const F second = T::fma(T::load(scores + at + kLanes), one, below);
        most = T::max(first, T::max(second, most));
        const P both = T::round(weight(first), weight(second));
        T::store_pairs(weights + at, both);
        part[s] = T::dot(part[s], both, ones);
      }
    if (T::largest(most) > kMostAbove) return false;
#pragma GCC unroll 16
    for (int s = 0; s < kSums; ++s) T::store(divisor + s * kLanes, part[s]);
    return true;
  }

  // 2^y for y from kLeastPower on, and that below. A polynomial of least relative error on
  // |f| <= 1/2, as in byte_attention/powers.h.
  [[gnu::always_inline]] static inline F weight(F y) {
    // 1.5 * 2^23 rounds to a whole number.
    const F shift = T::set(12582912), least = T::max(T::set(kLeastPower), y);
    const F shifted = T::fma(least, T::set(1), shift);
    const F f = T::sub(least, T::sub(shifted, shift));
    F p = T::set(0.0551716685F);
    p = T::fma(p, f, T::set(0.24261114F));
    p = T::fma(p, f, T::set(0.693260968F));
    p = T::fma(p, f, T::set(0.999928057F));
    return T::times_power(p, shifted);
  }

  // What was summed up with the old top must be as with the new one.
  static void move(Work& work, int row, float below, int head_dim) {
    float lanes[kLanes];
    T::store(lanes, power_of_two<T>(T::set(below)));
    for (int d = 0; d < head_dim; ++d) work.sums[row * head_dim + d] *= lanes[0];
    for (int i = 0; i < kSumLanes; ++i) work.divisor[row * kSumLanes + i] *= lanes[0];
  }

  static void add_values(Work& work, int row, int rows, const uint16_t* values, int head_dim) {
    const int vectors = head_dim / kLanes;
    int v = 0;
    // As even as possible: 8 are 4 and 4 rather than 5 and 3.
    for (int parts = (vectors + T::kValueVectors - 1) / T::kValueVectors; parts > 0; --parts) {
      const int wide = (vectors - v + parts - 1) / parts;
      value_columns<T::kValueVectors>(wide, work, row, rows, values, v * kLanes, head_dim);
      v += wide;
    }
  }

  template <int kWide>
  static void value_columns(int vectors, Work& work, int row, int rows, const uint16_t* values,
                            int d, int head_dim) {
    if constexpr (kWide > 1) {
      if (vectors < kWide)
        return value_columns<kWide - 1>(vectors, work, row, rows, values, d, head_dim);
    }
    constexpr int kCount = T::template kValueRows<kWide>;
    for (int i = 0; i < rows; i += kCount)
      value_tile<kCount, kWide>(rows - i, work, row, i, values + 2 * d, d, head_dim);
  }

  // sums[row + i ...] += weights x values, for columns d ... of up to kCount rows.
  template <int kCount, int kWide>
  static void value_tile(int rows, Work& work, int row, int i, const uint16_t* values, int d,
                         int head_dim) {
    if constexpr (kCount > 1) {
      if (rows < kCount)
        return value_tile<kCount - 1, kWide>(rows, work, row, i, values, d, head_dim);
    }
    Tile<kCount, kWide, kBlock> tile;
    float* sums = work.sums + (row + i) * head_dim + d;
    tile.load(sums, head_dim);
    tile.multiply(work.weights[i], values, 2 * int64_t(head_dim), kBlock / 2);
    tile.store(sums, head_dim);
  }

  static void finish(const Bf16AttentionTask& task, const Work& work) {
    for (int row = 0; row < task.rows; ++row) {
      float lanes[kSumLanes];
      for (int i = 0; i < kSumLanes; ++i) lanes[i] = work.divisor[row * kSumLanes + i];
      for (int width = kSumLanes / 2; width > 0; width /= 2)
        for (int i = 0; i < width; ++i) lanes[i] += lanes[i + width];
      const F divisor = T::set(lanes[0]);
      for (int d = 0; d < task.head_dim; d += kLanes)
        T::store(task.out + row * task.stride + d,
                 T::div(T::load(work.sums + row * task.head_dim + d), divisor));
    }
  }
};

}  // namespace octavo::engine
