// The blocked loops of bf16.h over a vector type T, which adds to its arithmetic (simd/)
//   kTileRows                rows of a register tile, two vectors wide
//   P, load_pairs, store_pairs   kLanes pairs of bf16
//   both(p)                  the pair at p in every lane
//   round(first, second)     2 kLanes floats to pairs, in order
//   dot(sum, a, w)           as bf16.h says, in every lane
//   transposed(rows, at, p)  kLanes rows of kLanes pairs from byte `at` on: vectors of one pair
//   each
#pragma once

#include <cstdint>

#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/bf16/bf16.h"
#include "engine/kernels/matmul/finish.h"

namespace octavo::engine {

template <class T>
class Bf16Loop {
  using F = typename T::F;
  using P = typename T::P;
  static constexpr int kPanel = static_cast<int>(kMatmulPanel);
  static constexpr int kGroups = kPanel / T::kLanes;
  static constexpr int kVectors = 2;
  static constexpr int kTileCols = kVectors * T::kLanes;
  static constexpr int kStep = 2 * T::kLanes;  // depths of a vector
  static constexpr int64_t kStride = kBf16RowStride;
  static constexpr int64_t kLine = 32;  // halves of a cache line
  static constexpr int64_t kFewDepth = kBf16RowHalves / kMatmulFewRows;
  static_assert(kBf16DepthBlock % kStep == 0 && kFewDepth % kStep == 0);

  static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

 public:
  static void run(const MatmulTask& task) {
    auto* halves = reinterpret_cast<uint16_t*>(task.scratch);
    const Scratch scratch{halves, halves + kBf16RowHalves,
                          halves + kBf16RowHalves + kBf16PanelHalves,
                          task.scratch + (kBf16RowHalves + 2 * kBf16PanelHalves) / 2};
    if (task.rows > kMatmulFewRows || task.depth > kFewDepth)
      many_rows(task, scratch);
    else if (task.rows > 0)
      few_rows<static_cast<int>(kMatmulFewRows)>(task, scratch);
  }

 private:
  struct Scratch {
    uint16_t* rows;   // [kBf16RowBlock, kStride], or [kMatmulFewRows, kFewDepth]
    uint16_t* panel;  // [kBf16DepthBlock / 2, kPanel] pairs
    uint16_t* plain;  // [kPanel, kBf16DepthBlock]
    float* floats;    // [kBf16DepthBlock]
  };

  // Filled up with zeros to whole vectors.
  static void round_row(const float* x, int64_t count, uint16_t* to) {
    int64_t t = 0;
    for (; t + kStep <= count; t += kStep)
      T::store_pairs(to + t, T::round(T::load(x + t), T::load(x + t + T::kLanes)));
    if (t == count) return;
    alignas(64) float rest[kStep] = {};
    for (int64_t i = t; i < count; ++i) rest[i - t] = x[i];
    T::store_pairs(to + t, T::round(T::load(rest), T::load(rest + T::kLanes)));
  }

  // Where the weights of one panel start; a panel that is not full repeats its last row.
  struct PanelRows {
    const uint8_t* row[kPanel];
    int64_t ahead = 0;  // bytes from here to what is read next; 0: it is near already
  };

  // The bf16 rows of a panel from depth t0 on, and where in them: other formats are rounded first.
  static int64_t panel_rows(const MatmulTask& task, int64_t first, int64_t t0, int64_t depth,
                            const Scratch& scratch, PanelRows& rows) {
    const auto source = [&](int64_t j) {
      return task.weights + smaller(first + j, task.cols - 1) * task.weight_stride;
    };
    if (task.dtype == DType::kBF16) {
      for (int64_t j = 0; j < kPanel; ++j) rows.row[j] = source(j);
      rows.ahead = kPanel * task.weight_stride;
      return 2 * t0;
    }
    const int64_t at = bytes_for(task.dtype, t0);
    for (int64_t j = 0; j < kPanel; ++j) {
      uint16_t* target = scratch.plain + j * kBf16DepthBlock;
      rows.row[j] = reinterpret_cast<const uint8_t*>(target);
      if (j > 0 && source(j) == source(j - 1)) {
        rows.row[j] = rows.row[j - 1];
        continue;
      }
      dequantize(task.dtype, source(j) + at, depth, scratch.floats);
      round_row(scratch.floats, depth, target);
    }
    return 0;
  }

