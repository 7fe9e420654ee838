// Weights by their roles (weights.h) as ops take them.
#pragma once

#include "engine/model/weights.h"
#include "engine/ops/linear.h"

namespace octavo::engine {

inline WeightView view_of(const LinearWeights& weights) {
  return {.dtype = weights.dtype,
          .data = weights.data,
          .stride = weights.stride,
          .cols = weights.cols,
          .depth = weights.depth,
          .bias = weights.bias};
}

}  // namespace octavo::engine
