// Writing JSON by hand, where a tree of it would be too large or too slow.
#pragma once

#include <string>
#include <string_view>

namespace octavo {

// With quotes. Bytes that are no UTF-8 become U+FFFD: what comes out is always valid.
void append_json_string(std::string& out, std::string_view text);
// The shortest digits that read as this float: 0.01F becomes 0.01. Must be finite.
void append_json_number(std::string& out, float value);

}  // namespace octavo
