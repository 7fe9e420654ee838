#include "engine/session/prompt_cache.h"

#include <algorithm>
#include <utility>

namespace octavo::engine {
namespace {

// Fewer tokens are read again faster than a block is copied.
constexpr int64_t kFewestTokens = 8;
constexpr size_t kMostPrompts = 16;

}  // namespace

int64_t PromptContent::common(const PromptContent& other) const {
  const size_t most = std::min(ids.size(), other.ids.size());
  auto same = static_cast<int64_t>(
      std::mismatch(ids.begin(), ids.begin() + static_cast<ptrdiff_t>(most), other.ids.begin())
          .first -
      ids.begin());
  // Runs of image tokens of two prompts may begin alike and be cut otherwise: up to the first
  // picture that only one of them has.
  const auto [own, theirs] =
      std::mismatch(pictures.begin(), pictures.end(), other.pictures.begin(), other.pictures.end());
  if (own != pictures.end()) same = std::min(same, own->start);
  if (theirs != other.pictures.end()) same = std::min(same, theirs->start);
  return same;
}

int64_t PromptCache::begin(const PromptContent& prompt, int64_t most, KvSequence& kv) {
  auto best = entries_.end();
  int64_t tokens = 0;
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    const int64_t common = std::min(prompt.common(entry->prompt), most);
    if (common < std::max(kFewestTokens, tokens)) continue;
    best = entry;
    tokens = common;
  }
  if (best == entries_.end()) return 0;
  std::rotate(best, best + 1, entries_.end());
  return kv.begin_as(entries_.back().kv, tokens).ok() ? tokens : 0;
}

PromptCache::Entry* PromptCache::whole(const PromptContent& prompt) {
  for (Entry& entry : entries_)
    if (entry.prompt.ids.size() == prompt.ids.size() &&
        prompt.common(entry.prompt) == static_cast<int64_t>(prompt.ids.size()))
      return &entry;
  return nullptr;
}

int64_t PromptCache::tokens() const {
  int64_t sum = 0;
  for (const Entry& entry : entries_) sum += entry.kv.reserved_tokens();
  return sum;
}

void PromptCache::add(const PromptContent& prompt, const KvSequence& kv) {
  const auto length = static_cast<int64_t>(prompt.ids.size());
  if (length < kFewestTokens || length > most_tokens_ || whole(prompt) != nullptr) return;
  KvSequence kept = kv.keep(length);
  // Whole blocks are held: more than there is room for would drive out everything, itself too.
  if (kept.reserved_tokens() > most_tokens_) return;
  entries_.push_back({prompt, std::move(kept), {}});
  while (entries_.size() > kMostPrompts || tokens() > most_tokens_) entries_.pop_front();
}

void PromptCache::set_answer(const PromptContent& prompt, std::span<const TokenId> answer) {
  if (Entry* entry = whole(prompt)) entry->answer.assign(answer.begin(), answer.end());
}

std::span<const TokenId> PromptCache::answer(const PromptContent& prompt) {
  const Entry* entry = whole(prompt);
  return entry == nullptr ? std::span<const TokenId>() : std::span(entry->answer);
}

bool PromptCache::drop_oldest() {
  if (entries_.empty()) return false;
  entries_.pop_front();
  return true;
}

}  // namespace octavo::engine
