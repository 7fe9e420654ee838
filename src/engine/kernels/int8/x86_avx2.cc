// Without an instruction for bytes: those that multiply unsigned by signed bytes saturate, so both
// are widened to 16 bits, whose products and sums of pairs fit. The pairs are depths 0 and 2 of
// each four ("even") and 1 and 3 ("odd"), which shifts alone bring forth. With many rows a block of
// weights is widened once for all of them; with few, on the way.
#include "engine/kernels/int8/finish.h"
#include "engine/kernels/int8/quantize_loop.h"
#include "engine/kernels/int8/x86_avx2_bytes.h"

namespace octavo::engine {
namespace {

using V = Avx2Bytes;

constexpr int kTileRows = 6, kTileVectors = 2;  // 12 sums, 2 of weights, 1 of A, 1 product: all 16
constexpr int kFewRows = 4;
constexpr int64_t kTileCols = kTileVectors * V::kLanes;
constexpr int64_t kBlock = 512;  // depths widened together: 32 KiB of weights
constexpr int64_t kRows = 480;   // that share them: 60 KiB of sums
constexpr int64_t kStepBytes = kInt8Panel * kInt8Depths;
constexpr int64_t kAhead = 2048;  // bytes that memory is asked for in advance

struct Pairs {
  int32_t even, odd;  // two depths of 16 bits each
};

struct Scratch {
  alignas(64) int32_t weights[kBlock / kInt8Depths][2][kInt8Panel];  // pairs, even and odd
  alignas(64) Pairs a[kTileRows][kBlock / kInt8Depths];
  alignas(64) int32_t sums[kRows][kInt8Panel];
};
static_assert(sizeof(Scratch) <= kInt8Scratch);

__m256i even_of(__m256i bytes) { return _mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8); }
__m256i odd_of(__m256i bytes) { return _mm256_srai_epi16(bytes, 8); }

// Computed here and not earlier: compilers like to load everything first, and run out of registers.
__m256i in_place(__m256i x) {
  asm volatile("" : "+x"(x));
  return x;
}

__m256i add_products(__m256i sum, __m256i pairs, __m256i weights) {
  return in_place(_mm256_add_epi32(sum, _mm256_madd_epi16(pairs, weights)));
}

void widen_weights(const int8_t* panel, int64_t steps, Scratch& scratch) {
  for (int64_t s = 0; s < steps; ++s)
    for (int64_t j = 0; j < kInt8Panel; j += V::kLanes, panel += V::kLanes * kInt8Depths) {
      __builtin_prefetch(panel + kAhead, 0, 3);
      const __m256i bytes = V::load_ints(panel);
      V::store_ints(scratch.weights[s][0] + j, even_of(bytes));
      V::store_ints(scratch.weights[s][1] + j, odd_of(bytes));
    }
}

void widen_rows(const uint8_t* a, int64_t stride, int64_t rows, int64_t steps, Scratch& scratch) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t s = 0; s < steps; ++s) {
      uint32_t four;
      __builtin_memcpy(&four, a + i * stride + s * kInt8Depths, sizeof four);
      scratch.a[i][s] = {static_cast<int32_t>(four & 0xFF00FF),
                         static_cast<int32_t>(four >> 8 & 0xFF00FF)};
    }
}

template <int kTile>
struct Sums {
  __m256i sum[kTile][kTileVectors];

  [[gnu::always_inline]] void load(const int32_t* from, bool add) {
#pragma GCC unroll 6
    for (int i = 0; i < kTile; ++i)
#pragma GCC unroll 2
      for (int v = 0; v < kTileVectors; ++v)
        sum[i][v] = add ? V::load_ints(from + i * kInt8Panel + v * V::kLanes) : V::zero_ints();
  }
  [[gnu::always_inline]] void store(int32_t* to) const {
#pragma GCC unroll 6
    for (int i = 0; i < kTile; ++i)
#pragma GCC unroll 2
      for (int v = 0; v < kTileVectors; ++v)
        V::store_ints(to + i * kInt8Panel + v * V::kLanes, sum[i][v]);
  }
  // Adds one step's even or odd pairs: those of row i at a + i * kBlock / 4.
  [[gnu::always_inline]] void add(const int32_t* a, const __m256i* weights) {
#pragma GCC unroll 6
    for (int i = 0; i < kTile; ++i) {
      const __m256i pairs = in_place(
          V::four(a + i * int64_t{sizeof(Pairs) / sizeof(int32_t)} * kBlock / kInt8Depths));
#pragma GCC unroll 2
      for (int v = 0; v < kTileVectors; ++v) sum[i][v] = add_products(sum[i][v], pairs, weights[v]);
    }
  }
};

