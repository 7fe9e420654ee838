#include "engine/kernels/bf16_attention/bf16_attention.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)       \
  void function##_keys(const Bf16PackTask& task);   \
  void function##_values(const Bf16PackTask& task); \
  void function##_attend(const Bf16AttentionTask& task);
#include "engine/kernels/bf16_attention/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<Bf16AttentionKernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) \
  {name, needs, {function##_keys, function##_values, function##_attend}},
#include "engine/kernels/bf16_attention/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<Bf16AttentionKernels>> bf16_attention_variants() { return kVariants; }

}  // namespace octavo::engine
