// The blocked loops of matmul over a vector type T, which adds to its arithmetic (simd/) the shape
// of its tile and how it reads weights:
//   kTileRows                     rows of a register tile; two vectors wide at least
//   transposed<Format>(rows, at)  kLanes rows of weights from byte `at` on, as Format::kStep /
//                                 (4 / Format::kBytes) raw vectors, one for each depth (or pair)
//   widened<Format>(raw, t)       the floats at depth t of the step
// Everything is a template over T: in the file of an instruction set T is local, and so is all of
// this.
#pragma once

#include <cstdint>

#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/matmul/finish.h"
#include "engine/kernels/matmul/matmul.h"
#include "engine/kernels/simd/tile.h"

namespace octavo::engine {

struct F32Weights {
  static constexpr int kBytes = 4;
};
struct F16Weights {
  static constexpr int kBytes = 2;
};
struct BF16Weights {
  static constexpr int kBytes = 2;
};

template <class T>
class MatmulLoop {
  static constexpr int kPanel = static_cast<int>(kMatmulPanel);
  static constexpr int kGroups = kPanel / T::kLanes;
  static constexpr int kTileVectors = 2;
  static constexpr int kTileCols = kTileVectors * T::kLanes;
  static constexpr int kStride = static_cast<int>(kMatmulRowStride);
  using F = typename T::F;

  static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

 public:
  static void run(const MatmulTask& task) {
    if (task.rows <= kMatmulFewRows)
      few_rows(task);
    else
      many_rows(task);
  }

 private:
  // Where the weights of one panel start; a panel that is not full repeats its last row.
  struct PanelRows {
    const uint8_t* row[kPanel];
    int64_t ahead = 0;  // bytes from here to what is read next; 0: it is near already
  };

  static PanelRows panel_rows(const MatmulTask& task, int64_t first) {
    PanelRows rows;
    for (int64_t j = 0; j < kPanel; ++j)
      rows.row[j] = task.weights + smaller(first + j, task.cols - 1) * task.weight_stride;
    rows.ahead = kPanel * task.weight_stride;
    return rows;
  }

  // Steps of one Format through the depth: visit.step for each group of kLanes columns, in
  // ascending depth. `at` is in bytes. Rows are short streams that the hardware is slow to
  // recognise, so each step asks for the same place of what comes next.
  template <class Format, class Visit>
  [[gnu::always_inline]] static inline void steps(const PanelRows& rows, int64_t at, int64_t depth,
                                                  const Visit& visit) {
    constexpr int kStep = T::kLanes * 4 / Format::kBytes;
    typename T::Raw raw[T::kLanes];
    int64_t t = 0;
    for (; t + kStep <= depth; t += kStep) {
      for (int group = 0; group < kGroups; ++group) {
        const uint8_t* const* lines = rows.row + group * T::kLanes;
        const int64_t here = at + t * Format::kBytes;
        if (T::kLanes == 16 || t % (2 * kStep) == 0) {
#pragma GCC unroll 16
          for (int j = 0; j < T::kLanes; ++j)
            __builtin_prefetch(lines[j] + here + rows.ahead, 0, 2);
        }
        T::transposed(lines, here, raw);
        visit.template step<Format, kStep>(group, t, raw);
      }
    }
    if (t == depth) return;
    // The rest of the depth, filled up with zeros that nobody looks at.
    const int rest = static_cast<int>(depth - t);
    alignas(64) uint8_t buffer[T::kLanes][T::kLanes * 4] = {};
    const uint8_t* lines[T::kLanes];
    for (int group = 0; group < kGroups; ++group) {
      for (int j = 0; j < T::kLanes; ++j) {
        lines[j] = buffer[j];
        const uint8_t* source = rows.row[group * T::kLanes + j] + at + t * Format::kBytes;
        for (int b = 0; b < rest * Format::kBytes; ++b) buffer[j][b] = source[b];
      }
      T::transposed(lines, 0, raw);
      visit.template rest<Format, kStep>(group, t, raw, rest);
    }
  }

