// How often each token was generated, and the penalties that follow from it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

struct Penalties {
  float repetition = 1, presence = 0, frequency = 0;
  bool none() const { return repetition == 1 && presence == 0 && frequency == 0; }
};

// Not thread-safe. Memory: one number a token of the vocabulary.
class TokenCounts {
 public:
  // Room for `tokens` distinct tokens of a vocabulary.
  void reserve(size_t vocabulary, size_t tokens);
  void add(TokenId id);
  // As vLLM does, for every counted token in turn: a positive logit is divided by the repetition
  // penalty, any other multiplied; then frequency * count and presence are taken off. Tokens beyond
  // the logits are passed over.
  void penalise(const Penalties& penalties, std::span<float> logits) const;

 private:
  std::vector<int32_t> counts_;
  std::vector<TokenId> seen_;  // each once, in order of appearance
};

}  // namespace octavo::engine
