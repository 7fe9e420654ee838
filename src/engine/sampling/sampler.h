// Logits -> next token. Order and meaning as in vLLM, but for the repetition penalty, which there
// looks at the prompt too: penalties over generated tokens only, then bans, then temperature and
// the top filters; temperature 0 is the argmax of the penalised logits, equals to the lowest id.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/sampling/distribution.h"
#include "engine/sampling/logprobs.h"
#include "engine/sampling/ngram_bans.h"
#include "engine/sampling/random.h"
#include "engine/sampling/token_counts.h"
#include "engine/tokenizer/tokenizer.h"
#include "octavo/result.h"

namespace octavo::engine {

struct SamplingOptions {
  float temperature = 0;  // below kGreedyTemperature: greedy
  int top_k = 0;          // 0: all
  float top_p = 1;
  float min_p = 0;
  uint64_t seed = 0;
  float repetition_penalty = 1, presence_penalty = 0, frequency_penalty = 0;
  int no_repeat_ngram = 0;  // 0: off; n: no n-gram of generated tokens occurs twice
  std::vector<TokenId> banned;
  int logprobs = 0;  // how many alternatives to report, at most kMostLogprobs
};
constexpr float kGreedyTemperature = 1e-5F;  // as vLLM draws the line
constexpr int kMostLogprobs = 20;

// Errors: kInvalidArgument naming the field.
Status check(const SamplingOptions& options);

// One sequence's state. Not thread-safe. Deterministic for (options, logits): the random numbers
// are ours (random.h), one for each token that is drawn.
class Sampler {
 public:
  // Precondition: check(options).
  explicit Sampler(SamplingOptions options);
  // Takes all memory that `tokens` picks from that vocabulary need, so that pick() takes none.
  void reserve(size_t vocabulary, size_t tokens);
  // Picks from `logits` [vocabulary] (changed in place) and remembers the choice. With
  // options.logprobs, `logprobs` gets the chosen token and then the likeliest ones (the chosen one
  // may be among them), of the logits as they came in. Errors: kModelInvalid "model_nonfinite"
  // when a logit is NaN or +Inf; kInvalidArgument when penalties make one infinite, or every token
  // is banned.
  Result<TokenId> pick(std::span<float> logits, std::vector<TokenLogprob>* logprobs = nullptr);
  const std::vector<TokenId>& generated() const { return generated_; }

 private:
  void remember(TokenId id);

  SamplingOptions options_;
  Penalties penalties_;
  Random random_;
  std::vector<TokenId> generated_;
  TokenCounts counts_;
  std::optional<NgramBans> ngrams_;
  Distribution distribution_;
  std::vector<float> raw_;  // the logits as they came in, when they are reported
};

}  // namespace octavo::engine