  // Calls `steps` with the format of the task; block formats become f32 in `buffer` first.
  template <class Visit>
  [[gnu::always_inline]] static inline void steps_of(const MatmulTask& task, const PanelRows& rows,
                                                     int64_t t0, int64_t depth, float* buffer,
                                                     const Visit& visit) {
    switch (task.dtype) {
      case DType::kF32:
        return steps<F32Weights>(rows, t0 * 4, depth, visit);
      case DType::kF16:
        return steps<F16Weights>(rows, t0 * 2, depth, visit);
      case DType::kBF16:
        return steps<BF16Weights>(rows, t0 * 2, depth, visit);
      default:
        break;
    }
    PanelRows plain;
    const int64_t at = bytes_for(task.dtype, t0);
    for (int j = 0; j < kPanel; ++j) {
      float* target = buffer + j * kMatmulDepthBlock;
      const bool repeated = j > 0 && rows.row[j] == rows.row[j - 1];
      if (!repeated) dequantize(task.dtype, rows.row[j] + at, depth, target);
      plain.row[j] = repeated ? plain.row[j - 1] : reinterpret_cast<const uint8_t*>(target);
    }
    steps<F32Weights>(plain, 0, depth, visit);
  }

  // ---- Few rows: every weight is read, widened and used at once.

  template <int kRows>
  struct FewRows {
    const float* a;
    int64_t a_stride;
    float* sums;  // [kRows, kPanel]

    template <class Format, int kStep>
    [[gnu::always_inline]] inline void step(int group, int64_t t,
                                            const typename T::Raw* raw) const {
      F sum[kRows];
      float* at = sums + group * T::kLanes;
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) sum[i] = T::load(at + i * kPanel);
#pragma GCC unroll 32
      for (int s = 0; s < kStep; ++s) {
        const F weight = T::template widened<Format>(raw, s);
#pragma GCC unroll 8
        for (int i = 0; i < kRows; ++i)
          sum[i] = T::fma(T::set(a[i * a_stride + t + s]), weight, sum[i]);
      }
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) T::store(at + i * kPanel, sum[i]);
    }

