#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/norm/loop.h"

namespace octavo::engine {

void norm_avx512f_rms(const NormTask& task) { NormLoop<Avx512F>::rms(task); }
void norm_avx512f_layer(const NormTask& task) { NormLoop<Avx512F>::layer(task); }

}  // namespace octavo::engine
