#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/softmax/loop.h"

namespace octavo::engine {

void softmax_avx512f(const SoftmaxTask& task) { SoftmaxLoop<Avx512F>::run(task); }

}  // namespace octavo::engine
