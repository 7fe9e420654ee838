#include "engine/kernels/int4/int4.h"

namespace octavo::engine {

#define OCTAVO_VARIANT(function, name, needs)     \
  void function##_multiply(const Int4Task& task); \
  void function##_unpack(const uint8_t* panel, int64_t depth, int8_t* bytes);
#include "engine/kernels/int4/variants.inc"
#undef OCTAVO_VARIANT

namespace {

constexpr Variant<Int4Kernels> kVariants[] = {
#define OCTAVO_VARIANT(function, name, needs) \
  {name, needs, {function##_multiply, function##_unpack}},
#include "engine/kernels/int4/variants.inc"
#undef OCTAVO_VARIANT
};

}  // namespace

std::span<const Variant<Int4Kernels>> int4_variants() { return kVariants; }

}  // namespace octavo::engine
