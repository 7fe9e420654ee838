#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/rope/loop.h"

namespace octavo::engine {

void rope_avx512f(const RopeTask& task) { RopeLoop<Avx512F>::run(task); }

}  // namespace octavo::engine
