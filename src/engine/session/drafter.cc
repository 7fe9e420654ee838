#include "engine/session/drafter.h"

#include <algorithm>

namespace octavo::engine {
namespace {

// A draft is there because somebody thinks it is good; a repetition of three tokens may be chance.
constexpr HitRates::Prior kDraftPrior{0.5F, 0.6F, 0.7F, 0.8F, 0.9F};
constexpr HitRates::Prior kLookupPrior{0.1F, 0.2F, 0.35F, 0.5F, 0.7F};

}  // namespace

Drafter::Drafter(std::vector<TokenId> draft, int64_t most)
    : cursor_(std::move(draft)),
      draft_rates_(kDraftPrior),
      lookup_rates_(kLookupPrior),
      guess_(static_cast<size_t>(most)),
      chances_(static_cast<size_t>(most)) {
  make_guess();
}

void Drafter::look_back_on(std::span<const TokenId> prompt, TokenId left_out, size_t tokens) {
  looks_back_ = true;
  lookup_.reserve(prompt.size() + tokens);
  for (const TokenId id : prompt)
    if (id != left_out) lookup_.add(id);
  make_guess();
}

// Both are judged by every token, whichever was asked, even when neither was: one that has become
// good is heard again.
void Drafter::follow(std::span<const TokenId> answer) {
  const TokenId id = answer.back();
  if (!cursor_.ahead().empty())
    draft_rates_.record(cursor_.agreed(), cursor_.ahead().front() == id);
  cursor_.follow(answer);
  if (looks_back_) {
    if (lookup_.next() >= 0) lookup_rates_.record(lookup_.agreed(), lookup_.next() == id);
    lookup_.add(id);
  }
  make_guess();
}

void Drafter::make_guess() {
  const bool has_draft = !cursor_.ahead().empty(), has_past = lookup_.next() >= 0;
  const bool past = has_past && (!has_draft || lookup_rates_.chance(lookup_.agreed()) >
                                                   draft_rates_.chance(cursor_.agreed()));
  if (past) {
    guessed_ = lookup_.ahead(guess_);
  } else {
    guessed_ = std::min(guess_.size(), cursor_.ahead().size());
    std::copy_n(cursor_.ahead().begin(), guessed_, guess_.begin());
  }
  const HitRates& rates = past ? lookup_rates_ : draft_rates_;
  int64_t agreed = past ? lookup_.agreed() : cursor_.agreed();
  double chance = 1;
  for (size_t i = 0; i < guessed_; ++i) chances_[i] = chance *= rates.chance(agreed++);
}

}  // namespace octavo::engine
