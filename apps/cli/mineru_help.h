// The text of octavo mineru --help.
#pragma once

#include <string_view>

namespace octavo::cli {

std::string_view mineru_help_text();

}  // namespace octavo::cli
