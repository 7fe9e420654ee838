#include "engine/kernels/simd/x86_avx512f.h"
#include "engine/kernels/activation/loop.h"

namespace octavo::engine {

void activation_avx512f_quick_gelu(float* x, int64_t count) {
  ActivationLoop<Avx512F>::quick_gelu(x, count);
}
void activation_avx512f_gelu(float* x, int64_t count) { ActivationLoop<Avx512F>::gelu(x, count); }
void activation_avx512f_silu_gate(float* gate, const float* up, int64_t count) {
  ActivationLoop<Avx512F>::silu_gate(gate, up, count);
}

}  // namespace octavo::engine
