// The body of POST /v1/chat/completions.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "server/http/problem.h"
#include "server/openai/chat_limits.h"
#include "server/openai/chat_messages.h"
#include "service/chat.h"

namespace octavo::server {

struct AskedChat {
  std::string model;  // empty: none was named
  bool stream = false, include_usage = false, timings = false;
  ChatMessages chat;             // the pictures that are wanted are not there yet
  service::ChatRequest request;  // all but its messages
};

// Pure. `seed`: what tokens are drawn with when the client gives no number and wants them drawn.
std::variant<AskedChat, Problem> read_chat_request(std::string_view body, const ChatLimits& limits,
                                                   uint64_t seed);

}  // namespace octavo::server
