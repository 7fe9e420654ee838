#include "engine/kernels/int4/arm_codes.h"
#include "engine/kernels/int4/loop.h"

namespace octavo::engine {
namespace {

struct DotProducts : NeonCodes {
  static constexpr int kTileRows = 8;
  static I dot(I sum, I a, I w) {
    // Signed products alone: 128 times the weights are added in two halves, as 128 is no such byte.
    const int8x16_t half = vdupq_n_s8(64), weights = vreinterpretq_s8_s32(w);
    sum = vdotq_s32(vdotq_s32(sum, half, weights), half, weights);
    return vdotq_s32(sum, vreinterpretq_s8_s32(neon_minus_128(a)), weights);
  }
};

}  // namespace

void int4_dotprod_multiply(const Int4Task& task) { Int4Loop<DotProducts>::multiply(task); }
void int4_dotprod_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<DotProducts>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
