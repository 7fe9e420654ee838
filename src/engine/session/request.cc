#include "engine/session/request.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/checked.h"
#include "base/try.h"

namespace octavo::engine {
namespace {

Error wrong(std::string what) { return {Code::kInvalidArgument, std::move(what), "", {}}; }

Status check_ids(const Request& request, const ModelConfig& config) {
  if (request.prompt.ids.empty()) return wrong("the prompt is empty");
  for (const TokenId id : request.prompt.ids)
    if (id < 0 || id >= config.language.vocabulary)
      return wrong("the prompt has token " + std::to_string(id) + ", and the model knows " +
                   std::to_string(config.language.vocabulary));
  return success();
}

// Every picture has its own run of image tokens, in order, of the length its grid says.
Status check_images(const Request& request, const ModelConfig& config) {
  const auto& starts = request.prompt.image_starts;
  const auto& ids = request.prompt.ids;
  if (starts.size() != request.images.size())
    return wrong("the prompt has places for " + std::to_string(starts.size()) +
                 " pictures, and there are " + std::to_string(request.images.size()));
  if (!request.images.empty() && config.vision.depth == 0)
    return wrong("this model reads text only, and the request has pictures");
  int64_t free_from = 0;
  for (size_t i = 0; i < starts.size(); ++i) {
    const ImageGrid& grid = request.images[i].grid;
    const int merge = config.vision.merge;
    if (grid.height < merge || grid.width < merge || grid.height % merge != 0 ||
        grid.width % merge != 0 || !request.images[i].prepare)
      return wrong("picture " + std::to_string(i + 1) + " has no valid grid");
    const int64_t end = starts[i] + grid.tokens(merge);
    if (starts[i] < free_from || end > static_cast<int64_t>(ids.size()) ||
        !std::all_of(ids.begin() + starts[i], ids.begin() + end,
                     [&](TokenId id) { return id == config.image_pad; }))
      return wrong("the tokens of picture " + std::to_string(i + 1) +
                   " are not where the prompt says");
    free_from = end;
  }
  return success();
}

Status check_stops(const Request& request) {
  if (request.stop.size() > kMostStops)
    return wrong("more than " + std::to_string(kMostStops) + " stop strings");
  for (const std::string& stop : request.stop) {
    if (stop.empty()) return wrong("a stop string is empty");
    if (stop.size() > kMostStopBytes)
      return wrong("a stop string has more than " + std::to_string(kMostStopBytes) + " bytes");
  }
  return success();
}

std::string prompt_text(const Request& request, const ModelConfig& config) {
  std::string text = "the prompt has " + std::to_string(request.prompt.ids.size()) + " tokens";
  if (const int64_t images = image_token_count(request, config); images > 0)
    text += " (" + std::to_string(images) + " of them for pictures)";
  return text;
}

}  // namespace

int64_t image_token_count(const Request& request, const ModelConfig& config) {
  int64_t count = 0;
  for (const RequestImage& image : request.images) count += image.grid.tokens(config.vision.merge);
  return count;
}

Result<int64_t> check_request(const Request& request, const ModelConfig& config,
                              const TokenBudget& budget) {
  OCTAVO_TRY_STATUS(check_ids(request, config));
  OCTAVO_TRY_STATUS(check_images(request, config));
  OCTAVO_TRY_STATUS(check_stops(request));
  OCTAVO_TRY_STATUS(check(request.sampling));
  if (request.max_new_tokens < 0) return wrong("max_new_tokens is negative");

  constexpr int64_t kAll = std::numeric_limits<int64_t>::max();
  const int64_t prompt = static_cast<int64_t>(request.prompt.ids.size());
  const int64_t context = budget.context > 0 ? budget.context : kAll;
  if (prompt >= context)
    return Error{
        Code::kLimitExceeded,
        prompt_text(request, config) + ", and the model's context holds " + std::to_string(context),
        "shorten the prompt or make the pictures smaller",
        {}};
  const bool bounded = request.max_new_tokens > 0;
  const int64_t wanted =
      bounded ? checked_add(prompt, request.max_new_tokens).value_or(kAll) : kAll;
  const int64_t within_context = std::min(wanted, context);
  const int64_t within_memory = budget.kv_tokens + 1;
  if (within_memory <= prompt || (bounded && within_context > within_memory))
    return Error{
        Code::kLimitExceeded,
        prompt_text(request, config) +
            (bounded ? " and " + std::to_string(within_context - prompt) + " more are asked for"
                     : std::string()) +
            ", and the KV memory holds " + std::to_string(budget.kv_tokens),
        "allow more KV memory, or ask for less",
        {}};
  return std::min(within_context, within_memory);
}

}  // namespace octavo::engine
