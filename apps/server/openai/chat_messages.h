// The messages of a chat, with their pictures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/http/json.h"
#include "server/http/problem.h"
#include "server/openai/chat_limits.h"
#include "service/chat.h"

namespace octavo::server {

// A picture that is to be fetched, and where it goes.
struct WantedPicture {
  size_t message = 0, part = 0;
  std::string url, parameter;  // "messages[0].content[1].image_url.url"
};

struct ChatMessages {
  std::vector<service::ChatMessage> messages;
  std::vector<WantedPicture> wanted;
  uint64_t picture_bytes = 0;  // of those that are here
  int64_t pixels = 0;
  size_t pictures = 0;  // those to fetch included
};

// `list`: the value of "messages", taken apart. Messages of roles system and developer stand first
// and become one; the last message is a user's. Numbers and sizes are held against the limits
// before any picture is taken out of its text. Problems: 400, 413 media_budget_exceeded,
// image_too_large, too_many_messages, 415 unsupported_media, 422 image_malformed.
std::optional<Problem> read_chat_messages(Json&& list, const ChatLimits& limits,
                                          ChatMessages& chat);

// What a picture's bytes are held against, wherever they come from; counts it.
std::optional<Problem> take_picture(std::vector<uint8_t> bytes, const std::string& parameter,
                                    const ChatLimits& limits, ChatMessages& chat,
                                    service::ChatPart& part);

}  // namespace octavo::server
