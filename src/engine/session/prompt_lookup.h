// What came after the last time that the text had its present end: prompts are quoted, and tables
// and formulas repeat themselves. Source: Saxena, "Prompt Lookup Decoding", 2023.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// Not thread-safe.
class PromptLookup {
 public:
  // Room for `tokens` of text, so that add() takes no memory until then.
  void reserve(size_t tokens);
  void add(TokenId id);

  // The next `out.size()` tokens as the text's past has them, or none: the number that was filled
  // in. A past that reaches the present goes on with what was just filled in.
  size_t ahead(std::span<TokenId> out) const;
  TokenId next() const { return at_ == 0 ? TokenId{-1} : text_[at_]; }
  // Tokens in a row, up to here, that are as they were in the past.
  int64_t agreed() const { return agreed_; }

 private:
  void find();

  std::vector<TokenId> text_;
  std::vector<uint32_t> places_;  // by hash of three tokens: the place after the newest such three
  size_t at_ = 0;                 // of the past; 0: nothing found
  int64_t agreed_ = 0;
};

}  // namespace octavo::engine
