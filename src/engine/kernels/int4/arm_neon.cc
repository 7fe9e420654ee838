#include "engine/kernels/int4/arm_codes.h"
#include "engine/kernels/int4/loop.h"

namespace octavo::engine {
namespace {

struct NeonProducts : NeonCodes {
  static constexpr int kTileRows = 4;
  static I dot(I sum, I a, I w) {
    return neon_add_128_times(neon_dot(sum, neon_minus_128(a), w), w);
  }
};

}  // namespace

void int4_neon_multiply(const Int4Task& task) { Int4Loop<NeonProducts>::multiply(task); }
void int4_neon_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes) {
  Int4Loop<NeonProducts>::unpack(panel, depth, bytes);
}

}  // namespace octavo::engine
