// Matrices of a model as copies of themselves in 8 bits or less.
#pragma once

#include "base/thread_pool.h"
#include "engine/model/visit_weights.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {

// Half way between inputs and weights, for the inputs that `ranges` has.
Smoothing smoothing_of(const ModelConfig& config, const ModelWeights& weights,
                       const InputRanges& ranges);

struct QuantizeFacts {
  // Of the language layers' weights. The vocabulary and the vision half have 8: they lose more by
  // less, and are a small part of what is read for a token.
  WeightBits language = WeightBits::k8;
  Smoothing smoothing;
  const InputRanges* squares = nullptr;  // mean squares of inputs, where they are known; not owned
};

// Gives every matrix its int8 part, in memory that `weights` keeps, but those of sizes that the
// kernels cannot take. The weights must be finite.
void quantize_weights(const ModelConfig& config, const QuantizeFacts& facts, ThreadPool& pool,
                      ModelWeights& weights);

}  // namespace octavo::engine
