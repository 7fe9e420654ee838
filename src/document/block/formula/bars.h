// Lines drawn in a formula: fraction bars, bars over something, and roots.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct Bar {
  PointBox box;
  bool root = false;  // drawn, hook and all
};

// Those inside `box`, the formula with signs of `size`, or right above it; narrow ones first:
// fractions inside fractions and roots. At most 60 bars and as many roots.
std::vector<Bar> bars_in(const PointBox& box, float size, const std::vector<Rule>& rules,
                         const std::vector<Shape>& shapes);

}  // namespace octavo::document
