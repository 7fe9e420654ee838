#include "engine/kernels/simd/arm_neon.h"
#include "engine/kernels/softmax/loop.h"

namespace octavo::engine {

void softmax_neon(const SoftmaxTask& task) { SoftmaxLoop<Neon>::run(task); }

}  // namespace octavo::engine
