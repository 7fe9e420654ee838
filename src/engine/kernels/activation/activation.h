// Element by element: quick_gelu(x) = x / (1 + e^(-1.702 x)), gelu(x) = x / 2 (1 + erf(x / sqrt
// 2)), gate(g, u) = g / (1 + e^-g) * u. All variants give the same bits. Sources: transformers
// activations.QuickGELUActivation, torch.nn.GELU (exact form) and SiLU. One thread; no allocation.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kernels/variant.h"

namespace octavo::engine {

using ActivationFunction = void (*)(float* x, int64_t count);  // in place
// g = silu(g) * u
using GateFunction = void (*)(float* gate, const float* up, int64_t count);

struct ActivationKernels {
  ActivationFunction quick_gelu, gelu;
  GateFunction silu_gate;
};

std::span<const Variant<ActivationKernels>> activation_variants();

}  // namespace octavo::engine
