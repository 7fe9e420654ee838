#include "api/generation_source.h"

#include <utility>

#include "api/prompt_pictures.h"
#include "base/deadline.h"
#include "base/try.h"
#include "vlm/make_request.h"

namespace octavo {
namespace {

using Clock = std::chrono::steady_clock;

// Only the caller's flag ends a request: a point in time that nobody waits for.
constexpr std::chrono::hours kNever{24 * 365};

// The pictures of one request, and what is told about them.
struct PromptPictures {
  std::vector<PromptPixels> pixels;
  Diagnostics diagnostics;
};

GenerateEnd end_of(engine::FinishReason reason) {
  switch (reason) {
    case engine::FinishReason::kLength:
      return GenerateEnd::kLength;
    case engine::FinishReason::kCancelled:
      return GenerateEnd::kCancelled;
    case engine::FinishReason::kStop:
    case engine::FinishReason::kError:
      break;
  }
  return GenerateEnd::kStop;
}

Result<PromptPictures> read_pictures(const GenerateRequest& request) {
  PromptPictures pictures;
  for (const PromptPicture& picture : request.pictures)
    pictures.pixels.push_back(OCTAVO_TRY(read_prompt_picture(picture, pictures.diagnostics)));
  return pictures;
}

// Sizes that the model cannot take are told with the picture's name.
Status check_sizes(const GenerateRequest& request, const PromptPictures& pictures,
                   const engine::ModelConfig& config) {
  for (size_t i = 0; i < pictures.pixels.size() && config.vision.depth > 0; ++i) {
    const Image& image = pictures.pixels[i].image;
    auto plan =
        engine::plan_image(image.height(), image.width(), config.vision, config.image,
                           {.max_pixels = request.max_pixels, .max_side = request.max_side});
    if (plan.ok()) continue;
    Error error = std::move(plan).error();
    error.place.file = request.pictures[i].name;
    return error;
  }
  return success();
}

VlmRequest waist_request(const GenerateRequest& request, const PromptPictures& pictures,
                         const engine::ChatForm& form) {
  VlmRequest asked;
  for (const PromptPixels& pixels : pictures.pixels) asked.images.push_back(pixels.image);
  asked.system = request.system.empty() ? std::string(form.default_system) : request.system;
  asked.prompt = request.prompt;
  asked.sampling = request.sampling;
  asked.max_new_tokens = request.max_new_tokens;
  asked.stop = request.stop;
  asked.keep_special = request.keep_special;
  asked.max_pixels = request.max_pixels;
  asked.max_side = request.max_side;
  asked.ignore_end = request.ignore_end;
  asked.draft = request.draft;
  return asked;
}

std::vector<UsedPicture> used_pictures(const GenerateRequest& request,
                                       const PromptPictures& pictures,
                                       const std::vector<engine::ImagePlan>& plans, int merge) {
  std::vector<UsedPicture> used;
  for (size_t i = 0; i < plans.size(); ++i)
    used.push_back({.name = request.pictures[i].name,
                    .width = pictures.pixels[i].width,
                    .height = pictures.pixels[i].height,
                    .used_width = plans[i].resized_width,
                    .used_height = plans[i].resized_height,
                    .tokens = plans[i].grid.tokens(merge),
                    .capped = plans[i].capped});
  return used;
}

TokenChance chance_of(const engine::TokenLogprob& token, const engine::Tokenizer& tokenizer) {
  return {token.id, tokenizer.decode({&token.id, 1}, false), token.logprob};
}

void take(engine::Completion&& completion, const engine::Tokenizer& tokenizer, Generation& out) {
  for (const std::vector<engine::TokenLogprob>& step : completion.logprobs) {
    TokenChances& chances = out.logprobs.emplace_back();
    chances.chosen = chance_of(step.front(), tokenizer);
    for (size_t i = 1; i < step.size(); ++i)
      chances.likeliest.push_back(chance_of(step[i], tokenizer));
  }
  out.token_ids = std::move(completion.ids);
  out.text = std::move(completion.text);
  out.end = end_of(completion.finish);
  const engine::Timings& timings = completion.timings;
  out.prompt_tokens = timings.prompt_tokens;
  out.image_tokens = timings.image_tokens;
  out.image_seconds = timings.image_seconds;
  out.prefill_seconds = timings.prefill_seconds;
  out.first_token_seconds = timings.first_token_seconds;
  out.decode_seconds = timings.decode_seconds;
  out.drafted_tokens = timings.drafted_tokens;
  out.accepted_tokens = timings.accepted_tokens;
  out.reused_tokens = timings.reused_tokens;
}

}  // namespace

// What must stay while the session works on a request.
struct GenerationSource::Begun {
  const GenerateRequest* request = nullptr;
  PromptPictures pictures;
  double read_seconds = 0;
  Generation out;
};

GenerationSource::GenerationSource(GenerateFeed& feed, Result<engine::ChatForm> form,
                                   const engine::Session& session)
    : feed_(feed), form_(std::move(form)), session_(session) {}
GenerationSource::~GenerationSource() = default;

Result<engine::Request> GenerationSource::begin(const GenerateRequest& request,
                                                Begun& begun) const {
  const auto start = Clock::now();
  begun.pictures = OCTAVO_TRY(read_pictures(request));
  begun.read_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const engine::ModelConfig& config = session_.config();
  OCTAVO_TRY_STATUS(check_sizes(request, begun.pictures, config));
  const bool raw = request.raw && request.messages.empty();
  if (!raw && !form_.ok()) return form_.error();
  // A raw prompt has no form.
  const engine::ChatForm form = raw ? engine::ChatForm{} : *form_;
  const VlmRequest asked = waist_request(request, begun.pictures, form);
  MadeRequest made =
      OCTAVO_TRY(!request.messages.empty() ? make_conversation(asked, request.messages, form,
                                                               config, session_.tokenizer())
                 : raw ? make_raw_request(asked, config, session_.tokenizer())
                       : make_chat_request(asked, config, session_.tokenizer()));
  begun.out.pictures = used_pictures(request, begun.pictures, made.plans, config.vision.merge);
  begun.out.diagnostics = begun.pictures.diagnostics.take();
  made.request.sampling.logprobs = request.logprobs;
  made.request.look_back = request.look_back;
  made.request.reuse = request.reuse;
  made.request.deadline = Deadline(kNever, request.cancel);
  if (made.request.draft.empty()) made.request.draft = request.draft_ids;
  return std::move(made.request);
}

std::optional<engine::Request> GenerationSource::next() {
  while (const GenerateRequest* asked = feed_.next()) {
    auto begun = std::make_unique<Begun>();
    begun->request = asked;
    auto request = begin(*asked, *begun);
    if (!request.ok()) {
      end(*asked, std::move(request).error());
      continue;
    }
    begun_.push_back(std::move(begun));
    return std::move(request).value();
  }
  return std::nullopt;
}

void GenerationSource::done(size_t request, engine::Completion completion) {
  const std::unique_ptr<Begun> begun = std::move(begun_[request]);
  if (completion.finish == engine::FinishReason::kError)
    return end(*begun->request, std::move(completion.error));
  take(std::move(completion), session_.tokenizer(), begun->out);
  begun->out.image_seconds += begun->read_seconds;
  end(*begun->request, std::move(begun->out));
}

void GenerationSource::end(const GenerateRequest& request, Result<Generation> result) {
  if (request.on_end) request.on_end(result.ok() ? nullptr : &result.error());
  feed_.done(&request, std::move(result));
}

bool GenerationSource::show(size_t request, std::string_view text) const {
  const auto& on_text = begun_[request]->request->on_text;
  return !on_text || on_text(text);
}

}  // namespace octavo
