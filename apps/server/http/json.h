// JSON as clients send and get it, on top of nlohmann/json: strict on the way in, always valid on
// the way out.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "server/http/problem.h"
#include "server/http/response.h"

namespace octavo::server {

using Json = nlohmann::ordered_json;

// RFC 8259 with UTF-8, no deeper than 64, no key twice in an object, numbers that a double holds,
// at most 200,000 values, 1,000 keys in an object.
// The problem is 400 "invalid_json" and says at which byte.
std::variant<Json, Problem> read_json(std::string_view text);

// Bytes that are no UTF-8 become U+FFFD.
std::string json_text(const Json& value);
Response json_response(const Json& value, int status = 200);

}  // namespace octavo::server
