#include "engine/kernels/int8/arm_bytes.h"
#include "engine/kernels/int8/vnni_loop.h"

namespace octavo::engine {
namespace {

struct NeonProducts : NeonShiftedBytes {
  // Needs half a dozen registers for its products.
  static constexpr int kTileRows = 8, kTileVectors = 2;
  static I dot(I sum, I a, I w) { return neon_dot(sum, a, w); }
};

}  // namespace

void int8_neon_quantize(const QuantizeTask& task) { QuantizeLoop<NeonProducts>::run(task); }
void int8_neon_multiply(const Int8Task& task) { VnniLoop<NeonProducts>::run(task); }

}  // namespace octavo::engine
