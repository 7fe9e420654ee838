#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/norm/loop.h"

namespace octavo::engine {

void norm_avx2_rms(const NormTask& task) { NormLoop<Avx2>::rms(task); }
void norm_avx2_layer(const NormTask& task) { NormLoop<Avx2>::layer(task); }

}  // namespace octavo::engine
