#include "vlm/http/server_url.h"

#include <algorithm>
#include <string_view>

#include "net/url.h"

namespace octavo {
namespace {

constexpr std::string_view kChat = "/chat/completions";

bool is_version(std::string_view text) {
  return text.size() > 1 && text[0] == 'v' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<ServerUrl> read_server_url(const std::string& url) {
  const auto wrong = [&](const char* why) {
    return Error{Code::kInvalidArgument,
                 "the address of the model server " + std::string(why),
                 "write it as http://localhost:8000",
                 {}};
  };
  const bool web = url.starts_with("http://") || url.starts_with("https://");
  if (!web) return wrong("must begin with http:// or https://");
  if (url.find_first_of("?#") != std::string::npos) return wrong("has a query or a fragment");
  if (net::origin(url).empty()) return wrong("is no web address");

  std::string_view rest = url;
  const bool slash = rest.ends_with('/');
  while (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.ends_with(kChat)) rest.remove_suffix(kChat.size());
  const size_t host = rest.find("://") + 3;
  const size_t path = rest.find('/', host);
  const size_t last = rest.rfind('/');
  if (path != std::string_view::npos && is_version(rest.substr(last + 1)))
    return ServerUrl{std::string(rest.substr(0, last)), std::string(rest.substr(last + 1))};
  if (!slash && path != std::string_view::npos) rest = rest.substr(0, path);
  return ServerUrl{std::string(rest), "v1"};
}

}  // namespace octavo
