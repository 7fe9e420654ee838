#include "engine/kernels/byte_attention/byte_attention.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)   \
  void function##_keys(const PackTask& task);   \
  void function##_values(const PackTask& task); \
  void function##_attend(const ByteAttentionTask& task);
#include "engine/kernels/byte_attention/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<ByteAttentionKernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) \
  {name, needs, {function##_keys, function##_values, function##_attend}},
#include "engine/kernels/byte_attention/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<ByteAttentionKernels>> byte_attention_variants() { return kVariants; }

}  // namespace octavo::engine
