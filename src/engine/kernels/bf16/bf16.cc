#include "engine/kernels/bf16/bf16.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) void function(const MatmulTask& task);
#include "engine/kernels/bf16/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<MatmulFunction> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/bf16/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<MatmulFunction>> bf16_variants() { return kVariants; }

}  // namespace octavo::engine
