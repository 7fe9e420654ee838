// Attention in bytes over a vector type T that adds to its arithmetic (simd/)
//   kTileRows, kTileVectors      of a register tile of scores
//   kValueRows<vectors>          rows of one of weighted sums that is `vectors` wide,
//   kValueVectors                at most
//   I, zero_ints, load_ints, store_ints, to_floats   kLanes 32-bit integers
//   four(p)                      the four bytes at p in every lane
//   dot(sum, a, w)               sum + the products of unsigned a and signed w
//   add_bits(sum, x), total(sum) sums of lanes' bits, of all lanes
//   largest(x)                   of all lanes; NaN when all are
// and what pack.h and powers.h ask for.
#pragma once

#include <cstdint>

#include "engine/kernels/byte_attention/pack.h"
#include "engine/kernels/byte_attention/powers.h"

namespace octavo::engine {

template <class T>
class ByteAttentionLoop {
  using F = typename T::F;
  using I = typename T::I;
  static constexpr int kLanes = T::kLanes, kRows = kByteAttentionRows, kBlock = kByteKeyBlock;
  static constexpr int kTile = T::kTileRows, kTileCols = T::kTileVectors * kLanes;
  // Off the same cache sets.
  static constexpr int kQueryStride = kByteHeadDim + 64;
  static constexpr int kWholeTile = (kTile + kLanes - 1) / kLanes * kLanes;
  static constexpr int kPanel = 32, kStep = 4;
  static_assert(kRows % kTile == 0 && kPanel % kTileCols == 0);
  static constexpr float kLog2E = 1.44269504f;
  // Sums are relative to the largest score of some block. They are moved when a later one's weights
  // would exceed 2^64 times those: neither overflows.
  static constexpr float kMostAbove = 64;

  struct Work {
    alignas(64) uint8_t q[kRows * kQueryStride];   // [rows, kQueryStride]
    alignas(64) float sums[kRows * kByteHeadDim];  // [rows, head_dim]
    float factor[kRows];                           // of a score, into powers of 2
    float top[kRows];                              // what sums are relative to
    float divisor[kRows];
    alignas(64) float scores[kTile][kBlock];
    alignas(64) uint8_t weights[kTile][kBlock];
    float largest[kTile];
    alignas(64) float part[kWholeTile];  // the weight of the block
  };
  static_assert(sizeof(Work) <= kByteAttentionScratch);

 public:
  static void run(const ByteAttentionTask& task) {
    Work& work = *reinterpret_cast<Work*>(task.scratch);
    start(task, work);
    const int64_t block_bytes = int64_t(kBlock) * task.head_dim;
    for (int64_t block = 0; block < byte_key_blocks(task.keys); ++block) {
      const int64_t left = task.keys - block * kBlock;
      const int keys = static_cast<int>(left < kBlock ? left : kBlock);
      for (int row = 0; row < task.rows; row += kTile) {
        const int rows = task.rows - row < kTile ? task.rows - row : kTile;
        score_rows<kTile>(rows, task, work, row, block);
        weigh(work, row, rows, keys, block == 0, task.head_dim);
        add_values(task, work, row, rows, task.head.values + block * block_bytes);
      }
    }
    finish(task, work);
  }

 private:
  static void start(const ByteAttentionTask& task, Work& work) {
    alignas(64) static constexpr float kNoMean[kByteHeadDim] = {};
    const int head_dim = task.head_dim;
    for (int row = 0; row < task.rows; ++row) {
      const float step = BytePack<T>::row(task.queries + row * task.stride, kNoMean, head_dim, 128,
                                          work.q + row * kQueryStride);
      work.factor[row] = step * (task.scale * kLog2E);
      work.divisor[row] = 0;
      work.top[row] = 0;
    }
    for (int i = 0; i < task.rows * head_dim; i += kLanes) T::store(work.sums + i, T::zero());
  }

  // scores[i][j] = q[row + i] . k[j], in steps of the query's scale alone; largest[i] of them.
  template <int kCount>
  static void score_rows(int rows, const ByteAttentionTask& task, Work& work, int row,
                         int64_t block) {
    if constexpr (kCount > 1) {
      if (rows < kCount) return score_rows<kCount - 1>(rows, task, work, row, block);
    }
    const int head_dim = task.head_dim;
    const int8_t* keys = task.head.keys + block * kBlock * head_dim;
    const float* scale = task.head.key_scale + block * kBlock;
    const int32_t* begin = task.head.key_start + block * kBlock;
    const uint8_t* q = work.q + row * kQueryStride;
    F largest[kCount];
    for (int i = 0; i < kCount; ++i) largest[i] = T::set(-__builtin_inff());
    for (int panel = 0; panel < kBlock; panel += kPanel, keys += kPanel * head_dim)
      for (int j = 0; j < kPanel; j += kTileCols) {
        Tile<kCount, T::kTileVectors, kQueryStride> tile;
        tile.begin(begin + panel + j);
        tile.multiply(q, keys + j * kStep, kPanel * kStep, head_dim / kStep);
#pragma GCC unroll 16
        for (int i = 0; i < kCount; ++i)
#pragma GCC unroll 4
          for (int v = 0; v < T::kTileVectors; ++v) {
            const int at = panel + j + v * kLanes;
            const F score = T::mul(T::to_floats(tile.sum[i][v]), T::load(scale + at));
            T::store(work.scores[i] + at, score);
            largest[i] = T::max(largest[i], score);
          }
      }
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i) work.largest[i] = T::largest(largest[i]);
  }

  // A register tile of sums; rows of a are kStride bytes apart, fixed so that their addresses need
  // no registers.
  template <int kCount, int kVectors, int kStride>
  struct Tile {
    I sum[kCount][kVectors];

