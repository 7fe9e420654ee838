#include "engine/kernels/bf16/loop.h"
#include "engine/kernels/bf16/x86_avx2_pairs.h"
#include "engine/kernels/simd/x86_avx2_transpose.h"

namespace octavo::engine {
namespace {

struct Avx2Bf16 : Avx2Pairs {
  static constexpr int kTileRows = 4;  // 8 sums, 4 vectors of weights, 2 of A: 14 of 16
  static void transposed(const uint8_t* const* rows, int64_t at, P* raw) {
    __m256 units[kLanes];
    transpose_units(rows, at, units);
#pragma GCC unroll 8
    for (int i = 0; i < kLanes; ++i) raw[i] = _mm256_castps_si256(units[i]);
  }
};

}  // namespace

void bf16_avx2(const MatmulTask& task) { Bf16Loop<Avx2Bf16>::run(task); }

}  // namespace octavo::engine
