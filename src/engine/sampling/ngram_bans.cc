#include "engine/sampling/ngram_bans.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace octavo::engine {
namespace {

constexpr size_t kFewestSlots = 64;

uint64_t hash_of(std::span<const TokenId> tokens) {
  uint64_t hash = 0xCBF29CE484222325;
  for (const TokenId id : tokens) {
    hash = (hash ^ static_cast<uint32_t>(id)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

void NgramBans::reserve(size_t tokens) {
  hashes_.reserve(tokens);
  older_.reserve(tokens);
  if (slots_.size() < 2 * tokens) grow(std::bit_ceil(2 * tokens));
}

void NgramBans::grow(size_t slots) {
  slots_.assign(std::max(slots, kFewestSlots), kNone);
  for (size_t i = 0; i < hashes_.size(); ++i) insert(static_cast<int32_t>(i));
}

void NgramBans::insert(int32_t ngram) {
  const size_t index = static_cast<size_t>(ngram);
  int32_t& slot = slots_[hashes_[index] & (slots_.size() - 1)];
  older_[index] = slot;
  slot = ngram;
}

void NgramBans::record(std::span<const TokenId> generated) {
  if (generated.size() < n_) return;
  hashes_.push_back(hash_of(generated.last(n_).first(n_ - 1)));
  older_.push_back(kNone);
  if (slots_.size() < 2 * hashes_.size())
    grow(2 * slots_.size());
  else
    insert(static_cast<int32_t>(hashes_.size()) - 1);
}

void NgramBans::apply(std::span<const TokenId> generated, std::span<float> logits) const {
  if (hashes_.empty()) return;
  const auto now = generated.last(n_ - 1);
  const uint64_t hash = hash_of(now);
  for (int32_t i = slots_[hash & (slots_.size() - 1)]; i != kNone;) {
    const size_t ngram = static_cast<size_t>(i);
    i = older_[ngram];
    if (hashes_[ngram] != hash) continue;
    const auto before = generated.subspan(ngram, n_ - 1);
    if (!std::equal(before.begin(), before.end(), now.begin())) continue;
    const size_t banned = static_cast<size_t>(generated[ngram + n_ - 1]);
    if (banned < logits.size()) logits[banned] = -std::numeric_limits<float>::infinity();
  }
}

}  // namespace octavo::engine
