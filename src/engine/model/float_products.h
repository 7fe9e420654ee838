// In what the products of a model are computed whose matrices have no copies in fewer bits.
#pragma once

#include <functional>
#include <string>

#include "engine/kernels/kernels.h"
#include "engine/model/model.h"
#include "engine/model/weights.h"

namespace octavo::engine {

struct ProductsChoice {
  FloatProducts products = FloatProducts::kF32;
  std::string text;  // what `octavo info` and the JSON of answers say: what it is, and why
};

// Matrices of both halves lie in the files as bf16: only what they are multiplied with is rounded.
bool has_bf16_weights(const ModelWeights& weights);

// `precision`: kF32 or kBf16 as asked, else what this machine gains with: bf16 where the files hold
// it and `gain` says that its products do so much more than f32's that the rest of the work (norms,
// softmax, packing) does not eat it up. `gain` (measure_bf16_gain) is called only where that
// counts.
ProductsChoice choose_products(Precision precision, bool bf16_weights, ArchMask arch,
                               const std::function<double()>& gain);

// In what a model attends to text whose products are of bytes or of bf16, which have no more bits
// than that: bf16, where it gains by as much (keys and values that are stored in bytes apart, which
// are attended to in f32).
FloatProducts choose_attention(ArchMask arch, const std::function<double()>& gain);
// What is said about it behind the precision: nothing where it is f32.
std::string attention_text(FloatProducts attention);

}  // namespace octavo::engine
