#include "engine/session/prompt_lookup.h"

#include <algorithm>
#include <bit>

namespace octavo::engine {
namespace {

constexpr size_t kIndexed = 3;
constexpr size_t kMostCompared = 16;  // more agreement proves no more
// Entries of the table: newer places push out older ones where hashes meet.
constexpr size_t kFewestPlaces = 256, kMostPlaces = 1 << 14;

}  // namespace

void PromptLookup::reserve(size_t tokens) {
  text_.reserve(tokens);
  places_.assign(std::clamp(std::bit_ceil(2 * tokens), kFewestPlaces, kMostPlaces), 0);
}

void PromptLookup::add(TokenId id) {
  const bool expected = at_ > 0 && text_[at_] == id;
  text_.push_back(id);
  if (expected) {
    ++at_;
    ++agreed_;
  } else {
    at_ = 0;
    agreed_ = 0;
  }
  find();
}

// Remembers the present end, and looks up when it was there before unless that is known.
void PromptLookup::find() {
  if (text_.size() < kIndexed || places_.empty()) return;
  uint32_t hash = 2166136261U;
  for (size_t i = text_.size() - kIndexed; i < text_.size(); ++i)
    hash = (hash ^ static_cast<uint32_t>(text_[i])) * 16777619U;
  hash ^= hash >> 15;
  uint32_t& place = places_[hash & (places_.size() - 1)];
  if (at_ == 0 && place > 0) {
    const size_t most = std::min<size_t>(place, kMostCompared);
    size_t agreed = 0;
    while (agreed < most && text_[place - 1 - agreed] == text_[text_.size() - 1 - agreed]) ++agreed;
    if (agreed >= kIndexed) {
      at_ = place;
      agreed_ = static_cast<int64_t>(agreed);
    }
  }
  place = static_cast<uint32_t>(text_.size());
}

size_t PromptLookup::ahead(std::span<TokenId> out) const {
  if (at_ == 0) return 0;
  const size_t known = std::min(text_.size() - at_, out.size());
  std::copy_n(text_.begin() + static_cast<ptrdiff_t>(at_), known, out.begin());
  for (size_t i = known; i < out.size(); ++i) out[i] = out[i - known];
  return out.size();
}

}  // namespace octavo::engine
