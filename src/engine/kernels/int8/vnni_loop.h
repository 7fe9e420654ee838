// The loops over instructions that add four products of bytes to a 32-bit lane, over a type T that
// adds to the arithmetic of its floats (simd/)
//   kTileRows, kTileVectors      of a register tile
//   I, load_ints, store_ints     kLanes 32-bit integers
//   four(p)                      the four bytes at p in every lane
//   dot(sum, a, w)               sum + the products of unsigned a and signed w
// and what quantize_loop.h and finish.h ask for.
#pragma once

#include <cstdint>

#include "engine/kernels/int8/finish.h"
#include "engine/kernels/int8/quantize_loop.h"

namespace octavo::engine {

template <class T>
class VnniLoop {
  using I = typename T::I;
  static constexpr int kTileRows = T::kTileRows;
  static constexpr int kTileCols = T::kTileVectors * T::kLanes;
  static constexpr int64_t kStepBytes = kInt8Panel * kInt8Depths;
  static constexpr int64_t kLine = 64;
  // How far ahead of a panel that is read once the memory is asked: some 150 ns at 25 GB/s a core.
  // Half of it leaves a tenth of the rate, and twice as much a bit.
  static constexpr int64_t kAhead = 4096;
  // With several rows the processor itself sees less of what comes next: fewer steps fit what it
  // works on at once. Then the level 2 cache is asked for twice as much, and the first one for what
  // is near.
  static constexpr int kSeveralRows = 4;
  static constexpr int64_t kFarAhead = 8192, kNear = 1024;

 public:
  static void run(const Int8Task& task) {
    const int64_t steps = int8_padded_depth(task.depth) / kInt8Depths;
    const int64_t panel_bytes = steps * kStepBytes;
    const int8_t* panel = task.panels;
    for (int64_t first = 0; first < task.cols; first += kInt8Panel, panel += panel_bytes) {
      if (task.rows <= kTileRows) {
        const bool behind = first + kInt8Panel >= task.cols && task.next != nullptr;
        rows_of_panel<true>(task, panel, steps, 0, first, behind ? task.next : panel + panel_bytes);
        continue;
      }
      // Each tile asks for its share of the next panel.
      const int64_t tiles = (task.rows + kTileRows - 1) / kTileRows;
      const int64_t share = (panel_bytes / tiles + kLine) / kLine * kLine;
      const bool last = first + kInt8Panel >= task.cols;
      const int8_t* next = panel + panel_bytes;
      const int8_t* end = last ? next : next + panel_bytes;
      for (int64_t i = 0; i < task.rows; i += kTileRows) {
        const int8_t* stop = next + share < end ? next + share : end;
        for (; next < stop; next += kLine) __builtin_prefetch(next, 0, 2);
        rows_of_panel<false>(task, panel, steps, i, first, panel);
      }
    }
  }

 private:
  static uintptr_t address(const void* p) { return reinterpret_cast<uintptr_t>(p); }

  template <bool kStream>
  static void rows_of_panel(const Int8Task& task, const int8_t* panel, int64_t steps, int64_t row,
                            int64_t first, const void* next) {
    const int64_t rows = task.rows - row < kTileRows ? task.rows - row : kTileRows;
    alignas(64) int32_t sums[kTileRows * kInt8Panel];
    for (int64_t j = 0; j < kInt8Panel; j += kTileCols)
      tile<kTileRows, kStream>(static_cast<int>(rows), task.a + row * task.a_stride, task.a_stride,
                               panel + j * kInt8Depths, steps,
                               static_cast<const int8_t*>(next) + j * kInt8Depths, sums + j);
    finish_int8<T>(task, sums, row, rows, first);
  }

  // `rows` (1 to kRows) rows against kTileCols columns.
  template <int kRows, bool kStream>
  static void tile(int rows, const uint8_t* a, int64_t stride, const int8_t* w, int64_t steps,
                   const int8_t* next, int32_t* sums) {
    if constexpr (kRows > 1) {
      if (rows < kRows) return tile<kRows - 1, kStream>(rows, a, stride, w, steps, next, sums);
    }
    I sum[kRows][T::kTileVectors];
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 4
      for (int j = 0; j < T::kTileVectors; ++j) sum[i][j] = T::zero_ints();
    // Where the panel ends, what comes next is asked for.
    constexpr bool kFar = kRows >= kSeveralRows;
    constexpr int64_t kDistance = kFar ? kFarAhead : kAhead, kAheadSteps = kDistance / kStepBytes;
    const int64_t turn = kStream && steps > kAheadSteps ? steps - kAheadSteps : 0;
    const uintptr_t ahead = address(w) + kDistance, behind = address(next) - turn * kStepBytes;
    for (int64_t s = 0; s < steps; ++s, w += kStepBytes, a += kInt8Depths) {
      if constexpr (kStream) {
        const uintptr_t from = (s < turn ? ahead : behind) + s * kStepBytes;
#pragma GCC unroll 2
        for (int64_t at = 0; at < kTileCols * kInt8Depths; at += kLine) {
          __builtin_prefetch(reinterpret_cast<const void*>(from + at), 0, kFar ? 2 : 3);
          if constexpr (kFar) __builtin_prefetch(w + kNear + at, 0, 3);
        }
      }
      I weights[T::kTileVectors];
#pragma GCC unroll 4
      for (int j = 0; j < T::kTileVectors; ++j)
        weights[j] = T::load_ints(w + j * T::kLanes * kInt8Depths);
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        const I four = T::four(a + i * stride);
#pragma GCC unroll 4
        for (int j = 0; j < T::kTileVectors; ++j) sum[i][j] = T::dot(sum[i][j], four, weights[j]);
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i)
#pragma GCC unroll 4
      for (int j = 0; j < T::kTileVectors; ++j)
        T::store_ints(sums + i * kInt8Panel + j * T::kLanes, sum[i][j]);
  }
};

}  // namespace octavo::engine
