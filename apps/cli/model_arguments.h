// The command lines of ask, generate, tokenize, bench, quantize and info into plans.
#pragma once

#include "argument_values.h"
#include "environment.h"

namespace octavo::cli {

// As read_arguments(); without the command's name.
Read<Plan> read_ask(const Arguments& arguments, const Environment& environment);
Read<Plan> read_generate(const Arguments& arguments, const Environment& environment);
Read<Plan> read_tokenize(const Arguments& arguments);
Read<Plan> read_bench(const Arguments& arguments, const Environment& environment);
Read<Plan> read_quantize(const Arguments& arguments, const Environment& environment);
Read<Plan> read_info(const Arguments& arguments, const Environment& environment);

}  // namespace octavo::cli
