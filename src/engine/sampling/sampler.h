// Logits -> next token. Order and meaning as in vLLM: penalties over generated tokens only, then
// bans, then temperature and the top filters; temperature 0 is the argmax of the penalised logits.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/tokenizer/tokenizer.h"
#include "octavo/result.h"

namespace octavo::engine {

struct SamplingOptions {
  float temperature = 0;
  int top_k = 0;  // 0: all
  float top_p = 1;
  float min_p = 0;
  uint64_t seed = 0;
  float repetition_penalty = 1, presence_penalty = 0, frequency_penalty = 0;
  int no_repeat_ngram = 0;  // 0: off; n: no n-gram of generated tokens occurs twice
  std::vector<TokenId> banned;
  int logprobs = 0;  // how many alternatives to report
};
// Errors: kInvalidArgument naming the field.
Status check(const SamplingOptions& options);

struct TokenLogprob {
  TokenId id;
  float logprob;
};

// One sequence's state. Not thread-safe. Deterministic for (options, logits).
class Sampler {
 public:
  explicit Sampler(SamplingOptions options);
  // Picks from `logits` [vocabulary] (changed in place) and remembers the choice. Errors: kInternal
  // "model_nonfinite" when a logit is NaN or +Inf, or every token is banned.
  Result<TokenId> pick(std::span<float> logits, std::vector<TokenLogprob>* logprobs = nullptr);
  const std::vector<TokenId>& generated() const { return generated_; }

 private:
  SamplingOptions options_;
  std::mt19937_64 random_;
  std::vector<TokenId> generated_;
  std::unordered_map<TokenId, int> counts_;  // of generated tokens
  std::unordered_map<uint64_t, std::vector<TokenId>>
      followers_;  // hash of an (n-1)-gram -> what followed
};

}  // namespace octavo::engine
