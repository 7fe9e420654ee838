#include "server/openai/picture_uri.h"

#include <algorithm>
#include <string>

#include "base/base64.h"
#include "server/http/header_value.h"

namespace octavo::server {
namespace {

constexpr size_t kLongestType = 64;  // of "image/...": registered ones have at most 40

bool is_type_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

bool is_picture_type(std::string_view type) {
  constexpr std::string_view kStart = "image/";
  return type.starts_with(kStart) && type.size() > kStart.size() &&
         std::all_of(type.begin() + kStart.size(), type.end(), is_type_letter);
}

}  // namespace

std::variant<InlinePicture, RemotePicture, Problem> read_picture_uri(std::string_view uri,
                                                                     std::string_view parameter) {
  const auto problem = [&](const char* code, const char* message) {
    return Problem{
        .status = 400, .code = code, .message = message, .parameter = std::string(parameter)};
  };
  const size_t colon = uri.substr(0, kLongestType).find(':');
  const std::string scheme =
      colon == std::string_view::npos ? "" : lower_case(uri.substr(0, colon));
  if (scheme == "http" || scheme == "https") return RemotePicture{};
  if (scheme != "data")
    return problem(
        "unsupported_scheme",
        "pictures come as data URIs (data:image/png;base64,...), or from http and https");
  const std::string_view rest = uri.substr(colon + 1);
  const size_t comma = rest.substr(0, kLongestType + 8).find(',');
  constexpr std::string_view kCoding = ";base64";
  const std::string head = comma == std::string_view::npos ? "" : lower_case(rest.substr(0, comma));
  if (!head.ends_with(kCoding) ||
      !is_picture_type(std::string_view(head).substr(0, head.size() - kCoding.size())))
    return problem("invalid_url", "a data URI here begins with data:image/TYPE;base64,");
  return InlinePicture{rest.substr(comma + 1)};
}

std::optional<std::vector<uint8_t>> picture_bytes(const InlinePicture& picture) {
  auto bytes = base64_bytes(picture.base64);
  if (bytes && bytes->empty()) return std::nullopt;
  return bytes;
}

}  // namespace octavo::server
