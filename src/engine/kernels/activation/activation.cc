#include "engine/kernels/activation/activation.h"

#include "engine/kernels/activation/loop.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)          \
  void function##_quick_gelu(float* x, int64_t count); \
  void function##_gelu(float* x, int64_t count);       \
  void function##_silu_gate(float* gate, const float* up, int64_t count);
#include "engine/kernels/activation/variants.inc"
#undef OCTAVO_VARIANT

void activation_scalar_quick_gelu(float* x, int64_t count) {
  ActivationLoop<Scalar>::quick_gelu(x, count);
}
void activation_scalar_gelu(float* x, int64_t count) { ActivationLoop<Scalar>::gelu(x, count); }
void activation_scalar_silu_gate(float* gate, const float* up, int64_t count) {
  ActivationLoop<Scalar>::silu_gate(gate, up, count);
}

namespace {

constexpr Variant<ActivationKernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) \
  {name, needs, {function##_quick_gelu, function##_gelu, function##_silu_gate}},
#include "engine/kernels/activation/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<ActivationKernels>> activation_variants() { return kVariants; }

}  // namespace octavo::engine
