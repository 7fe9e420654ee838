#include "engine/kernels/int4/arm_codes.h"
#include "engine/kernels/int4/loop.h"

namespace octavo::engine {
namespace {

struct MixedProducts : NeonCodes {
  static constexpr int kTileRows = 10;
  static I dot(I sum, I a, I w) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(a), vreinterpretq_s8_s32(w));
  }
};

}  // namespace

void int4_i8mm_multiply(const Int4Task& task) { Int4Loop<MixedProducts>::multiply(task); }
void int4_i8mm_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<MixedProducts>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
