// An answer held against the passages: does one of them say it?
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/passages.h"
#include "ask/search.h"

namespace octavo::ask {

struct Evidence {
  size_t passage = 0;
  float coverage = 0;    // of the question, by this passage
  std::string sentence;  // of the passage: what bears the answer
};

// The passage that says what `sentence` says, of `hits`: every number in it stands there, most of
// its words that the question did not bring stand there, at least one such word or number does, and
// it has the kind that the question wants; of several sentences, no other is that much nearer to
// the question than the one that says it. A passage in `labels` wins where others are as good.
// None: nobody says so.
std::optional<Evidence> find_evidence(std::string_view sentence, const Question& question,
                                      std::span<const Hit> hits,
                                      const std::vector<Passage>& passages, const Search& search,
                                      std::span<const std::string> labels);

// Does a text hold a word or a number that the question did not bring?
bool says_more(std::string_view text, const Question& question);

// The sentence of a passage that bears most on the question, of those with the kind it wants.
std::string best_sentence(const Passage& passage, const Question& question, const Search& search,
                          std::string_view answer);

}  // namespace octavo::ask
