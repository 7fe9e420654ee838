#include "engine/kernels/simd/arm_neon.h"
#include "engine/kernels/rope/loop.h"

namespace octavo::engine {

void rope_neon(const RopeTask& task) { RopeLoop<Neon>::run(task); }

}  // namespace octavo::engine
