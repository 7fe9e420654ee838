#include "engine/kernels/simd/arm_neon.h"
#include "engine/kernels/activation/loop.h"

namespace octavo::engine {

void activation_neon_quick_gelu(float* x, int64_t count) {
  ActivationLoop<Neon>::quick_gelu(x, count);
}
void activation_neon_gelu(float* x, int64_t count) { ActivationLoop<Neon>::gelu(x, count); }
void activation_neon_silu_gate(float* gate, const float* up, int64_t count) {
  ActivationLoop<Neon>::silu_gate(gate, up, count);
}

}  // namespace octavo::engine
