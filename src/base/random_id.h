// 128 bits of the system's randomness as 32 hexadecimal digits: nobody guesses another's.
#pragma once

#include <string>
#include <string_view>

namespace octavo {

std::string random_id();

// It could be one.
bool is_id(std::string_view text);

}  // namespace octavo
