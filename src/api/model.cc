#include "octavo/model.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "api/model_plan.h"
#include "api/prompt_pictures.h"
#include "base/deadline.h"
#include "base/thread_pool.h"
#include "base/try.h"
#include "engine/model/model.h"
#include "engine/session/session.h"
#include "engine/tokenizer/chat_template.h"
#include "vlm/make_request.h"

namespace octavo {
namespace {

using Clock = std::chrono::steady_clock;

// Only the caller's flag ends a run: a point in time that nobody waits for.
constexpr std::chrono::hours kNever{24 * 365};

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

// The pictures of one request, and what is told about them.
struct Pictures {
  std::vector<PromptPixels> pixels;
  Diagnostics diagnostics;
};

Result<Pictures> read_pictures(const GenerateRequest& request) {
  Pictures pictures;
  for (const PromptPicture& picture : request.pictures)
    pictures.pixels.push_back(OCTAVO_TRY(read_prompt_picture(picture, pictures.diagnostics)));
  return pictures;
}

// Sizes that the model cannot take are told with the picture's name.
Status check_sizes(const GenerateRequest& request, const Pictures& pictures,
                   const engine::ModelConfig& config) {
  for (size_t i = 0; i < pictures.pixels.size() && config.vision.depth > 0; ++i) {
    const Image& image = pictures.pixels[i].image;
    auto plan = engine::plan_image(image.height(), image.width(), config.vision, config.image,
                                   {.max_side = request.max_side});
    if (plan.ok()) continue;
    Error error = std::move(plan).error();
    error.place.file = request.pictures[i].name;
    return error;
  }
  return success();
}

VlmRequest waist_request(const GenerateRequest& request, const Pictures& pictures,
                         const engine::ChatForm& form) {
  VlmRequest asked;
  for (const PromptPixels& pixels : pictures.pixels) asked.images.push_back(pixels.image);
  asked.system = request.system.empty() ? std::string(form.default_system) : request.system;
  asked.prompt = request.prompt;
  asked.sampling = request.sampling;
  asked.max_new_tokens = request.max_new_tokens;
  asked.stop = request.stop;
  asked.keep_special = request.keep_special;
  asked.max_side = request.max_side;
  return asked;
}

std::vector<UsedPicture> used_pictures(const GenerateRequest& request, const Pictures& pictures,
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
}

}  // namespace

struct Model::Impl {
  explicit Impl(int threads) : pool(threads - 1) {}  // the calling thread works too

  Result<engine::ChatForm> chat_form() const;
  Error explain(Error error) const;
  Result<Generation> generate(const GenerateRequest& request);

  std::string path;
  ModelOptions options;
  ThreadPool pool;
  std::shared_ptr<const engine::Model> model;
  std::unique_ptr<engine::Session> session;
  double load_seconds = 0;
  std::mutex mutex;
};

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;
bool Model::has_vision() const { return impl_->model->has_vision(); }
double Model::load_seconds() const { return impl_->load_seconds; }

Result<Model> Model::load(const std::string& path, const ModelOptions& options) {
  const auto start = Clock::now();
  auto impl = std::make_unique<Impl>(OCTAVO_TRY(planned_threads(options)));
  impl->path = path;
  impl->options = options;
  impl->model = OCTAVO_TRY(engine::Model::load(path, load_options(options)));
  impl->session = OCTAVO_TRY(engine::Session::create(
      impl->model, impl->pool, session_options(options, impl->model->config().language)));
  impl->load_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return Model(std::move(impl));
}

Result<Generation> Model::generate(const GenerateRequest& request) {
  const std::lock_guard lock(impl_->mutex);
  return impl_->generate(request);
}

// Models without a template are taken for the usual form; one that we do not know is an error.
Result<engine::ChatForm> Model::Impl::chat_form() const {
  if (model->chat_template().empty()) return engine::ChatForm{};
  return engine::chat_form_of(model->chat_template(), path);
}

// Logits that are no numbers come from weights that are none, nearly always: then the tensor is
// told. Looking takes a second or two, so it waits until there is a reason.
Error Model::Impl::explain(Error error) const {
  if (error.code != Code::kModelInvalid) return error;
  engine::LoadOptions looking = load_options(options);
  looking.check_tensors = true;
  if (auto looked = engine::Model::load(path, looking); !looked.ok())
    return std::move(looked).error();
  if (error.place.file.empty()) error.place.file = path;
  return error;
}

Result<Generation> Model::Impl::generate(const GenerateRequest& request) {
  const auto start = Clock::now();
  Pictures pictures = OCTAVO_TRY(read_pictures(request));
  const double read_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const engine::ModelConfig& config = session->config();
  OCTAVO_TRY_STATUS(check_sizes(request, pictures, config));
  // A raw prompt has no form.
  const engine::ChatForm form = request.raw ? engine::ChatForm{} : OCTAVO_TRY(chat_form());
  const VlmRequest asked = waist_request(request, pictures, form);
  MadeRequest made =
      OCTAVO_TRY(request.raw ? make_raw_request(asked, config, session->tokenizer())
                             : make_chat_request(asked, config, session->tokenizer()));
  Generation out;
  out.pictures = used_pictures(request, pictures, made.plans, config.vision.merge);
  out.diagnostics = pictures.diagnostics.take();
  made.request.sampling.logprobs = request.logprobs;
  if (request.ignore_end) made.request.sampling.banned = config.end_tokens;

  engine::OnText on_text;
  if (request.on_text)
    on_text = [&](size_t, std::string_view text) { return request.on_text(text); };
  std::vector<engine::Request> requests;
  requests.push_back(std::move(made.request));
  auto completions =
      session->generate(std::move(requests), Deadline(kNever, request.cancel), on_text);
  if (completions[0].finish == engine::FinishReason::kError)
    return explain(std::move(completions[0].error));
  take(std::move(completions[0]), session->tokenizer(), out);
  out.image_seconds += read_seconds;
  out.first_token_seconds += read_seconds;
  return out;
}

}  // namespace octavo
