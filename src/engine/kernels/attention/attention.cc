#include "engine/kernels/attention/attention.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) void function(const AttentionTask& task);
#include "engine/kernels/attention/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<AttentionFunction> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/attention/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<AttentionFunction>> attention_variants() { return kVariants; }

}  // namespace octavo::engine
