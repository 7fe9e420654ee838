// Log-probabilities as the model gave them: before penalties, bans, temperature and filters.
#pragma once

#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

struct TokenLogprob {
  TokenId id;
  float logprob;
};

// log(sum(exp(logits))); `max` is the largest of them, finite.
double log_sum_exp(std::span<const float> logits, float max);

// The `count` likeliest tokens, likeliest first, equals by id, put at the end of `out`.
void append_likeliest(std::span<const float> logits, double log_sum, int count,
                      std::vector<TokenLogprob>& out);

}  // namespace octavo::engine
