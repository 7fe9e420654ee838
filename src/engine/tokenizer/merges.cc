#include "engine/tokenizer/merges.h"

#include <algorithm>
#include <functional>

namespace octavo::engine {
namespace {

using Symbol = MergeScratch::Symbol;

constexpr TokenId kMerged = -1;  // the symbol became part of the one before it

// Rank and place in one number, so that the least is the next to merge.
uint64_t entry(uint32_t rank, int32_t place) {
  return uint64_t(rank) << 32 | static_cast<uint32_t>(place);
}

class PieceMerger {
 public:
  PieceMerger(const MergeTable& table, MergeScratch& scratch)
      : table_(table), symbols_(scratch.symbols), first_(scratch.first), queue_(scratch.queue) {}

  void run(std::span<const TokenId> ids);

 private:
  Symbol& at(int32_t place) { return symbols_[static_cast<size_t>(place)]; }
  uint32_t rank_at(int32_t place) {
    const Symbol& symbol = at(place);
    if (symbol.id == kMerged || symbol.next < 0) return MergeTable::kNone;
    return table_.rank_of(symbol.id, at(symbol.next).id);
  }
  void push(int32_t place) {
    const uint32_t rank = rank_at(place);
    if (rank == MergeTable::kNone) return;
    queue_.push_back(entry(rank, place));
    std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
  }
  uint64_t pop() {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const uint64_t next = queue_.back();
    queue_.pop_back();
    return next;
  }
  void merge(int32_t place, TokenId result);
  void try_merge(uint64_t next);

  const MergeTable& table_;
  std::vector<Symbol>& symbols_;
  std::vector<uint64_t>& first_;
  std::vector<uint64_t>& queue_;
};

void PieceMerger::merge(int32_t place, TokenId result) {
  Symbol& left = at(place);
  Symbol& right = at(left.next);
  left.id = result;
  left.next = right.next;
  right.id = kMerged;
  if (left.next >= 0) at(left.next).previous = place;
  if (left.previous >= 0) push(left.previous);
  push(place);
}

// Out of date when the pair is another by now; the reference asks only whether it would give the
// same token, and so do we.
void PieceMerger::try_merge(uint64_t next) {
  const auto place = static_cast<int32_t>(next & UINT32_MAX);
  const TokenId result = table_.result_of(static_cast<uint32_t>(next >> 32));
  const uint32_t now = rank_at(place);
  if (now != MergeTable::kNone && table_.result_of(now) == result) merge(place, result);
}

// The pairs that are there from the start are sorted once; only those that merging makes go through
// the heap.
void PieceMerger::run(std::span<const TokenId> ids) {
  const auto count = static_cast<int32_t>(ids.size());
  symbols_.resize(ids.size());
  first_.clear();
  queue_.clear();
  for (int32_t i = 0; i < count; ++i)
    at(i) = {ids[static_cast<size_t>(i)], i - 1, i + 1 < count ? i + 1 : -1};
  for (int32_t i = 0; i + 1 < count; ++i)
    if (const uint32_t rank = rank_at(i); rank != MergeTable::kNone)
      first_.push_back(entry(rank, i));
  std::sort(first_.begin(), first_.end());
  for (size_t done = 0; done < first_.size() || !queue_.empty();) {
    const bool queued = !queue_.empty() && (done == first_.size() || queue_.front() < first_[done]);
    try_merge(queued ? pop() : first_[done++]);
  }
}

}  // namespace

MergeTable::MergeTable(const std::vector<Pair>& pairs, size_t tokens)
    : first_(tokens + 1, 0), rights_(pairs.size()) {
  results_.reserve(pairs.size());
  for (const Pair& pair : pairs) {
    results_.push_back(pair.result);
    ++first_[static_cast<size_t>(pair.left) + 1];
  }
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<uint32_t> free(first_.begin(), first_.end() - 1);
  for (uint32_t rank = 0; rank < pairs.size(); ++rank)
    rights_[free[static_cast<size_t>(pairs[rank].left)]++] = {pairs[rank].right, rank};
  for (size_t left = 0; left < tokens; ++left)
    std::sort(rights_.begin() + first_[left], rights_.begin() + first_[left + 1],
              [](const Right& a, const Right& b) {
                return a.id != b.id ? a.id < b.id : a.rank < b.rank;
              });
}

uint32_t MergeTable::rank_of(TokenId left, TokenId right) const {
  const auto begin = rights_.begin() + first_[static_cast<size_t>(left)];
  const auto end = rights_.begin() + first_[static_cast<size_t>(left) + 1];
  // One behind the last of that id.
  const auto at = std::upper_bound(begin, end, right,
                                   [](TokenId id, const Right& other) { return id < other.id; });
  return at != begin && (at - 1)->id == right ? (at - 1)->rank : kNone;
}

void merge_piece(const MergeTable& table, std::span<const TokenId> symbols, MergeScratch& scratch,
                 std::vector<TokenId>& out) {
  if (symbols.size() < 2) {
    out.insert(out.end(), symbols.begin(), symbols.end());
    return;
  }
  PieceMerger(table, scratch).run(symbols);
  for (const Symbol& symbol : scratch.symbols)
    if (symbol.id != kMerged) out.push_back(symbol.id);
}

}  // namespace octavo::engine
