#include "engine/kernels/attention/rounded.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs) \
  void function(const AttentionTask& task);   \
  void function##_halves(const AttentionTaskOf<uint16_t>& task);
#include "engine/kernels/attention/rounded_variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<AttentionFunction> kFloats[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function},
#include "engine/kernels/attention/rounded_variants.inc"
#undef OCTAVO_VARIANT
};
constexpr Variant<HalfAttention> kHalves[] = {
#define OCTAVO_VARIANT(function, name, needs) {name, needs, function##_halves},
#include "engine/kernels/attention/rounded_variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<AttentionFunction>> rounded_attention_variants() { return kFloats; }
std::span<const Variant<HalfAttention>> rounded_half_attention_variants() { return kHalves; }

}  // namespace octavo::engine
