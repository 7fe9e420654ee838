// The command line of octavo serve into a plan.
#pragma once

#include "argument_values.h"
#include "environment.h"

namespace octavo::cli {

// As read_arguments(); without the command's name. Options that say what reads documents are those
// of octavo parse.
Read<Plan> read_serve(const Arguments& arguments, const Environment& environment);

std::string_view serve_help_text();

}  // namespace octavo::cli
