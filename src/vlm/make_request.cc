#include "vlm/make_request.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "engine/tokenizer/chat_template.h"

namespace octavo {
namespace {

using engine::ChatMessage;
using engine::ChatPart;
using engine::TokenId;

Error wrong(std::string what, std::string hint = "") {
  return {Code::kInvalidArgument, std::move(what), std::move(hint), {}};
}

Status check_text(std::string_view text, const char* name) {
  if (is_valid_utf8(text)) return success();
  return wrong(std::string(name) + " is not valid UTF-8");
}

engine::SamplingOptions sampling_of(const Sampling& asked) {
  engine::SamplingOptions options;
  options.temperature = asked.temperature;
  options.top_k = asked.top_k;
  options.top_p = asked.top_p;
  options.min_p = asked.min_p;
  options.seed = asked.seed;
  options.repetition_penalty = asked.repetition_penalty;
  options.presence_penalty = asked.presence_penalty;
  options.frequency_penalty = asked.frequency_penalty;
  options.no_repeat_ngram = asked.no_repeat_ngram;
  return options;
}

// Everything but the prompt's tokens.
Result<MadeRequest> plan_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                 const engine::Tokenizer& tokenizer) {
  OCTAVO_TRY_STATUS(check_text(asked.prompt, "the prompt"));
  OCTAVO_TRY_STATUS(check_text(asked.system, "the system message"));
  for (const std::string& stop : asked.stop) OCTAVO_TRY_STATUS(check_text(stop, "a stop string"));
  if (!asked.images.empty() && config.vision.depth == 0)
    return wrong("this model reads text only, and there are pictures",
                 "take a model with a vision half; for GGUF that is a second file, mmproj");
  MadeRequest made;
  const engine::ImageCap cap{.max_pixels = asked.max_pixels, .max_side = asked.max_side};
  for (const ImageView view : asked.images) {
    made.plans.push_back(
        OCTAVO_TRY(engine::plan_image(view.height, view.width, config.vision, config.image, cap)));
    made.request.images.push_back({made.plans.back().grid, [view, cap, &config] {
                                     return engine::prepare_image(view, config.vision, config.image,
                                                                  cap);
                                   }});
  }
  made.request.sampling = sampling_of(asked.sampling);
  if (asked.ignore_end) made.request.sampling.banned = config.end_tokens;
  made.request.max_new_tokens = asked.max_new_tokens;
  made.request.stop = asked.stop;
  made.request.skip_special = !asked.keep_special;
  // A draft that is no text is no draft: nothing depends on it.
  if (!asked.draft.empty() && is_valid_utf8(asked.draft))
    made.request.draft =
        tokenizer.encode(asked.draft, asked.keep_special ? engine::SpecialTokens::kParse
                                                         : engine::SpecialTokens::kAsText);
  return made;
}

int64_t tokens_of(const engine::ImagePlan& plan, const engine::ModelConfig& config) {
  return plan.grid.tokens(config.vision.merge);
}

}  // namespace

Result<MadeRequest> make_chat_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                      const engine::Tokenizer& tokenizer) {
  MadeRequest made = OCTAVO_TRY(plan_request(asked, config, tokenizer));
  ChatMessage user{"user", {}};
  for (const engine::ImagePlan& plan : made.plans)
    user.parts.push_back({ChatPart::Kind::kImage, "", static_cast<int>(tokens_of(plan, config))});
  user.parts.push_back({ChatPart::Kind::kText, asked.prompt, 0});
  const ChatMessage system{"system", {{ChatPart::Kind::kText, asked.system, 0}}};
  made.request.prompt = OCTAVO_TRY(engine::render_chat(tokenizer, {system, std::move(user)}));
  return made;
}

Result<MadeRequest> make_conversation(const VlmRequest& asked,
                                      const std::vector<PromptMessage>& messages,
                                      const engine::ChatForm& form,
                                      const engine::ModelConfig& config,
                                      const engine::Tokenizer& tokenizer) {
  static constexpr const char* kRoles[] = {"system", "user", "assistant"};
  MadeRequest made = OCTAVO_TRY(plan_request(asked, config, tokenizer));
  std::vector<ChatMessage> chat;
  size_t places = 0;
  for (const PromptMessage& message : messages) {
    ChatMessage& said = chat.emplace_back(kRoles[static_cast<size_t>(message.role)]);
    for (const PromptPart& part : message.parts) {
      OCTAVO_TRY_STATUS(check_text(part.text, "a message"));
      if (!part.picture) {
        said.parts.push_back({ChatPart::Kind::kText, part.text, 0});
        continue;
      }
      if (places < made.plans.size())
        said.parts.push_back(
            {ChatPart::Kind::kImage, "", static_cast<int>(tokens_of(made.plans[places], config))});
      ++places;
    }
  }
  if (places != made.plans.size())
    return wrong("the messages have " + std::to_string(places) +
                 " places for pictures, and there are " + std::to_string(made.plans.size()));
  made.request.prompt = OCTAVO_TRY(engine::render_chat(tokenizer, chat, form));
  return made;
}

Result<MadeRequest> make_raw_request(const VlmRequest& asked, const engine::ModelConfig& config,
                                     const engine::Tokenizer& tokenizer) {
  MadeRequest made = OCTAVO_TRY(plan_request(asked, config, tokenizer));
  const std::vector<TokenId> ids = tokenizer.encode(asked.prompt, engine::SpecialTokens::kParse);
  const auto places =
      config.image_pad < 0 ? 0 : std::count(ids.begin(), ids.end(), config.image_pad);
  if (static_cast<size_t>(places) != made.plans.size())
    return wrong("the prompt has " + std::to_string(places) +
                     " places for pictures, and there are " + std::to_string(made.plans.size()),
                 "write <|vision_start|><|image_pad|><|vision_end|> where a picture stands");
  engine::Prompt& prompt = made.request.prompt;
  auto plan = made.plans.begin();
  for (const TokenId id : ids) {
    if (id != config.image_pad || config.image_pad < 0) {
      prompt.ids.push_back(id);
      continue;
    }
    prompt.image_starts.push_back(static_cast<int64_t>(prompt.ids.size()));
    prompt.ids.insert(prompt.ids.end(), static_cast<size_t>(tokens_of(*plan++, config)), id);
  }
  return made;
}

}  // namespace octavo
