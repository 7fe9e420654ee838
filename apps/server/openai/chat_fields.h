// What a chat asks for beside its messages, held against one table of fields and ranges.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/http/json.h"
#include "server/http/problem.h"
#include "service/chat.h"

namespace octavo::server {

struct ChatSettings {
  Sampling sampling;
  std::optional<int64_t> seed;
  int64_t max_tokens = 0, max_completion_tokens = 0;  // 0: not given
  int64_t max_pixels = 0;
  std::vector<std::string> stop;
  bool keep_special = false;
  bool stream = false, include_usage = false;
  bool timings = false;  // "timings_per_token", as in llama-server: chunks carry times
};

// `body` is an object. Null is as good as absent. Unknown fields do not count; those that would
// change the answer in a way that is not to be had, or let the client choose code, templates or
// addresses, are refused by name (400 unsupported_parameter). Numbers outside their range: 400
// invalid_parameter.
std::optional<Problem> read_chat_fields(const Json& body, ChatSettings& settings);

}  // namespace octavo::server
