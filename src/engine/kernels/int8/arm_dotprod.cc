#include "engine/kernels/int8/arm_bytes.h"
#include "engine/kernels/int8/vnni_loop.h"

namespace octavo::engine {
namespace {

struct DotProducts : NeonShiftedBytes {
  static constexpr int kTileRows = 12, kTileVectors = 2;  // 24 sums, 2 of weights, 1 of A: of 32
  static I dot(I sum, I a, I w) {
    return vdotq_s32(sum, vreinterpretq_s8_s32(a), vreinterpretq_s8_s32(w));
  }
};

}  // namespace

void int8_dotprod_quantize(const QuantizeTask& task) { QuantizeLoop<DotProducts>::run(task); }
void int8_dotprod_multiply(const Int8Task& task) { VnniLoop<DotProducts>::run(task); }

}  // namespace octavo::engine
