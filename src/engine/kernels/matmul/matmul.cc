#include "engine/kernels/matmul/matmul.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) void function(const MatmulTask& task);
#include "engine/kernels/matmul/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<MatmulFunction> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/matmul/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<MatmulFunction>> matmul_variants() { return kVariants; }

}  // namespace octavo::engine
