// Guesses what a sequence says next, and how likely the guess is: from a draft of the answer, and
// from what the sequence has said and was told before. Guesses only save time: every one is checked
// against the model under the sequence's own sampling. Source: Leviathan et al., "Fast Inference
// from Transformers via Speculative Decoding", 2023, with texts in place of a small model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/session/draft_cursor.h"
#include "engine/session/hit_rates.h"
#include "engine/session/prompt_lookup.h"

namespace octavo::engine {

// Not thread-safe. Deterministic.
class Drafter {
 public:
  // `draft`: may be empty. `most`: tokens of one guess.
  Drafter(std::vector<TokenId> draft, int64_t most);
  // Takes what came before the answer, and the memory for `tokens` of answer: add() takes none
  // until then. Without a call only the draft is looked at.
  void look_back_on(std::span<const TokenId> prompt, TokenId left_out, size_t tokens);

  // The answer has grown by one token at its end.
  void follow(std::span<const TokenId> answer);

  // The guess, likeliest continuation first to last; valid until the next follow().
  std::span<const TokenId> guess() const { return std::span(guess_).first(guessed_); }
  // That the model says guess()[0] .. guess()[i], all of them.
  double chance(size_t i) const { return chances_[i]; }

 private:
  void make_guess();

  DraftCursor cursor_;
  PromptLookup lookup_;
  HitRates draft_rates_, lookup_rates_;
  bool looks_back_ = false;
  std::vector<TokenId> guess_;
  std::vector<double> chances_;
  size_t guessed_ = 0;
};

}  // namespace octavo::engine
