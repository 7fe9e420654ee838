// The texts of --help of the commands that work with a language model.
#pragma once

#include <string_view>

namespace octavo::cli {

// Empty for a topic that is none of them.
std::string_view model_help_text(std::string_view topic);

}  // namespace octavo::cli
