// octavo models: list, pull, verify, path, rm.
#pragma once

#include "environment.h"
#include "models_plan.h"
#include "octavo/options.h"

namespace octavo::cli {

// Returns the exit code. Results go to standard output, the rest to standard error.
int run_models(const ModelsPlan& plan, const Terminal& terminal, const CancelFlag* cancel);

}  // namespace octavo::cli
