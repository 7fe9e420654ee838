// Matrices of a model as 8-bit copies of themselves.
#pragma once

#include "base/thread_pool.h"
#include "engine/model/visit_weights.h"

namespace octavo::engine {

// Half way between inputs and weights, for the inputs that `ranges` has.
Smoothing smoothing_of(const ModelConfig& config, const ModelWeights& weights,
                       const InputRanges& ranges);

// Gives every matrix its int8 part, in memory that `weights` keeps, but those of sizes that the
// kernels cannot take. The weights must be finite.
void quantize_weights(const ModelConfig& config, const Smoothing& smoothing, ThreadPool& pool,
                      ModelWeights& weights);

}  // namespace octavo::engine
