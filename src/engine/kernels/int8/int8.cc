#include "engine/kernels/int8/int8.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)         \
  void function##_quantize(const QuantizeTask& task); \
  void function##_multiply(const Int8Task& task);
#include "engine/kernels/int8/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<Int8Kernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) \
  {name, needs, {function##_quantize, function##_multiply}},
#include "engine/kernels/int8/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<Int8Kernels>> int8_variants() { return kVariants; }

}  // namespace octavo::engine