  // Calls visit(group, pair, vectors, count) for each group of kLanes columns, in ascending depth:
  // `count` vectors of one pair each. Rows are short streams that the hardware is slow to
  // recognise, so each step asks for the same place of what comes next.
  template <class Visit>
  [[gnu::always_inline]] static inline void steps(const PanelRows& rows, int64_t at, int64_t depth,
                                                  const Visit& visit) {
    P raw[T::kLanes];
    int64_t t = 0;
    for (; t + kStep <= depth; t += kStep)
      for (int group = 0; group < kGroups; ++group) {
        const uint8_t* const* lines = rows.row + group * T::kLanes;
        const int64_t here = at + 2 * t;
        if (T::kLanes == 16 || t % (2 * kStep) == 0) {
#pragma GCC unroll 16
          for (int j = 0; j < T::kLanes; ++j)
            __builtin_prefetch(lines[j] + here + rows.ahead, 0, 2);
        }
        T::transposed(lines, here, raw);
        visit.whole(group, t / 2, raw);
      }
    if (t == depth) return;
    // The rest, filled up with zeros.
    alignas(64) uint8_t buffer[T::kLanes][T::kLanes * 4] = {};
    const uint8_t* lines[T::kLanes];
    for (int group = 0; group < kGroups; ++group) {
      for (int j = 0; j < T::kLanes; ++j) {
        lines[j] = buffer[j];
        const uint8_t* source = rows.row[group * T::kLanes + j] + at + 2 * t;
        for (int64_t b = 0; b < 2 * (depth - t); ++b) buffer[j][b] = source[b];
      }
      T::transposed(lines, 0, raw);
      visit.rest(group, t / 2, raw, static_cast<int>((depth - t + 1) / 2));
    }
  }

  // ---- Few rows: every weight is read and used at once.

  template <int kRows>
  struct FewRows {
    const uint16_t* a;  // [kRows, kFewDepth]
    float* sums;        // [kRows, kPanel]

