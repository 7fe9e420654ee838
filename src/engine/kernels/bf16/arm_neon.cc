#include "engine/kernels/bf16/arm_pairs.h"
#include "engine/kernels/bf16/loop.h"
#include "engine/kernels/simd/arm_neon_transpose.h"

namespace octavo::engine {
namespace {

struct NeonBf16 : NeonPairs {
  static constexpr int kTileRows = 8;  // 16 sums, 4 vectors of weights, 2 of A: 22 of 32
  static void transposed(const uint8_t* const* rows, int64_t at, P* raw) {
    transpose_units(rows, at, raw);
  }
};

}  // namespace

void bf16_neon(const MatmulTask& task) { Bf16Loop<NeonBf16>::run(task); }

}  // namespace octavo::engine
