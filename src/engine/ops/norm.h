// Norms over the rows of a matrix.
#pragma once

#include "engine/ops/work.h"

namespace octavo::engine {

// out = rms(x) * weight; out may be x.
void rms_norm(const Compute& compute, MatView<const float> x, const float* weight, float epsilon,
              MatView<float> out);
// out = layer(x) * weight + bias; out may be x.
void layer_norm(const Compute& compute, MatView<const float> x, const float* weight,
                const float* bias, float epsilon, MatView<float> out);

}  // namespace octavo::engine
