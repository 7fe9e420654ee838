// octavo serve: the plan into the server's options.
#pragma once

#include "environment.h"
#include "plan.h"

namespace octavo::cli {

int run_server(const ServePlan& plan, const Resources& resources, const Environment& environment);

}  // namespace octavo::cli
