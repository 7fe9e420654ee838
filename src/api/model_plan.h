// Public options of a model -> those of the engine, with every default filled in: what loading and
// looking into a model must agree on.
#pragma once

#include "engine/model/model.h"
#include "octavo/model.h"

namespace octavo {

// Errors: kInvalidArgument.
Result<int> planned_threads(const ModelOptions& options);
engine::LoadOptions load_options(const ModelOptions& options);

}  // namespace octavo