    template <class Format, int kStep>
    void rest(int group, int64_t t, const typename T::Raw* raw, int count) const {
      float* at = sums + group * T::kLanes;
      alignas(64) float widened[kStep][T::kLanes];
#pragma GCC unroll 32
      for (int s = 0; s < kStep; ++s) T::store(widened[s], T::template widened<Format>(raw, s));
      for (int i = 0; i < kRows; ++i) {
        F sum = T::load(at + i * kPanel);
        for (int s = 0; s < count; ++s)
          sum = T::fma(T::set(a[i * a_stride + t + s]), T::load(widened[s]), sum);
        T::store(at + i * kPanel, sum);
      }
    }
  };

  template <int kRows>
  static void few_rows_panel(const MatmulTask& task, int64_t first, float* buffer) {
    const int64_t cols = smaller(kPanel, task.cols - first);
    alignas(64) float sums[kRows][kPanel] = {};
    const PanelRows rows = panel_rows(task, first);
    for (int64_t t0 = 0; t0 < task.depth; t0 += kMatmulDepthBlock) {
      const FewRows<kRows> visit{task.a + t0, task.a_stride, &sums[0][0]};
      steps_of(task, rows, t0, smaller(kMatmulDepthBlock, task.depth - t0), buffer, visit);
    }
    for (int i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < cols; ++j) task.c[i * task.c_stride + first + j] = sums[i][j];
    finish_matmul<T>(task, 0, kRows, first, cols);
  }

  template <int kRows>
  static void few_rows_of(const MatmulTask& task) {
    if constexpr (kRows > 1) {
      if (task.rows < kRows) return few_rows_of<kRows - 1>(task);
    }
    for (int64_t first = 0; first < task.cols; first += kPanel)
      few_rows_panel<kRows>(task, first, task.scratch);
  }

  static void few_rows(const MatmulTask& task) {
    if (task.rows > 0) few_rows_of<static_cast<int>(kMatmulFewRows)>(task);
  }

  // ---- Many rows: A is copied to rows of a fixed stride, W is turned into panels [depth, kPanel].

  struct PackPanel {
    float* panel;

    template <class Format, int kStep>
    [[gnu::always_inline]] inline void step(int group, int64_t t,
                                            const typename T::Raw* raw) const {
#pragma GCC unroll 32
      for (int s = 0; s < kStep; ++s)
        T::store(panel + (t + s) * kPanel + group * T::kLanes, T::template widened<Format>(raw, s));
    }
    template <class Format, int kStep>
    void rest(int group, int64_t t, const typename T::Raw* raw, int count) const {
      alignas(64) float widened[kStep][T::kLanes];
#pragma GCC unroll 32
      for (int s = 0; s < kStep; ++s) T::store(widened[s], T::template widened<Format>(raw, s));
      for (int s = 0; s < count; ++s)
        T::store(panel + (t + s) * kPanel + group * T::kLanes, T::load(widened[s]));
    }
  };

  struct Scratch {
    float* rows;    // [kMatmulRowBlock, kMatmulRowStride]
    float* panel;   // [kMatmulDepthBlock, kPanel]
    float* buffer;  // [kPanel, kMatmulDepthBlock], for block formats
  };

  static void many_rows(const MatmulTask& task) {
    const Scratch scratch{
        task.scratch, task.scratch + kMatmulRowBlock * kMatmulRowStride,
        task.scratch + kMatmulRowBlock * kMatmulRowStride + kMatmulDepthBlock * kPanel};
    const int64_t block_rows = equal_block_rows<T>(task.rows, kMatmulRowBlock);
    for (int64_t row0 = 0; row0 < task.rows; row0 += block_rows)
      for (int64_t t0 = 0; t0 < task.depth; t0 += kMatmulDepthBlock)
        row_block(task, row0, smaller(block_rows, task.rows - row0), t0, scratch);
  }

  static void row_block(const MatmulTask& task, int64_t row0, int64_t rows, int64_t t0,
                        const Scratch& scratch) {
    const int64_t depth = smaller(kMatmulDepthBlock, task.depth - t0);
    for (int64_t i = 0; i < rows; ++i)
      copy_row(task.a + (row0 + i) * task.a_stride + t0, depth, scratch.rows + i * kStride);
    for (int64_t first = 0; first < task.cols; first += kPanel) {
      steps_of(task, panel_rows(task, first), t0, depth, scratch.buffer, PackPanel{scratch.panel});
      const int64_t cols = smaller(kPanel, task.cols - first);
      for (int64_t i = 0; i < rows; i += T::kTileRows) {
        const int count = static_cast<int>(smaller(T::kTileRows, rows - i));
        if (t0 > 0) fetch_sums<T>(task, row0 + i + T::kTileRows, row0 + rows, first);
        tile_row(scratch.rows + i * kStride, scratch.panel, depth, t0 > 0, count, cols,
                 task.c + (row0 + i) * task.c_stride + first, task.c_stride);
        if (t0 + depth == task.depth) finish_matmul<T>(task, row0 + i, count, first, cols);
      }
    }
  }

  static void copy_row(const float* source, int64_t count, float* target) {
    int64_t t = 0;
    for (; t + T::kLanes <= count; t += T::kLanes) T::store(target + t, T::load(source + t));
    for (; t < count; ++t) target[t] = source[t];
  }

  // `rows` rows of C against one panel.
  static void tile_row(const float* a, const float* panel, int64_t depth, bool add, int rows,
                       int64_t cols, float* c, int64_t c_stride) {
    for (int64_t j = 0; j < cols; j += kTileCols) {
      if (j + kTileCols <= cols) {
        multiply_tile<T, T::kTileRows, kTileVectors, kStride>(rows, a, panel + j, kPanel, depth,
                                                              add, c + j, c_stride);
        continue;
      }
      float buffer[T::kTileRows * kTileCols];
      const int64_t rest = cols - j;
      for (int i = 0; i < rows; ++i)
        for (int64_t r = 0; r < kTileCols; ++r)
          buffer[i * kTileCols + r] = add && r < rest ? c[i * c_stride + j + r] : 0.0f;
      multiply_tile<T, T::kTileRows, kTileVectors, kStride>(rows, a, panel + j, kPanel, depth, add,
                                                            buffer, kTileCols);
      for (int i = 0; i < rows; ++i)
        for (int64_t r = 0; r < rest; ++r) c[i * c_stride + j + r] = buffer[i * kTileCols + r];
    }
  }
};

}  // namespace octavo::engine
