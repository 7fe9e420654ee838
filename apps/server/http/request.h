// What a client asked, free of any HTTP library: handlers and their tests see this alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/http/staged_file.h"

namespace octavo::server {

enum class Method : uint8_t { kGet, kHead, kPost, kPut, kDelete, kOther };
std::string_view method_name(Method method);

// Names with values in the order of the text; a name may come several times.
using Fields = std::vector<std::pair<std::string, std::string>>;

// The first value of that name; nothing when there is none. Names of header fields are lower case.
std::optional<std::string_view> find_field(const Fields& fields, std::string_view name);
std::vector<std::string> all_fields(const Fields& fields, std::string_view name);

// A part of a form. A part with a file name (or the whole body of a raw upload) lies on disk.
struct FormPart {
  std::string name;
  std::string file_name;  // as the client gave it: data, never a path; UTF-8
  std::string content_type;
  std::string value;  // of a part without a file
  StagedFile file;    // of a part with one
};

struct Request {
  Method method = Method::kGet;
  std::string path;   // decoded, begins with a slash
  Fields query;       // decoded
  Fields headers;     // names in lower case
  Fields parameters;  // what stood in the places of the route's {names}
  std::string body;   // of a buffered body; empty otherwise
  std::vector<FormPart> parts;
  std::string id;    // of this request, also in X-Request-Id
  std::string peer;  // address of the client, for the log

  std::optional<std::string_view> header(std::string_view name) const {
    return find_field(headers, name);
  }
  std::optional<std::string_view> argument(std::string_view name) const {
    return find_field(query, name);
  }
  // Precondition: the route has that name.
  std::string_view parameter(std::string_view name) const {
    return find_field(parameters, name).value_or(std::string_view{});
  }
};

}  // namespace octavo::server
