// octavo info MODEL: what a model or a file with weights is, and what would run.
#pragma once

#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

// Writes to standard output; returns the exit code: failed when the model could not be run.
int run_model_info(const InfoPlan& plan, const ModelResolver& resolve);

}  // namespace octavo::cli
