#include "engine/kernels/simd/arm_neon.h"
#include "engine/kernels/norm/loop.h"

namespace octavo::engine {

void norm_neon_rms(const NormTask& task) { NormLoop<Neon>::rms(task); }
void norm_neon_layer(const NormTask& task) { NormLoop<Neon>::layer(task); }

}  // namespace octavo::engine
