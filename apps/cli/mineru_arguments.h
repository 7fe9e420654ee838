// MinerU 3's command line into a Plan: mineru -p IN -o OUT [-b -m -l -s -e -f -t -u ...].
#pragma once

#include "argument_values.h"
#include "environment.h"

namespace octavo::cli {

// Options without a command, among them MinerU's -p: "octavo -p report.pdf -o out".
bool is_mineru_form(const Arguments& arguments);

// `arguments`: without the word mineru. What has no meaning here is told in ParsePlan::notes, as
// unknown options are: the original passes them on to its engines.
Read<Plan> read_mineru(const Arguments& arguments, const Environment& environment);

}  // namespace octavo::cli
