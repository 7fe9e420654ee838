#include "engine/tokenizer/chat_template.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/sha256.h"
#include "base/try.h"

namespace octavo::engine {
namespace {

constexpr std::array<std::string_view, 3> kRoles = {"system", "user", "assistant"};
constexpr int64_t kMostPromptTokens = int64_t(1) << 24;  // far above any model's context

struct KnownTemplate {
  std::string_view sha256;  // of the text without a newline at its end
  std::string_view default_system;
};
constexpr std::string_view kHelpful = "You are a helpful assistant.";
constexpr std::array<KnownTemplate, 4> kKnown = {{
    // Qwen2-VL and Qwen2.5-VL; MinerU2.5 has it too.
    {"a0bc6f6fc7a29a80017a433e8f03a1cc1236e838a944a2d034295a60c4f2fddb", kHelpful},
    // octavo-mini: the same without numbered pictures and without videos.
    {"73625c5767e674bff8b74eeae54deb76e23919ac7256ce78da9352e74a4ca296", kHelpful},
    // Qwen2-Instruct: text alone.
    {"793202280c0910ab26bc6eb57c8212c2417324c6d8c4efd0d10d59092ab3e3eb", kHelpful},
    // Qwen2.5-Instruct and Qwen2.5-Coder-Instruct: text alone, and tools, which we do not offer.
    {"55b2f4a26ac9ee719330a61a0c39d9e538b0e9322212f048326318cff4f8674a",
     "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."},
}};

Error wrong(std::string what) { return {Code::kInvalidArgument, std::move(what), "", {}}; }

// Text between two control tokens is encoded as one: pieces of it may join into tokens.
class ChatWriter {
 public:
  explicit ChatWriter(const Tokenizer& tokenizer) : tokenizer_(tokenizer) {}

  void text(std::string_view more) { text_ += more; }
  Status control(std::string_view token, int64_t count = 1) {
    flush();
    const TokenId id = tokenizer_.id_of(token);
    if (id < 0)
      return Error{Code::kModelInvalid,
                   "the tokenizer has no token " + std::string(token),
                   "the model's files may not belong together",
                   {}};
    if (count > kMostPromptTokens - static_cast<int64_t>(prompt_.ids.size()))
      return wrong("the prompt has more than " + std::to_string(kMostPromptTokens) + " tokens");
    prompt_.ids.insert(prompt_.ids.end(), static_cast<size_t>(count), id);
    return success();
  }
  Status image(int tokens) {
    if (tokens <= 0) return wrong("a picture of " + std::to_string(tokens) + " tokens");
    OCTAVO_TRY_STATUS(control("<|vision_start|>"));
    prompt_.image_starts.push_back(static_cast<int64_t>(prompt_.ids.size()));
    OCTAVO_TRY_STATUS(control("<|image_pad|>", tokens));
    return control("<|vision_end|>");
  }
  Prompt finish() {
    flush();
    return std::move(prompt_);
  }

 private:
  void flush() {
    const auto ids = tokenizer_.encode(text_, SpecialTokens::kAsText);
    prompt_.ids.insert(prompt_.ids.end(), ids.begin(), ids.end());
    text_.clear();
  }

  const Tokenizer& tokenizer_;
  std::string text_;
  Prompt prompt_;
};

Status write_message(ChatWriter& writer, const ChatMessage& message) {
  if (std::find(kRoles.begin(), kRoles.end(), message.role) == kRoles.end())
    return wrong("a message has the role '" + message.role +
                 "', expected system, user or assistant");
  OCTAVO_TRY_STATUS(writer.control("<|im_start|>"));
  writer.text(message.role + "\n");
  for (const ChatPart& part : message.parts) {
    if (part.kind == ChatPart::Kind::kImage)
      OCTAVO_TRY_STATUS(writer.image(part.image_tokens));
    else
      writer.text(part.text);
  }
  OCTAVO_TRY_STATUS(writer.control("<|im_end|>"));
  writer.text("\n");
  return success();
}

}  // namespace

Result<Prompt> render_chat(const Tokenizer& tokenizer, const std::vector<ChatMessage>& messages,
                           const ChatForm& form) {
  if (messages.empty()) return wrong("there is no message");
  ChatWriter writer(tokenizer);
  if (messages.front().role != "system") {
    ChatMessage system{"system", {}};
    system.parts.push_back({ChatPart::Kind::kText, std::string(form.default_system), 0});
    OCTAVO_TRY_STATUS(write_message(writer, system));
  }
  for (const ChatMessage& message : messages) OCTAVO_TRY_STATUS(write_message(writer, message));
  OCTAVO_TRY_STATUS(writer.control("<|im_start|>"));
  writer.text("assistant\n");
  return writer.finish();
}

Result<ChatForm> chat_form_of(std::string_view jinja, const std::string& name) {
  if (jinja.ends_with('\n')) jinja.remove_suffix(1);
  const std::string hash = sha256_hex(jinja);
  for (const KnownTemplate& known : kKnown)
    if (known.sha256 == hash) return ChatForm{known.default_system};
  return Error{Code::kModelInvalid,
               "the chat template of " + name +
                   " is none that is known (Qwen2-VL, Qwen2, Qwen2.5, octavo-mini)",
               "templates are never executed: give the whole prompt with its control tokens",
               {}};
}

}  // namespace octavo::engine
