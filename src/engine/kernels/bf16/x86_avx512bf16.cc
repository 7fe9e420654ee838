#include "engine/kernels/bf16/loop.h"
#include "engine/kernels/bf16/x86_avx512_pairs.h"
#include "engine/kernels/simd/x86_avx512f_transpose.h"

namespace octavo::engine {
namespace {

struct Avx512Bf16 : Avx512Pairs {
  static constexpr int kTileRows = 12;  // 24 sums, 2 vectors of weights, 1 of A: 27 of 32
  static void transposed(const uint8_t* const* rows, int64_t at, P* raw) {
    transpose_units(rows, at, raw);
  }
};

}  // namespace

void bf16_avx512bf16(const MatmulTask& task) { Bf16Loop<Avx512Bf16>::run(task); }

}  // namespace octavo::engine
