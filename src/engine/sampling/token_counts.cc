#include "engine/sampling/token_counts.h"

#include <algorithm>

namespace octavo::engine {

void TokenCounts::reserve(size_t vocabulary, size_t tokens) {
  if (counts_.size() < vocabulary) counts_.resize(vocabulary);
  seen_.reserve(std::min(vocabulary, tokens));
}

void TokenCounts::add(TokenId id) {
  const size_t index = static_cast<size_t>(id);
  if (index >= counts_.size()) counts_.resize(index + 1);
  if (counts_[index]++ == 0) seen_.push_back(id);
}

void TokenCounts::penalise(const Penalties& penalties, std::span<float> logits) const {
  if (penalties.none()) return;
  for (const TokenId id : seen_) {
    const size_t index = static_cast<size_t>(id);
    if (index >= logits.size()) continue;
    float& logit = logits[index];
    logit = logit > 0 ? logit / penalties.repetition : logit * penalties.repetition;
    logit -= penalties.frequency * static_cast<float>(counts_[index]);
    logit -= penalties.presence;
  }
}

}  // namespace octavo::engine
