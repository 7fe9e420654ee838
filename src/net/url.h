// URLs taken apart and put together, by libcurl's parser.
#pragma once

#include <string>
#include <string_view>

namespace octavo::net {

// "https://host:port" with the port always there; empty when it is no URL.
std::string origin(const std::string& url);
// `reference` as seen from `base` (RFC 3986, 5); empty when it is no URL.
std::string resolve_url(const std::string& base, const std::string& reference);
// Every byte but letters, digits and "-._~/" as %XX.
std::string escape_path(std::string_view path);
std::string unescape(std::string_view text);
// Without user, password, query and fragment, which may hold secrets: for messages.
std::string shown_url(const std::string& url);

}  // namespace octavo::net
