#include "engine/sampling/ngram_bans.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace octavo::engine {
namespace {

std::set<TokenId> banned(const NgramBans& bans, const std::vector<TokenId>& generated,
                         size_t vocabulary = 10) {
  std::vector<float> logits(vocabulary, 1);
  bans.apply(generated, logits);
  std::set<TokenId> out;
  for (size_t i = 0; i < vocabulary; ++i)
    if (std::isinf(logits[i])) out.insert(static_cast<TokenId>(i));
  return out;
}

std::set<TokenId> banned_after(int n, const std::vector<TokenId>& tokens) {
  NgramBans bans(n);
  std::vector<TokenId> generated;
  for (const TokenId id : tokens) {
    generated.push_back(id);
    bans.record(generated);
  }
  return banned(bans, generated);
}

using Ids = std::set<TokenId>;

TEST(NgramBans, Trigrams) {
  EXPECT_EQ(banned_after(3, {1, 2, 3, 1, 2}), Ids{3});
  EXPECT_EQ(banned_after(3, {1, 2, 3, 1, 2, 4, 1, 2}), (Ids{3, 4}));
  EXPECT_EQ(banned_after(3, {1, 2, 3, 1}), Ids{});
  EXPECT_EQ(banned_after(3, {1, 2}), Ids{});
  EXPECT_EQ(banned_after(3, {}), Ids{});
  EXPECT_EQ(banned_after(3, {5, 5, 5}), Ids{5});  // overlapping itself
}

TEST(NgramBans, ShortestOnes) {
  EXPECT_EQ(banned_after(1, {4, 7}), (Ids{4, 7}));
  EXPECT_EQ(banned_after(1, {}), Ids{});
  EXPECT_EQ(banned_after(2, {4, 7, 4}), Ids{7});
}

TEST(NgramBans, ExactlyNTokens) {
  EXPECT_EQ(banned_after(4, {1, 1, 1}), Ids{});
  EXPECT_EQ(banned_after(4, {1, 1, 1, 1}), Ids{1});
}

TEST(NgramBans, TokensBeyondTheLogits) {
  NgramBans bans(1);
  const std::vector<TokenId> generated{100};
  bans.record(generated);
  EXPECT_EQ(banned(bans, generated), Ids{});
}

// Against looking at every place, through many growths of the table.
TEST(NgramBans, AsTheSlowWay) {
  std::mt19937 random(7);
  for (const int n : {1, 2, 3, 5}) {
    NgramBans bans(n);
    if (n == 3) bans.reserve(2000);
    std::vector<TokenId> generated;
    const size_t before = static_cast<size_t>(n) - 1;
    for (int step = 0; step < 2000; ++step) {
      generated.push_back(static_cast<TokenId>(random() % 6));
      bans.record(generated);
      if (step % 7 != 0 || generated.size() < before) continue;
      Ids expected;
      for (size_t at = 0; at + before < generated.size(); ++at)
        if (std::equal(generated.end() - static_cast<ptrdiff_t>(before), generated.end(),
                       generated.begin() + static_cast<ptrdiff_t>(at)))
          expected.insert(generated[at + before]);
      ASSERT_EQ(banned(bans, generated), expected) << n << " " << step;
    }
  }
}

}  // namespace
}  // namespace octavo::engine
