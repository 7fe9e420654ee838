// Where the requests to a server go, told from what the user names.
#pragma once

#include <string>

#include "octavo/result.h"

namespace octavo {

struct ServerUrl {
  std::string base, version;  // "http://host:8000", "v1"

  std::string chat() const { return base + "/" + version + "/chat/completions"; }
  std::string models() const { return base + "/" + version + "/models"; }
};

// The rules of mineru-vl-utils 2.0.7 (HttpVlmClient._parse_server_url), so that the same address
// leads to the same place: a version at the end is kept with the path before it; without one the
// path is kept only when the address ends with a slash, and the version is v1. Beyond them, a
// "/chat/completions" at the end is taken off. Errors: kInvalidArgument.
Result<ServerUrl> read_server_url(const std::string& url);

}  // namespace octavo
