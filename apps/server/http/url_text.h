// Paths, queries and forms as text (RFC 3986, application/x-www-form-urlencoded). Total: no input
// is worse than "nothing".
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/request.h"

namespace octavo::server {

// Nothing when a percent sign is not followed by two hexadecimal digits, or when what comes out
// holds a NUL or is no UTF-8. `plus_is_space`: in queries and forms, not in paths.
std::optional<std::string> decode_percent(std::string_view text, bool plus_is_space);

struct Target {
  std::string path;
  Fields query;
};

// The target of a request line: "/path?query". Nothing for any other form (absolute, authority,
// asterisk), for a fragment, for control characters, and for more than 200 arguments.
std::optional<Target> read_target(std::string_view target);

// "a=1&b=2"; nothing as in decode_percent().
std::optional<Fields> read_query(std::string_view text);

// "0", "12": digits and nothing else, of a number up to `most`.
std::optional<uint64_t> whole_number(std::string_view text,
                                     uint64_t most = std::numeric_limits<uint64_t>::max());

}  // namespace octavo::server
