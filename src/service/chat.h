// Talking to the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/model.h"

namespace octavo::service {

// Text, or the bytes of a picture file.
struct ChatPart {
  std::string text;
  std::vector<uint8_t> picture;  // not empty: it is a picture, and `text` does not count
};

struct ChatMessage {
  enum class Role : uint8_t { kSystem, kUser, kAssistant };
  Role role = Role::kUser;
  std::vector<ChatPart> parts;  // in order; pictures stand where they are named
};

struct ChatRequest {
  std::vector<ChatMessage> messages;  // the last is a user's; a system message comes first
  Sampling sampling;
  int64_t max_new_tokens = 0;     // 0: what the context leaves
  std::vector<std::string> stop;  // at most 16
  bool keep_special = false;      // "skip_special_tokens": false
  int64_t max_pixels = 0;         // of each picture; 0: the model's own
};

struct ChatEvent {
  enum class Kind : uint8_t {
    kText,  // `text` goes on
    kEnd,   // `finish` and the counts
    kError,
  };
  Kind kind = Kind::kText;
  std::string text;  // valid UTF-8, whole characters
  GenerateEnd finish = GenerateEnd::kStop;
  int64_t prompt_tokens = 0, completion_tokens = 0, image_tokens = 0;
  double first_token_seconds = 0, seconds = 0;  // kEnd: from its turn on, waiting not counted
  // kText: when the engine had the text, on the steady clock of this machine, in microseconds.
  int64_t sampled_at_us = 0;
  // kError. kServerFailed: the engine process ended under it; the same request may work again.
  Error error;
};

}  // namespace octavo::service
