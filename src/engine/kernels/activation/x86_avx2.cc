#include "engine/kernels/simd/x86_avx2.h"
#include "engine/kernels/activation/loop.h"

namespace octavo::engine {

void activation_avx2_quick_gelu(float* x, int64_t count) {
  ActivationLoop<Avx2>::quick_gelu(x, count);
}
void activation_avx2_gelu(float* x, int64_t count) { ActivationLoop<Avx2>::gelu(x, count); }
void activation_avx2_silu_gate(float* gate, const float* up, int64_t count) {
  ActivationLoop<Avx2>::silu_gate(gate, up, count);
}

}  // namespace octavo::engine
