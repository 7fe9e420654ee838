#include "service/json.h"

#include <cmath>
#include <limits>

namespace octavo::service {
namespace {

const Json* find(const Json& json, const char* key) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(key);
  return found == json.end() ? nullptr : &*found;
}

int to_int(const Json& value) {
  const auto number = value.get<int64_t>();
  return number < 0 || number > std::numeric_limits<int>::max() ? -1 : static_cast<int>(number);
}

}  // namespace

Json read_json(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? json : Json();
}

std::string write_json(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_at(const Json& json, const char* key) {
  const Json* value = find(json, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

int64_t integer_at(const Json& json, const char* key, int64_t otherwise) {
  const Json* value = find(json, key);
  return value != nullptr && value->is_number_integer() ? value->get<int64_t>() : otherwise;
}

double number_at(const Json& json, const char* key, double otherwise) {
  const Json* value = find(json, key);
  if (value == nullptr || !value->is_number()) return otherwise;
  const auto number = value->get<double>();
  return std::isfinite(number) ? number : otherwise;
}

bool flag_at(const Json& json, const char* key, bool otherwise) {
  const Json* value = find(json, key);
  return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

const Json& list_at(const Json& json, const char* key) {
  static const Json kNone = Json::array();
  const Json* value = find(json, key);
  return value != nullptr && value->is_array() ? *value : kNone;
}

std::vector<int> integers_at(const Json& json, const char* key) {
  std::vector<int> numbers;
  for (const Json& value : list_at(json, key))
    if (value.is_number_integer()) numbers.push_back(to_int(value));
  return numbers;
}

Json error_json(const Error& error) {
  return {{"code", code_name(error.code)}, {"what", error.what}, {"hint", error.hint}};
}

Error error_of(const Json& json) {
  return {code_of(text_at(json, "code")), text_at(json, "what"), text_at(json, "hint"), {}};
}

Code code_of(std::string_view name) {
  return enum_named(code_name, Code::kInternal, name).value_or(Code::kInternal);
}

}  // namespace octavo::service
