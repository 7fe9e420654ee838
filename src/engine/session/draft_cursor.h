// Where a text that comes token by token stands in a draft of it. The draft may have tokens too
// many, too few, other ones, and its parts in another order.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// Not thread-safe. A token that is as expected costs nothing; after any other the neighbourhood is
// searched for what the text ends with, and then, through an index, the rest: bounded work, however
// the draft repeats itself.
class DraftCursor {
 public:
  explicit DraftCursor(std::vector<TokenId> draft);

  // `text` has grown by one token at its end. Takes no memory.
  void follow(std::span<const TokenId> text);
  // What the draft says comes next; empty at its end.
  std::span<const TokenId> ahead() const { return std::span(draft_).subspan(at_); }
  // Tokens in a row, up to here, in which text and draft agree.
  int64_t agreed() const { return agreed_; }

 private:
  struct Place {
    size_t at = 0;       // what would come next
    int64_t agreed = 0;  // tokens before it that are the text's last ones
    size_t distance = 0;
  };
  Place nearby(std::span<const TokenId> text, size_t expected) const;
  Place anywhere(std::span<const TokenId> text, size_t expected) const;
  Place look_at(std::span<const TokenId> text, size_t at, size_t expected) const;

  std::vector<TokenId> draft_;
  std::vector<std::pair<uint32_t, uint32_t>> index_;  // hash of three tokens, the place after them
  size_t at_ = 0;
  int64_t agreed_ = 0;
  size_t sure_ = 0;    // the last place that text and draft had in common
  size_t strays_ = 0;  // tokens of the text since then
};

}  // namespace octavo::engine