// sums [rows, kInt8Panel] = or += the tile at column j, of weights that are widened.
template <int kTile>
void tile(int rows, const Scratch& scratch, int64_t j, int64_t steps, bool add, int32_t* sums) {
  if constexpr (kTile > 1) {
    if (rows < kTile) return tile<kTile - 1>(rows, scratch, j, steps, add, sums);
  }
  Sums<kTile> tile;
  tile.load(sums, add);
  for (int64_t s = 0; s < steps; ++s)
#pragma GCC unroll 2
    for (int odd = 0; odd < 2; ++odd) {
      const int32_t* from = scratch.weights[s][odd] + j;
      const __m256i weights[kTileVectors] = {V::load_ints(from), V::load_ints(from + V::kLanes)};
      tile.add(odd == 0 ? &scratch.a[0][s].even : &scratch.a[0][s].odd, weights);
    }
  tile.store(sums);
}

// The same from the panel itself.
template <int kTile>
void few_rows(int rows, const Scratch& scratch, const int8_t* panel, int64_t steps, bool add,
              int32_t* sums) {
  if constexpr (kTile > 1) {
    if (rows < kTile) return few_rows<kTile - 1>(rows, scratch, panel, steps, add, sums);
  }
  Sums<kTile> tile;
  tile.load(sums, add);
  for (int64_t s = 0; s < steps; ++s, panel += kStepBytes) {
    __builtin_prefetch(panel + kAhead, 0, 3);
    const __m256i bytes[kTileVectors] = {V::load_ints(panel),
                                         V::load_ints(panel + V::kLanes * kInt8Depths)};
    const __m256i even[kTileVectors] = {even_of(bytes[0]), even_of(bytes[1])};
    tile.add(&scratch.a[0][s].even, even);
    const __m256i odd[kTileVectors] = {odd_of(bytes[0]), odd_of(bytes[1])};
    tile.add(&scratch.a[0][s].odd, odd);
  }
  tile.store(sums);
}

void panel_of_rows(const Int8Task& task, const int8_t* panel, int64_t row0, int64_t rows,
                   int64_t first, Scratch& scratch) {
  const int64_t all_steps = int8_padded_depth(task.depth) / kInt8Depths;
  constexpr int64_t kBlockSteps = kBlock / kInt8Depths;
  for (int64_t s0 = 0; s0 < all_steps; s0 += kBlockSteps, panel += kBlockSteps * kStepBytes) {
    const int64_t steps = all_steps - s0 < kBlockSteps ? all_steps - s0 : kBlockSteps;
    const uint8_t* a = task.a + row0 * task.a_stride + s0 * kInt8Depths;
    if (rows > kFewRows) widen_weights(panel, steps, scratch);
    for (int64_t i = 0; i < rows; i += kTileRows) {
      const auto count = static_cast<int>(rows - i < kTileRows ? rows - i : kTileRows);
      widen_rows(a + i * task.a_stride, task.a_stride, count, steps, scratch);
      for (int64_t j = 0; j < kInt8Panel; j += kTileCols) {
        int32_t* sums = scratch.sums[i] + j;
        if (rows > kFewRows)
          tile<kTileRows>(count, scratch, j, steps, s0 > 0, sums);
        else
          few_rows<kFewRows>(count, scratch, panel + j * kInt8Depths, steps, s0 > 0, sums);
      }
    }
  }
  finish_int8<V>(task, scratch.sums[0], row0, rows, first);
}

}  // namespace

void int8_avx2_quantize(const QuantizeTask& task) { QuantizeLoop<V>::run(task); }

void int8_avx2_multiply(const Int8Task& task) {
  Scratch& scratch = *static_cast<Scratch*>(task.scratch);
  const int64_t panel_bytes = int8_padded_depth(task.depth) * kInt8Panel;
  for (int64_t row0 = 0; row0 < task.rows; row0 += kRows) {
    const int64_t rows = task.rows - row0 < kRows ? task.rows - row0 : kRows;
    for (int64_t first = 0; first < task.cols; first += kInt8Panel)
      panel_of_rows(task, task.panels + first / kInt8Panel * panel_bytes, row0, rows, first,
                    scratch);
  }
}

}  // namespace octavo::engine
