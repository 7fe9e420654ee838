// Named intermediate results for tests: a place the model reports to when someone listens. Unset in
// normal use, and then free.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "engine/tensor/matrix.h"

namespace octavo::engine {

// name: "vision.patch_embed", "vision.block", "vision.merger", "language.embed", "language.layer",
// "language.norm", "language.logits"; index: block or layer number, else 0. Called on the caller's
// thread.
using Tap = std::function<void(std::string_view name, int index, MatView<const float> rows)>;

}  // namespace octavo::engine
