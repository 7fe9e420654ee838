#include "engine/kernels/norm/norm.h"

#include "engine/kernels/norm/loop.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) \
  void function##_rms(const NormTask& task);  \
  void function##_layer(const NormTask& task);
#include "engine/kernels/norm/variants.inc"
#undef OCTAVO_VARIANT

void norm_scalar_rms(const NormTask& task) { NormLoop<Scalar>::rms(task); }
void norm_scalar_layer(const NormTask& task) { NormLoop<Scalar>::layer(task); }

namespace {

constexpr Variant<NormKernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, {function##_rms, function##_layer}},
#include "engine/kernels/norm/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<NormKernels>> norm_variants() { return kVariants; }

}  // namespace octavo::engine
