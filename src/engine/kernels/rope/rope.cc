#include "engine/kernels/rope/rope.h"

#include "engine/kernels/rope/loop.h"
#include "engine/kernels/simd/scalar.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) void function(const RopeTask& task);
#include "engine/kernels/rope/variants.inc"
#undef OCTAVO_VARIANT

void rope_scalar(const RopeTask& task) { RopeLoop<Scalar>::run(task); }

namespace {

constexpr Variant<RopeFunction> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/rope/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<RopeFunction>> rope_variants() { return kVariants; }

}  // namespace octavo::engine
