// A refusal: one line on standard error, or one object on standard output.
#pragma once

#include "run_result.h"

namespace octavo::cli {

// Returns `code`.
int report_error(const Error& error, bool json, int code = kExitFailed);
int report_error(const UsageError& error, bool json);  // kExitUsage

// The text goes to standard output. The exit code: broken pipes are not told about.
int print_or_report(std::string_view text, bool json);

}  // namespace octavo::cli
