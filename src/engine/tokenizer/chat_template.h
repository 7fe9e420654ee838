// The fixed Qwen2-VL chat form, rendered in C++. Templates in files are compared with the known one
// and refused by name when they differ; none is ever executed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokenizer/tokenizer.h"
#include "octavo/result.h"

namespace octavo::engine {

struct ChatPart {
  enum class Kind : uint8_t { kText, kImage } kind = Kind::kText;
  std::string text;      // kText
  int image_tokens = 0;  // kImage: how many <|image_pad|>
};
struct ChatMessage {
  std::string role;  // "system", "user", "assistant"
  std::vector<ChatPart> parts;
};

struct Prompt {
  std::vector<TokenId> ids;
  // Where each image's run of <|image_pad|> begins in `ids`, in order.
  std::vector<int64_t> image_starts;
};

// What the templates that we know differ in.
struct ChatForm {
  std::string_view default_system = "You are a helpful assistant.";  // when the first is no system
};

// Adds the default system message when the first is none, and the assistant header at the end. Text
// of the messages is encoded kAsText: it cannot inject control tokens. An image is
// <|vision_start|>, its <|image_pad|> tokens, <|vision_end|>. Errors: kInvalidArgument (no message,
// unknown role, an image without tokens), kModelInvalid when the tokenizer lacks a control token.
Result<Prompt> render_chat(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages,
                           const ChatForm& form = {});

// The form of a template that render_chat reproduces (Qwen2-VL's, Qwen2's, Qwen2.5's without tools,
// octavo-mini's); else kModelInvalid naming it. One newline at the end does not matter.
Result<ChatForm> chat_form_of(std::string_view jinja, const std::string& name);

}  // namespace octavo::engine
