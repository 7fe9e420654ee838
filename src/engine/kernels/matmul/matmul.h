// C[i, j] = act(sum over t of A[i, t] * W[j, t] + bias[j]), A and C in f32, W in its file's format.
// The sum runs over t in ascending order from 0, each product added in one chain, so an element
// depends neither on how many rows or columns a call has nor on how callers split them. The
// vectorised variants fuse multiply and add and agree bit for bit; the reference rounds twice, so
// it is off by at most depth * epsilon * sum |A W|. Plain weights are used in place; block formats
// are dequantised by tiles into the scratch. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/activation/activation.h"
#include "engine/kernels/variant.h"
#include "engine/tensor/dtype.h"

namespace octavo::engine {

struct MatmulTask {
  const float* a = nullptr;  // [rows, depth], a_stride floats from row to row
  int64_t a_stride = 0;
  int64_t rows = 0;
  DType dtype = DType::kF32;
  const uint8_t* weights = nullptr;  // [cols, depth], weight_stride bytes from row to row
  int64_t weight_stride = 0;
  int64_t cols = 0;
  int64_t depth = 0;                        // a multiple of the dtype's block
  const float* bias = nullptr;              // [cols] or none
  ActivationFunction activation = nullptr;  // or none
  float* c = nullptr;                       // [rows, cols], c_stride floats from row to row
  int64_t c_stride = 0;
  float* scratch = nullptr;  // kMatmulScratch floats, 64-byte aligned
};
using MatmulFunction = void (*)(const MatmulTask&);

// Up to this many rows the weights are read once and used at once; beyond, they are packed.
inline constexpr int64_t kMatmulFewRows = 8;
// Columns are worked off in panels of this many; splitting at multiples of it wastes nothing.
inline constexpr int64_t kMatmulPanel = 32;
// Rows that share one packing of the weights, a multiple of every variant's tile: 480 rows of 256
// floats are 480 KiB, half of the level 2 cache of the CPUs we care about.
inline constexpr int64_t kMatmulRowBlock = 480;
// Rows of the largest register tile; splitting rows at multiples of it wastes nothing.
inline constexpr int64_t kMatmulTile = 12;
// Depth of a packed block: a multiple of every quantised block. The 16 floats of padding keep rows
// off the same cache sets.
inline constexpr int64_t kMatmulDepthBlock = 256;
inline constexpr int64_t kMatmulRowStride = kMatmulDepthBlock + 16;

inline constexpr int64_t kMatmulScratch =
    kMatmulRowBlock * kMatmulRowStride +   // rows of A
    kMatmulPanel * kMatmulDepthBlock * 2;  // panel of W, twice

std::span<const Variant<MatmulFunction>> matmul_variants();

}  // namespace octavo::engine