    [[gnu::always_inline]] inline void whole(int group, int64_t pair, const P* raw) const {
      F sum[kRows];
      float* at = sums + group * T::kLanes;
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) sum[i] = T::load(at + i * kPanel);
#pragma GCC unroll 16
      for (int s = 0; s < T::kLanes; ++s)
#pragma GCC unroll 8
        for (int i = 0; i < kRows; ++i)
          sum[i] = T::dot(sum[i], T::both(a + i * kFewDepth + 2 * (pair + s)), raw[s]);
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) T::store(at + i * kPanel, sum[i]);
    }
    void rest(int group, int64_t pair, const P* raw, int count) const {
      for (int i = 0; i < kRows; ++i) {
        float* at = sums + group * T::kLanes + i * kPanel;
        F sum = T::load(at);
        for (int s = 0; s < count; ++s)
          sum = T::dot(sum, T::both(a + i * kFewDepth + 2 * (pair + s)), raw[s]);
        T::store(at, sum);
      }
    }
  };

  template <int kRows>
  static void few_rows(const MatmulTask& task, const Scratch& scratch) {
    if constexpr (kRows > 1) {
      if (task.rows < kRows) return few_rows<kRows - 1>(task, scratch);
    }
    for (int i = 0; i < kRows; ++i)
      round_row(task.a + i * task.a_stride, task.depth, scratch.rows + i * kFewDepth);
    for (int64_t first = 0; first < task.cols; first += kPanel) {
      alignas(64) float sums[kRows][kPanel] = {};
      // Weights that lie here in bf16 need no blocks.
      const int64_t block = task.dtype == DType::kBF16 ? task.depth : kBf16DepthBlock;
      for (int64_t t0 = 0; t0 < task.depth; t0 += block) {
        const int64_t depth = smaller(block, task.depth - t0);
        PanelRows rows;
        const int64_t at = panel_rows(task, first, t0, depth, scratch, rows);
        steps(rows, at, depth, FewRows<kRows>{scratch.rows + t0, &sums[0][0]});
      }
      const int64_t cols = smaller(kPanel, task.cols - first);
      for (int i = 0; i < kRows; ++i)
        for (int64_t j = 0; j < cols; ++j) task.c[i * task.c_stride + first + j] = sums[i][j];
      finish_matmul<T>(task, 0, kRows, first, cols);
    }
  }

  // ---- Many rows: A is rounded to rows of a fixed stride, W is turned into panels of pairs.

  struct PackPanel {
    uint16_t* panel;

    [[gnu::always_inline]] inline void whole(int group, int64_t pair, const P* raw) const {
#pragma GCC unroll 16
      for (int s = 0; s < T::kLanes; ++s) T::store_pairs(at(group, pair + s), raw[s]);
    }
    void rest(int group, int64_t pair, const P* raw, int count) const {
      for (int s = 0; s < count; ++s) T::store_pairs(at(group, pair + s), raw[s]);
    }
    uint16_t* at(int group, int64_t pair) const {
      return panel + 2 * (pair * kPanel + group * T::kLanes);
    }
  };

  static void many_rows(const MatmulTask& task, const Scratch& scratch) {
    const int64_t block_rows = equal_block_rows<T>(task.rows, kBf16RowBlock);
    for (int64_t row0 = 0; row0 < task.rows; row0 += block_rows)
      for (int64_t t0 = 0; t0 < task.depth; t0 += kBf16DepthBlock)
        row_block(task, row0, smaller(block_rows, task.rows - row0), t0, scratch);
  }

  static void row_block(const MatmulTask& task, int64_t row0, int64_t rows, int64_t t0,
                        const Scratch& scratch) {
    const int64_t depth = smaller(kBf16DepthBlock, task.depth - t0);
    for (int64_t i = 0; i < rows; ++i)
      round_row(task.a + (row0 + i) * task.a_stride + t0, depth, scratch.rows + i * kStride);
    for (int64_t first = 0; first < task.cols; first += kPanel) {
      PanelRows from;
      const int64_t at = panel_rows(task, first, t0, depth, scratch, from);
      steps(from, at, depth, PackPanel{scratch.panel});
      const int64_t cols = smaller(kPanel, task.cols - first);
      for (int64_t i = 0; i < rows; i += T::kTileRows) {
        const int count = static_cast<int>(smaller(T::kTileRows, rows - i));
        if (t0 > 0) fetch_sums<T>(task, row0 + i + T::kTileRows, row0 + rows, first);
        tile_row(scratch.rows + i * kStride, scratch.panel, (depth + 1) / 2, t0 > 0, count, cols,
                 task.c + (row0 + i) * task.c_stride + first, task.c_stride);
        if (t0 + depth == task.depth) finish_matmul<T>(task, row0 + i, count, first, cols);
      }
    }
  }

  // `rows` rows of C against one panel.
  static void tile_row(const uint16_t* a, const uint16_t* panel, int64_t pairs, bool add, int rows,
                       int64_t cols, float* c, int64_t c_stride) {
    for (int64_t j = 0; j < cols; j += kTileCols) {
      if (j + kTileCols <= cols) {
        tile<T::kTileRows>(rows, a, panel + 2 * j, pairs, add, c + j, c_stride);
        continue;
      }
      float buffer[T::kTileRows * kTileCols];
      const int64_t rest = cols - j;
      for (int i = 0; i < rows; ++i)
        for (int64_t r = 0; r < kTileCols; ++r)
          buffer[i * kTileCols + r] = add && r < rest ? c[i * c_stride + j + r] : 0.0f;
      tile<T::kTileRows>(rows, a, panel + 2 * j, pairs, add, buffer, kTileCols);
      for (int i = 0; i < rows; ++i)
        for (int64_t r = 0; r < rest; ++r) c[i * c_stride + j + r] = buffer[i * kTileCols + r];
    }
  }

  // One register tile of `rows` (1 to kRows) rows: C = or += A x W.
  template <int kRows>
  static void tile(int rows, const uint16_t* a, const uint16_t* w, int64_t pairs, bool add,
                   float* c, int64_t c_stride) {
    if constexpr (kRows > 1) {
      if (rows < kRows) return tile<kRows - 1>(rows, a, w, pairs, add, c, c_stride);
    }
    F sum[kRows][kVectors];
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int j = 0; j < kVectors; ++j)
        sum[i][j] = add ? T::load(c + i * c_stride + j * T::kLanes) : T::zero();
    // The rows of the next tile, which lie behind these: all of them are more than the cache holds.
    const uint16_t* next = a + kRows * kStride;
    for (int64_t p = 0; p < pairs; ++p, a += 2, w += 2 * kPanel, next += kLine) {
      __builtin_prefetch(next, 0, 2);
      P weights[kVectors];
#pragma GCC unroll 2
      for (int j = 0; j < kVectors; ++j) weights[j] = T::load_pairs(w + 2 * j * T::kLanes);
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const P both = T::both(a + i * kStride);
#pragma GCC unroll 2
        for (int j = 0; j < kVectors; ++j) sum[i][j] = T::dot(sum[i][j], both, weights[j]);
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 2
      for (int j = 0; j < kVectors; ++j) T::store(c + i * c_stride + j * T::kLanes, sum[i][j]);
  }
};

}  // namespace octavo::engine
