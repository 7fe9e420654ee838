#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/softmax/loop.h"

namespace octavo::engine {

void softmax_avx2(const SoftmaxTask& task) { SoftmaxLoop<Avx2>::run(task); }

}  // namespace octavo::engine
