// Request line and header fields, read strictly before any library sees them: what two parsers
// could understand differently is refused, never guessed (RFC 9112 2.2, 5.1, 6.1, 11.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "server/http/limits.h"
#include "server/http/problem.h"
#include "server/http/request.h"

namespace octavo::server {

struct RequestHead {
  Request request;  // method, path, query, headers
  bool keep_alive = true;
  bool chunked = false;
  std::optional<uint64_t> content_length;
  bool expects_continue = false;
};

// `head`: everything up to and with the empty line. Refused: lines that end in LF alone, folded
// fields, blanks before a colon, NUL and other control characters, targets that are no path, two
// lengths, a length beside chunks, any transfer coding but "chunked", HTTP versions but 1.0 and
// 1.1, HTTP/1.1 without exactly one Host, bodies with a content coding.
std::variant<RequestHead, Problem> read_request_head(std::string_view head,
                                                     const HttpLimits& limits);

}  // namespace octavo::server
