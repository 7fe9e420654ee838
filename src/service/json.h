// JSON of messages and job files: read without trust, written without failure. Heavy: for .cc
// files.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"

namespace octavo::service {

using Json = nlohmann::ordered_json;

// An object, or null when the text is none.
Json read_json(std::string_view text);
// One line; bytes that are no UTF-8 become U+FFFD.
std::string write_json(const Json& json);

// Members of an object; where one is missing or of another kind, the value given.
std::string text_at(const Json& json, const char* key);
int64_t integer_at(const Json& json, const char* key, int64_t otherwise = 0);
double number_at(const Json& json, const char* key, double otherwise = 0);
bool flag_at(const Json& json, const char* key, bool otherwise = false);
const Json& list_at(const Json& json, const char* key);  // an empty one
std::vector<int> integers_at(const Json& json, const char* key);

// The enumerator that `name` calls `wanted`; they count from 0 to `last`.
template <class Enum>
std::optional<Enum> enum_named(std::string_view (*name)(Enum), Enum last, std::string_view wanted) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == wanted) return static_cast<Enum>(i);
  return std::nullopt;
}

Json error_json(const Error& error);
// kInternal when the code is none that is known.
Error error_of(const Json& json);
Code code_of(std::string_view name);

}  // namespace octavo::service
