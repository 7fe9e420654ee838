// The command line of octavo models into a plan.
#pragma once

#include "argument_values.h"
#include "environment.h"

namespace octavo::cli {

// As read_arguments(); without the command's name.
Read<Plan> read_models(const Arguments& arguments, const Environment& environment);

}  // namespace octavo::cli
