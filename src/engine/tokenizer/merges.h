// Byte-pair encoding: the ranked pairs of a vocabulary, and their use on one piece of text.
// Source: Sennrich et al. 2016; order of ties and the test for outdated pairs as in the
// `tokenizers` package 0.23.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/tokenizer/tokenizer.h"

namespace octavo::engine {

// Immutable after construction, and thread-safe then. Looking up takes logarithmic time whatever
// the pairs are.
class MergeTable {
 public:
  struct Pair {
    TokenId left, right, result;
  };
  MergeTable() = default;
  // In order of rank; ids are in [0, tokens). Of equal pairs the last one counts.
  MergeTable(const std::vector<Pair>& pairs, size_t tokens);

  static constexpr uint32_t kNone = UINT32_MAX;
  // The rank of a pair, or kNone.
  uint32_t rank_of(TokenId left, TokenId right) const;
  TokenId result_of(uint32_t rank) const { return results_[rank]; }

 private:
  struct Right {
    TokenId id;
    uint32_t rank;
  };
  std::vector<uint32_t> first_;  // by left id: where its right sides begin in rights_
  std::vector<Right> rights_;    // of one left side, sorted by id
  std::vector<TokenId> results_;
};

// Memory that calls hand on to each other.
struct MergeScratch {
  struct Symbol {
    TokenId id;
    int32_t previous, next;  // -1 at the ends
  };
  std::vector<Symbol> symbols;
  std::vector<uint64_t> first, queue;
};

// Merges the symbols of one piece, lowest rank first and leftmost first within a rank, and appends
// what is left to `out`. O(n log n). At most 2^31 - 1 symbols.
void merge_piece(const MergeTable& table, std::span<const TokenId> symbols, MergeScratch& scratch,
                 std::vector<TokenId>& out);

}  // namespace octavo::engine
