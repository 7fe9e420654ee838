#include "engine/session/draft_cursor.h"

#include <algorithm>
#include <array>

namespace octavo::engine {
namespace {

constexpr size_t kIndexed = 3;               // tokens of an entry of the index
constexpr int64_t kMostCompared = 16;        // more agreement proves no more
constexpr size_t kBehind = 96, kAhead = 64;  // of the neighbourhood
constexpr size_t kMostStrays = 256;          // beyond, the expected place stands still
constexpr ptrdiff_t kMostCandidates = 32;    // of those the index names, the nearest
constexpr int64_t kProof = 2;                // one token that agrees may be chance
// How far from where it is expected a place may be that has only 0, 1, 2 or 3 tokens for it: a pair
// of tokens is often met again within a page.
constexpr std::array<size_t, 4> kReach{0, 3, 12, 64};

uint32_t hash_of(std::span<const TokenId> tokens) {
  uint32_t hash = 2166136261U;
  for (const TokenId id : tokens) hash = (hash ^ static_cast<uint32_t>(id)) * 16777619U;
  return hash ^ (hash >> 15);
}

}  // namespace

DraftCursor::DraftCursor(std::vector<TokenId> draft) : draft_(std::move(draft)) {
  for (size_t end = kIndexed; end <= draft_.size(); ++end)
    index_.emplace_back(hash_of(std::span(draft_).subspan(end - kIndexed, kIndexed)),
                        static_cast<uint32_t>(end));
  std::sort(index_.begin(), index_.end());
}

DraftCursor::Place DraftCursor::look_at(std::span<const TokenId> text, size_t at,
                                        size_t expected) const {
  const size_t most = std::min({at, text.size(), static_cast<size_t>(kMostCompared)});
  size_t agreed = 0;
  while (agreed < most && draft_[at - 1 - agreed] == text[text.size() - 1 - agreed]) ++agreed;
  // Expected is where the text has other tokens than the draft, and where it has more of them.
  const auto apart = [](size_t a, size_t b) { return a > b ? a - b : b - a; };
  const size_t distance = std::min(apart(at, expected), apart(at, sure_ + 1));
  if (agreed < kReach.size() && distance > kReach[agreed]) agreed = 0;
  return {at, static_cast<int64_t>(agreed), distance};
}

namespace {

template <class Place>
bool better(const Place& a, const Place& b) {
  if (a.agreed != b.agreed) return a.agreed > b.agreed;
  if (a.distance != b.distance) return a.distance < b.distance;
  return a.at < b.at;
}

}  // namespace

DraftCursor::Place DraftCursor::nearby(std::span<const TokenId> text, size_t expected) const {
  const size_t first = sure_ > kBehind ? sure_ - kBehind : 1;
  const size_t last = std::min(expected + kAhead, draft_.size());
  Place best;
  int found = 0;
  for (size_t at = std::max<size_t>(first, 1); at <= last; ++at) {
    if (draft_[at - 1] != text.back()) continue;
    const Place place = look_at(text, at, expected);
    if (place.agreed > 0) ++found;
    if (better(place, best)) best = place;
  }
  // One token proves something where no other is like it.
  if (best.agreed < kProof && found > 1) return {};
  return best;
}

DraftCursor::Place DraftCursor::anywhere(std::span<const TokenId> text, size_t expected) const {
  if (text.size() < kIndexed) return {};
  const uint32_t hash = hash_of(text.last(kIndexed));
  const auto [begin, end] =
      std::equal_range(index_.begin(), index_.end(), std::pair(hash, 0U),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto middle =
      std::lower_bound(begin, end, std::pair(hash, static_cast<uint32_t>(expected)));
  Place best;
  for (auto entry = middle - std::min(middle - begin, kMostCandidates / 2);
       entry != middle + std::min(end - middle, kMostCandidates / 2); ++entry) {
    const Place place = look_at(text, entry->second, expected);
    if (better(place, best)) best = place;
  }
  return best;
}

void DraftCursor::follow(std::span<const TokenId> text) {
  if (at_ < draft_.size() && draft_[at_] == text.back()) {
    sure_ = ++at_;
    ++agreed_;
    strays_ = 0;
    return;
  }
  // Until something speaks for another place, other tokens stand where the draft's should.
  strays_ = std::min(strays_ + 1, kMostStrays);
  const size_t expected = std::min(sure_ + strays_, draft_.size());
  Place place = nearby(text, expected);
  if (place.agreed <= static_cast<int64_t>(kIndexed))
    if (const Place far = anywhere(text, expected); far.agreed > place.agreed) place = far;
  agreed_ = place.agreed;
  at_ = place.agreed > 0 ? place.at : expected;
  if (place.agreed < kProof) return;
  sure_ = at_;
  strays_ = 0;
}

}  // namespace octavo::engine
