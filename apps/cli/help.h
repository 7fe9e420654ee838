// The texts of --help.
#pragma once

#include <string>
#include <string_view>

namespace octavo::cli {

// `topic`: "" for the overview, or the name of a command.
std::string_view help_text(std::string_view topic);

}  // namespace octavo::cli
