// Where the pictures of a chat come from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "server/http/problem.h"

namespace octavo::server {

struct InlinePicture {
  std::string_view base64;  // of the URI, not decoded
};
struct RemotePicture {};  // http or https

// What kind of address that is; `parameter` names it in problems. Problems: 400 unsupported_scheme
// for anything but data:, http: and https:; 400 invalid_url for a data URI that is no picture in
// base64 ("data:image/png;base64,...", RFC 2397; nothing else may stand in front of the comma).
std::variant<InlinePicture, RemotePicture, Problem> read_picture_uri(std::string_view uri,
                                                                     std::string_view parameter);

// The bytes of the file; nothing when it is no strict base64, or nothing at all.
std::optional<std::vector<uint8_t>> picture_bytes(const InlinePicture& picture);

}  // namespace octavo::server
