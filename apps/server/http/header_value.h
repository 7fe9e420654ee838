// "form-data; name=\"files\"; filename=\"a b.pdf\"": a value with parameters (RFC 9110 5.6.6), as
// browsers, curl and Python write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/http/request.h"

namespace octavo::server {

struct HeaderValue {
  std::string value;  // in lower case
  Fields parameters;  // names in lower case
};

// Nothing when it does not follow the grammar. In a quoted text a backslash stands for itself
// unless a quotation mark or another backslash follows: Windows paths come unescaped.
std::optional<HeaderValue> read_header_value(std::string_view text);

// The name of an uploaded file: filename* (RFC 5987, UTF-8) before filename. Bytes that are no
// UTF-8 become U+FFFD, %22 a quotation mark (as browsers write it), and control characters '_'.
// Nothing when there is neither.
std::optional<std::string> upload_name(const HeaderValue& disposition);

bool is_token(std::string_view text);           // RFC 9110 5.6.2
std::string lower_case(std::string_view text);  // ASCII
std::string_view trim_blanks(std::string_view text);

}  // namespace octavo::server
