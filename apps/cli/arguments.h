// The command line into a Plan.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "environment.h"
#include "plan.h"

namespace octavo::cli {

// `arguments`: without the program's name. Never prints, never throws.
std::variant<Plan, UsageError> read_arguments(const std::vector<std::string>& arguments,
                                              const Environment& environment);

// Is --json among them? Asked before the rest is understood, so that a usage error has the right
// form.
bool asks_for_json(const std::vector<std::string>& arguments);

}  // namespace octavo::cli
