#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/rope/loop.h"

namespace octavo::engine {

void rope_avx2(const RopeTask& task) { RopeLoop<Avx2>::run(task); }

}  // namespace octavo::engine
