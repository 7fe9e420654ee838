#include "engine/tokenizer/merges.h"
#include "tests/support/cpu_timer.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

using Ids = std::vector<TokenId>;

Ids merged(const MergeTable& table, const Ids& symbols) {
  MergeScratch scratch;
  Ids out;
  merge_piece(table, symbols, scratch, out);
  return out;
}

// 0 = a, 1 = b, 2 = c; 3 = ab, 4 = bc, 5 = abc, 6 = aa.
TEST(Merges, TheLowestRankGoesFirst) {
  const MergeTable bc_first({{1, 2, 4}, {0, 1, 3}, {0, 4, 5}}, 7);
  EXPECT_EQ(merged(bc_first, {0, 1, 2}), Ids{5});
  const MergeTable ab_first({{0, 1, 3}, {1, 2, 4}, {0, 4, 5}}, 7);
  EXPECT_EQ(merged(ab_first, {0, 1, 2}), (Ids{3, 2}));
}

TEST(Merges, TiesGoToTheLeft) {
  const MergeTable table({{0, 0, 6}}, 7);
  EXPECT_EQ(merged(table, {0, 0, 0}), (Ids{6, 0}));
  EXPECT_EQ(merged(table, {0, 0, 0, 0, 0}), (Ids{6, 6, 0}));
}

TEST(Merges, NothingToDo) {
  const MergeTable empty({}, 3);
  EXPECT_EQ(merged(empty, {}), Ids{});
  EXPECT_EQ(merged(empty, {2}), Ids{2});
  EXPECT_EQ(merged(empty, {2, 1, 2}), (Ids{2, 1, 2}));
  EXPECT_EQ(empty.rank_of(2, 2), MergeTable::kNone);
}

TEST(Merges, OfEqualPairsTheLastCounts) {
  const MergeTable table({{0, 1, 3}, {1, 2, 4}, {0, 1, 3}}, 7);
  EXPECT_EQ(table.rank_of(0, 1), 2u);
  EXPECT_EQ(merged(table, {0, 1, 2}), (Ids{0, 4}));
}

// Every merge lets the next one happen to its left: the worst case for going through the piece
// anew.
TEST(Merges, LongPiecesTakeLittleMoreThanLinearTime) {
  std::vector<MergeTable::Pair> pairs;
  constexpr TokenId kTokens = 64;
  for (TokenId id = 0; id + 1 < kTokens; ++id) pairs.push_back({id, id, id + 1});
  const MergeTable table(pairs, kTokens);
  const CpuTimer timer;
  EXPECT_EQ(merged(table, Ids(size_t(1) << 20, 0)), Ids{20});
  EXPECT_LT(timer.seconds(), 3);
}

}  // namespace
}  // namespace octavo::engine
