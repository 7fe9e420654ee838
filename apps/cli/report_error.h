// A refusal: one line on standard error, or one object on standard output.
#pragma once

#include "run_result.h"

namespace octavo::cli {

// {"error": {...}}, with the file in the message: there is no input beside it that would tell which
// one is meant.
std::string error_object(Error error);

// Returns `code`.
int report_error(const Error& error, bool json, int code = kExitFailed);
int report_error(const UsageError& error, bool json);  // kExitUsage

// The text goes to standard output. The exit code: broken pipes are not told about.
int print_or_report(std::string_view text, bool json);

}  // namespace octavo::cli
