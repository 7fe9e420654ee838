// Named intermediate results for tests: a place the model reports to when someone listens. Unset in
// normal use, and then free.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/tensor/matrix.h"

namespace octavo::engine {

// name: "vision.patch_embed", "vision.block", "vision.merger", "language.embed", "language.layer",
// "language.norm", "language.logits", and what matrices are multiplied with: "vision." and
// "language." with "attention_input", "attention_output", "mlp_input", "mlp_inner", and
// "vision.merger_input", "vision.merger_inner". index: block or layer number, else 0. Called on the
// caller's thread.
using Tap = std::function<void(std::string_view name, int index, MatView<const float> rows)>;

// One of those that stand before a matrix, inside a block or layer.
inline bool is_matrix_input(std::string_view name) {
  return name.ends_with("_input") || name.ends_with("_output") || name.ends_with("_inner");
}

}  // namespace octavo::engine
