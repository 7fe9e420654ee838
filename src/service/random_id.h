#pragma once

#include <string>
#include <string_view>

#include "octavo/result.h"

namespace octavo::service {

// 128 bits of the system's randomness as 32 hexadecimal digits: nobody guesses another's job.
Result<std::string> random_id();
bool is_id(std::string_view text);

}  // namespace octavo::service
