#include "engine/model/config_keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/checkpoint/model_file.h"

namespace octavo::engine {
namespace {

constexpr size_t kShownElements = 8;

std::string text_of(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}
std::string text_of(int64_t value) { return std::to_string(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(const std::string& value) { return quote_name(value); }

std::string text_of(const MetadataArray& array) {
  return std::visit(
      [](const auto& list) {
        std::string out = "[";
        for (size_t i = 0; i < std::min(list.size(), kShownElements); ++i)
          out += (i > 0 ? ", " : "") + text_of(list[i]);
        return out + (list.size() > kShownElements ? ", ...]" : "]");
      },
      array);
}

std::string text_of(const MetadataValue& value) {
  return std::visit([](const auto& v) { return text_of(v); }, value);
}

std::optional<double> as_number(const MetadataValue& value) {
  if (const auto* whole = std::get_if<int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::string joined(const KeyNames& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " or ") + name;
  return out;
}

}  // namespace

std::pair<std::string_view, const MetadataValue*> ConfigKeys::find(const KeyNames& names) const {
  for (const std::string& name : names)
    if (const auto at = values_->find(name); at != values_->end()) return {at->first, &at->second};
  return {};
}

Error ConfigKeys::missing(const KeyNames& names) const {
  return broken_model(file_, "key " + joined(names) + " is missing");
}

Error ConfigKeys::wrong(const KeyNames& names, const std::string& expected) const {
  const auto [name, value] = find(names);
  if (value == nullptr) return missing(names);
  return broken_model(
      file_, "key " + std::string(name) + ": expected " + expected + ", found " + text_of(*value));
}

Result<int> ConfigKeys::integer(const KeyNames& names, int64_t low, int64_t high,
                                std::optional<int> otherwise) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr && otherwise) return *otherwise;
  const auto* whole = value == nullptr ? nullptr : std::get_if<int64_t>(value);
  if (whole == nullptr || *whole < low || *whole > high)
    return wrong(names,
                 "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return static_cast<int>(*whole);
}

Result<double> ConfigKeys::number(const KeyNames& names, double low, double high,
                                  std::optional<double> otherwise) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr && otherwise) return *otherwise;
  const auto real = value == nullptr ? std::nullopt : as_number(*value);
  if (!real || !(*real >= low && *real <= high))
    return wrong(names, "a number from " + text_of(low) + " to " + text_of(high));
  return *real;
}

Result<bool> ConfigKeys::flag(const KeyNames& names, bool otherwise) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr) return otherwise;
  const auto* flag = std::get_if<bool>(value);
  if (flag == nullptr) return wrong(names, "true or false");
  return *flag;
}

Result<std::string> ConfigKeys::text(const KeyNames& names,
                                     std::optional<std::string> otherwise) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr && otherwise) return *std::move(otherwise);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  if (text == nullptr) return wrong(names, "a string");
  return *text;
}

Result<std::vector<double>> ConfigKeys::numbers(const KeyNames& names) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr) return std::vector<double>{};
  if (const auto one = as_number(*value)) return std::vector<double>{*one};
  if (const auto* array = std::get_if<MetadataArray>(value)) {
    if (const auto* reals = std::get_if<std::vector<double>>(array)) return *reals;
    if (const auto* whole = std::get_if<std::vector<int64_t>>(array))
      return std::vector<double>(whole->begin(), whole->end());
  }
  return wrong(names, "a list of numbers");
}

Result<std::vector<int64_t>> ConfigKeys::integers(const KeyNames& names) const {
  const MetadataValue* value = find(names).second;
  if (value == nullptr) return std::vector<int64_t>{};
  if (const auto* one = std::get_if<int64_t>(value)) return std::vector<int64_t>{*one};
  if (const auto* array = std::get_if<MetadataArray>(value))
    if (const auto* whole = std::get_if<std::vector<int64_t>>(array)) return *whole;
  return wrong(names, "a list of whole numbers");
}

}  // namespace octavo::engine