    // Each row begins as `first`, which is kVectors wide.
    [[gnu::always_inline]] inline void begin(const int32_t* first) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v)
#pragma GCC unroll 16
        for (int i = 0; i < kCount; ++i) sum[i][v] = T::load_ints(first + v * kLanes);
    }
    // sum[i] += a[i] x w over `steps` fours.
    [[gnu::always_inline]] inline void multiply(const uint8_t* a, const int8_t* w, int64_t w_stride,
                                                int steps) {
      for (int s = 0; s < steps; ++s, a += kStep, w += w_stride) {
        I row[kVectors];
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v) row[v] = T::load_ints(w + v * kLanes * kStep);
#pragma GCC unroll 16
        for (int i = 0; i < kCount; ++i) {
          const I four = T::four(a + i * kStride);
#pragma GCC unroll 8
          for (int v = 0; v < kVectors; ++v) sum[i][v] = T::dot(sum[i][v], four, row[v]);
        }
      }
    }
  };

  // Scores to bytes; the weight of the block for each row, and its share of the divisor.
  static void weigh(Work& work, int row, int rows, int keys, bool first, int head_dim) {
    int32_t total[kTile];
    for (int i = 0; i < rows; ++i) {
      const F top = T::set(work.largest[i]), factor = T::set(work.factor[row + i]);
      I bits = T::zero_ints();
      for (int j = 0; j < kBlock; j += kLanes) {
        const F y = T::mul(T::sub(T::load(work.scores[i] + j), top), factor);
        const F p = byte_weight<T>(y);
        bits = T::add_bits(bits, p);
        T::store_bytes(work.weights[i] + j, p);
      }
      total[i] = static_cast<int32_t>(T::total(bits) - uint32_t{kBlock} * kByteWeightBits);
      if (keys == kBlock) continue;
      total[i] = 0;
      for (int j = 0; j < keys; ++j) total[i] += work.weights[i][j];
    }
    for (int i = 0; i < rows; ++i) {
      if (first) work.top[row + i] = work.largest[i];
      const float above = (work.largest[i] - work.top[row + i]) * work.factor[row + i];
      if (above > kMostAbove) move(work, row + i, work.largest[i], -above, head_dim);
      work.part[i] = (work.largest[i] - work.top[row + i]) * work.factor[row + i];
    }
    for (int i = rows; i < kWholeTile; ++i) work.part[i] = 0;
    for (int i = 0; i < kWholeTile; i += kLanes)
      T::store(work.part + i, power_of_two<T>(T::load(work.part + i)));
    for (int i = 0; i < rows; ++i)
      work.divisor[row + i] += work.part[i] * static_cast<float>(total[i]);
  }

  static void move(Work& work, int row, float top, float below, int head_dim) {
    float lanes[kLanes];
    T::store(lanes, power_of_two<T>(T::set(below)));
    for (int d = 0; d < head_dim; ++d) work.sums[row * head_dim + d] *= lanes[0];
    work.divisor[row] *= lanes[0];
    work.top[row] = top;
  }

  static void add_values(const ByteAttentionTask& task, Work& work, int row, int rows,
                         const int8_t* values) {
    const int vectors = task.head_dim / kLanes;
    int v = 0;
    // As even as possible: 8 are 4 and 4 rather than 5 and 3.
    for (int parts = (vectors + T::kValueVectors - 1) / T::kValueVectors; parts > 0; --parts) {
      const int wide = (vectors - v + parts - 1) / parts;
      value_columns<T::kValueVectors>(wide, task, work, row, rows, values, v * kLanes);
      v += wide;
    }
  }

  template <int kVectors>
  static void value_columns(int vectors, const ByteAttentionTask& task, Work& work, int row,
                            int rows, const int8_t* values, int d) {
    if constexpr (kVectors > 1) {
      if (vectors < kVectors)
        return value_columns<kVectors - 1>(vectors, task, work, row, rows, values, d);
    }
    constexpr int kCount = T::template kValueRows<kVectors>;
    for (int i = 0; i < rows; i += kCount)
      value_tile<kCount, kVectors>(rows - i, task.head_dim, work, row, i, values + d * kStep, d);
  }

  // sums[row + i ...] += part * weights x values, for columns d ... of up to kCount rows.
  template <int kCount, int kVectors>
  static void value_tile(int rows, int head_dim, Work& work, int row, int i, const int8_t* values,
                         int d) {
    if constexpr (kCount > 1) {
      if (rows < kCount)
        return value_tile<kCount - 1, kVectors>(rows, head_dim, work, row, i, values, d);
    }
    alignas(64) static constexpr int32_t kZeros[kVectors * kLanes] = {};
    Tile<kCount, kVectors, kBlock> tile;
    tile.begin(kZeros);
    tile.multiply(work.weights[i], values, int64_t(head_dim) * kStep, kBlock / kStep);
#pragma GCC unroll 16
    for (int r = 0; r < kCount; ++r) {
      const F part = T::set(work.part[i + r]);
      float* to = work.sums + (row + i + r) * head_dim + d;
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v, to += kLanes)
        T::store(to, T::fma(T::to_floats(tile.sum[r][v]), part, T::load(to)));
    }
  }

  static void finish(const ByteAttentionTask& task, const Work& work) {
    for (int row = 0; row < task.rows; ++row) {
      const F divisor = T::set(work.divisor[row]);
      for (int d = 0; d < task.head_dim; d += kLanes) {
        const F mean = T::div(T::load(work.sums + row * task.head_dim + d), divisor);
        T::store(task.out + row * task.stride + d, T::fma(mean, T::load(task.head.value_scale + d),
                                                          T::load(task.head.value_mean + d)));
      }
    }
  }
};

}  // namespace octavo::engine
