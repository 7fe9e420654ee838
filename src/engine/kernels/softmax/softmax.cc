#include "engine/kernels/softmax/softmax.h"

#include "engine/kernels/simd/scalar.h"
#include "engine/kernels/softmax/loop.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) void function(const SoftmaxTask& task);
#include "engine/kernels/softmax/variants.inc"
#undef OCTAVO_VARIANT

void softmax_scalar(const SoftmaxTask& task) { SoftmaxLoop<Scalar>::run(task); }

namespace {

constexpr Variant<SoftmaxFunction> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/softmax/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<SoftmaxFunction>> softmax_variants() { return kVariants; }

}  // namespace octavo::engine
