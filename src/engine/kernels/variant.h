// A family's table of implementations, best first and the scalar one last, and the choice from it.
#pragma once

#include <span>
#include <string_view>

#include "base/check.h"
#include "engine/kernels/arch.h"

namespace octavo::engine {

template <class Kernel>
struct Variant {
  std::string_view name;
  ArchMask needs;
  Kernel kernel;
};

// The first that `allowed` can run; the last one needs nothing.
template <class Kernel>
const Variant<Kernel>& pick_variant(std::span<const Variant<Kernel>> variants, ArchMask allowed) {
  for (const auto& variant : variants)
    if ((variant.needs & allowed) == variant.needs) return variant;
  OCTAVO_CHECK(!"a table of kernels without a scalar variant");
  return variants.back();
}

}  // namespace octavo::engine
