#include "server/http/request.h"

namespace octavo::server {

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kGet:
      return "GET";
    case Method::kHead:
      return "HEAD";
    case Method::kPost:
      return "POST";
    case Method::kPut:
      return "PUT";
    case Method::kDelete:
      return "DELETE";
    case Method::kOther:
      break;
  }
  return "OTHER";
}

std::optional<std::string_view> find_field(const Fields& fields, std::string_view name) {
  for (const auto& [key, value] : fields)
    if (key == name) return value;
  return std::nullopt;
}

std::vector<std::string> all_fields(const Fields& fields, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& [key, value] : fields)
    if (key == name) values.push_back(value);
  return values;
}

}  // namespace octavo::server
