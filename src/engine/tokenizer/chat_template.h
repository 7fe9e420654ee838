// The fixed Qwen2-VL chat form, rendered in C++. Templates in files are compared with the known one
// and refused by name when they differ; none is ever executed.
#pragma once

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

// Adds the default system message when there is none, and the assistant header at the end. Text of
// the messages is encoded kAsText: it cannot inject control tokens.
Result<Prompt> render_chat(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages);

// success() when `jinja` is a template that render_chat reproduces; else kModelInvalid naming it.
Status check_chat_template(std::string_view jinja, const std::string& name);

}  // namespace octavo::engine
