// octavo tokenize: text into tokens, or back.
#pragma once

#include "plan.h"
#include "text_model.h"

namespace octavo::cli {

// Writes to standard output; returns the exit code.
int run_tokenize(const TokenizePlan& plan, const ModelResolver& resolve);

}  // namespace octavo::cli
