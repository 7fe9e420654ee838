// Status line and header fields of an answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/http/response.h"

namespace octavo::server {

struct Framing {
  std::optional<uint64_t> content_length;  // none: in chunks, or until the connection closes
  bool chunked = false;
  bool keep_alive = true;
};

// With the fields every answer has: X-Request-Id, nosniff, no-store unless the handler said
// otherwise, a content security policy that allows nothing unless it gave one. Line breaks and
// other control characters in values become blanks.
std::string response_head(const Response& response, std::string_view request_id,
                          const Framing& framing);

}  // namespace octavo::server
