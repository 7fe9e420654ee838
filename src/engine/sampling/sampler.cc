#include "engine/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/try.h"

namespace octavo::engine {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Extremes {
  float max = -kInfinity;
  bool good = true;  // no NaN, no +Inf
};

// Independent lanes, so that the compiler may use vectors without being told to reassociate.
Extremes look_at(std::span<const float> logits) {
  constexpr size_t kLanes = 16;
  std::array<float, kLanes> max;
  std::array<int, kLanes> bad{};
  max.fill(-kInfinity);
  const auto see = [&](size_t lane, float value) {
    max[lane] = value > max[lane] ? value : max[lane];
    bad[lane] |= !(value < kInfinity);
  };
  size_t i = 0;
  for (; i + kLanes <= logits.size(); i += kLanes)
    for (size_t lane = 0; lane < kLanes; ++lane) see(lane, logits[i + lane]);
  for (; i < logits.size(); ++i) see(0, logits[i]);
  return {*std::max_element(max.begin(), max.end()),
          std::all_of(bad.begin(), bad.end(), [](int b) { return b == 0; })};
}

// The arithmetic is checked against the reference: numbers without bounds come from the files.
Error nonfinite() {
  return {Code::kModelInvalid,
          "model_nonfinite: a logit is not a number or infinite",
          "check the model's files (octavo info MODEL --check-weights)",
          {}};
}

Error nothing_to_pick(const char* what, const char* hint) {
  return {Code::kInvalidArgument, what, hint, {}};
}

template <class T>
Status within(const char* field, T value, T least, T most) {
  if (value >= least && value <= most) return success();  // false for NaN
  return Error{Code::kInvalidArgument, std::string(field) + " is out of range", "", {}};
}

}  // namespace

Status check(const SamplingOptions& options) {
  constexpr float kLargest = 1e6F;
  constexpr float kSmallest = 1e-6F;
  constexpr int kMostTokens = 1 << 24;
  OCTAVO_TRY_STATUS(within("temperature", options.temperature, 0.0F, kLargest));
  OCTAVO_TRY_STATUS(within("top_k", options.top_k, 0, kMostTokens));
  OCTAVO_TRY_STATUS(within("top_p", options.top_p, kSmallest, 1.0F));
  OCTAVO_TRY_STATUS(within("min_p", options.min_p, 0.0F, 1.0F));
  OCTAVO_TRY_STATUS(within("repetition_penalty", options.repetition_penalty, kSmallest, kLargest));
  OCTAVO_TRY_STATUS(within("presence_penalty", options.presence_penalty, -kLargest, kLargest));
  OCTAVO_TRY_STATUS(within("frequency_penalty", options.frequency_penalty, -kLargest, kLargest));
  OCTAVO_TRY_STATUS(within("no_repeat_ngram", options.no_repeat_ngram, 0, kMostTokens));
  OCTAVO_TRY_STATUS(within("logprobs", options.logprobs, 0, kMostLogprobs));
  for (const TokenId id : options.banned)
    OCTAVO_TRY_STATUS(within("banned", id, 0, std::numeric_limits<TokenId>::max()));
  return success();
}

Sampler::Sampler(SamplingOptions options)
    : options_(std::move(options)),
      penalties_{options_.repetition_penalty, options_.presence_penalty,
                 options_.frequency_penalty},
      random_(options_.seed) {
  if (options_.no_repeat_ngram > 0) ngrams_.emplace(options_.no_repeat_ngram);
}

void Sampler::reserve(size_t vocabulary, size_t tokens) {
  generated_.reserve(tokens);
  if (!penalties_.none()) counts_.reserve(vocabulary, tokens);
  if (ngrams_) ngrams_->reserve(tokens);
  if (options_.temperature >= kGreedyTemperature) distribution_.reserve(vocabulary);
  if (options_.logprobs > 0) raw_.reserve(vocabulary);
}

void Sampler::remember(TokenId id) {
  generated_.push_back(id);
  if (!penalties_.none()) counts_.add(id);
  if (ngrams_) ngrams_->record(generated_);
}

Result<TokenId> Sampler::pick(std::span<float> logits, std::vector<TokenLogprob>* logprobs) {
  const Extremes raw = look_at(logits);
  if (!raw.good) return nonfinite();
  const bool report = logprobs != nullptr && options_.logprobs > 0 && raw.max > -kInfinity;
  if (report) raw_.assign(logits.begin(), logits.end());
  counts_.penalise(penalties_, logits);
  for (const TokenId id : options_.banned)
    if (static_cast<size_t>(id) < logits.size()) logits[static_cast<size_t>(id)] = -kInfinity;
  if (ngrams_) ngrams_->apply(generated_, logits);

  const bool changed = !penalties_.none() || !options_.banned.empty() || ngrams_;
  const Extremes now = changed ? look_at(logits) : raw;
  if (!now.good) return nothing_to_pick("a penalty made a logit infinite", "use smaller penalties");
  if (now.max == -kInfinity)
    return nothing_to_pick("no token is left to choose from", "ban fewer tokens or n-grams");
  TokenId chosen = 0;
  if (options_.temperature < kGreedyTemperature) {
    chosen =
        static_cast<TokenId>(std::find(logits.begin(), logits.end(), now.max) - logits.begin());
  } else {
    distribution_.assign(logits, now.max,
                         {options_.temperature, options_.top_k, options_.top_p, options_.min_p});
    chosen = distribution_.draw(random_.uniform());
  }
  if (report) {
    const double log_sum = log_sum_exp(raw_, raw.max);
    const double own = static_cast<double>(raw_[static_cast<size_t>(chosen)]) - log_sum;
    logprobs->assign(1, {chosen, static_cast<float>(own)});
    append_likeliest(raw_, log_sum, options_.logprobs, *logprobs);
  }
  remember(chosen);
  return chosen;
}

}  // namespace octavo::engine
