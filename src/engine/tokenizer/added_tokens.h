// Finds the tokens that were added to a vocabulary (control tokens, tags, fixed phrases) in text:
// leftmost first, the longest of those that begin at one place. Source: AddedVocabulary of the
// `tokenizers` package 0.23.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

struct AddedToken {
  TokenId id = -1;
  std::string content;  // not empty
  bool special = false;
  bool normalized = false;  // is looked for in the text after NFC
};

// Immutable and thread-safe.
class AddedTokenFinder {
 public:
  AddedTokenFinder() = default;
  explicit AddedTokenFinder(std::vector<AddedToken> tokens);

  struct Match {
    size_t begin, length;
    const AddedToken* token;
  };
  // The first match at `from` or later. Time: linear, times the length of the longest token.
  std::optional<Match> find(std::string_view text, size_t from) const;
  // By its whole text; nullptr when there is none.
  const AddedToken* find_exact(std::string_view content) const;

 private:
  const AddedToken* longest_at(std::string_view text) const;

  std::vector<AddedToken> tokens_;  // sorted by content
  std::bitset<256> first_bytes_;
};

}  // namespace octavo::engine
