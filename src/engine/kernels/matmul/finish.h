// What the blocked loops of matmul and of bf16 share, over a vector type T that adds to its
// arithmetic (simd/)
//   kTileRows   rows of a register tile
// All are templates over T, which is local to the file of an instruction set, and so are they.
#pragma once

#include <cstdint>

#include "engine/kernels/matmul/matmul.h"

namespace octavo::engine {

// Rows of each block, whole tiles, when there may be `most`. Blocks are of equal size: a last one
// of a few rows would cost as much packing as a full one.
template <class T>
int64_t equal_block_rows(int64_t rows, int64_t most) {
  const int64_t blocks = (rows + most - 1) / most;
  const int64_t tiles = (rows + T::kTileRows - 1) / T::kTileRows;
  return (tiles + blocks - 1) / blocks * T::kTileRows;
}

// Asks for the sums that the tile from `row` on continues, in the panel of columns from `first`
// on: a chain must wait for its first term.
template <class T>
void fetch_sums(const MatmulTask& task, int64_t row, int64_t end, int64_t first) {
  if (end > row + T::kTileRows) end = row + T::kTileRows;
  for (; row < end; ++row) {
    const float* c = task.c + row * task.c_stride + first;
    __builtin_prefetch(c, 1, 3);
    __builtin_prefetch(c + kMatmulPanel / 2, 1, 3);
  }
}

// Bias and activation of a finished part of C.
template <class T>
void finish_matmul(const MatmulTask& task, int64_t row0, int64_t rows, int64_t first,
                   int64_t cols) {
  for (int64_t i = 0; i < rows; ++i) {
    float* c = task.c + (row0 + i) * task.c_stride + first;
    if (task.bias != nullptr) {
      const float* bias = task.bias + first;
      int64_t j = 0;
      for (; j + T::kLanes <= cols; j += T::kLanes)
        T::store(c + j, T::add(T::load(c + j), T::load(bias + j)));
      for (; j < cols; ++j) c[j] += bias[j];
    }
    if (task.activation != nullptr) task.activation(c, cols);
  }
}

}  // namespace octavo::engine
