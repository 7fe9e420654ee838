// Matrices of a model as 8-bit copies of themselves.
#pragma once

#include <map>
#include <vector>

#include "base/thread_pool.h"
#include "engine/model/visit_weights.h"

namespace octavo::engine {

// For each input what its columns are multiplied by; inputs that are not there are taken as they
// are.
using Smoothing = std::map<InputName, std::vector<float>>;

// Gives every matrix its int8 part, in memory that `weights` keeps, but those of sizes that the
// kernels cannot take. The weights must be finite.
void quantize_weights(const ModelConfig& config, const Smoothing& smoothing, ThreadPool& pool,
                      ModelWeights& weights);

}  // namespace octavo::engine
