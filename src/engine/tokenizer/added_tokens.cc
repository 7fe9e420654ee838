#include "engine/tokenizer/added_tokens.h"

#include <algorithm>
#include <utility>

namespace octavo::engine {
namespace {

uint8_t byte_at(const AddedToken& token, size_t at) {
  return static_cast<uint8_t>(token.content[at]);
}

}  // namespace

AddedTokenFinder::AddedTokenFinder(std::vector<AddedToken> tokens) : tokens_(std::move(tokens)) {
  std::sort(tokens_.begin(), tokens_.end(),
            [](const AddedToken& a, const AddedToken& b) { return a.content < b.content; });
  for (const AddedToken& token : tokens_) first_bytes_.set(byte_at(token, 0));
}

// Narrows the sorted list byte by byte: all of [begin, end) share the first `length` bytes.
const AddedToken* AddedTokenFinder::longest_at(std::string_view text) const {
  auto begin = tokens_.begin(), end = tokens_.end();
  const AddedToken* longest = nullptr;
  for (size_t length = 0; begin != end; ++length) {
    if (begin->content.size() == length) {
      if (length > 0) longest = &*begin;
      ++begin;
    }
    if (length == text.size()) break;
    const auto byte = static_cast<uint8_t>(text[length]);
    begin = std::lower_bound(begin, end, byte, [&](const AddedToken& token, uint8_t wanted) {
      return byte_at(token, length) < wanted;
    });
    end = std::upper_bound(begin, end, byte, [&](uint8_t wanted, const AddedToken& token) {
      return wanted < byte_at(token, length);
    });
  }
  return longest;
}

std::optional<AddedTokenFinder::Match> AddedTokenFinder::find(std::string_view text,
                                                              size_t from) const {
  if (tokens_.empty()) return std::nullopt;
  for (size_t at = from; at < text.size(); ++at) {
    if (!first_bytes_[static_cast<uint8_t>(text[at])]) continue;
    if (const AddedToken* const token = longest_at(text.substr(at)))
      return Match{at, token->content.size(), token};
  }
  return std::nullopt;
}

const AddedToken* AddedTokenFinder::find_exact(std::string_view content) const {
  const auto at = std::lower_bound(
      tokens_.begin(), tokens_.end(), content,
      [](const AddedToken& token, std::string_view wanted) { return token.content < wanted; });
  return at != tokens_.end() && at->content == content ? &*at : nullptr;
}

}  // namespace octavo::engine
