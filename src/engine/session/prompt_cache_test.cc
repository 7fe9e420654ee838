#include "engine/session/prompt_cache.h"

#include <gtest/gtest.h>

#include <numeric>

namespace octavo::engine {
namespace {

constexpr LanguageConfig kConfig{.layers = 1, .kv_heads = 1, .head_dim = 4};

PromptContent counting(int64_t tokens, TokenId first = 0) {
  PromptContent prompt;
  prompt.ids.resize(static_cast<size_t>(tokens));
  std::iota(prompt.ids.begin(), prompt.ids.end(), first);
  return prompt;
}

TEST(PromptContent, TextThatBeginsAlike) {
  const PromptContent ten = counting(10);
  PromptContent other = counting(12);
  EXPECT_EQ(ten.common(other), 10);
  EXPECT_EQ(other.common(ten), 10);
  other.ids[4] = 99;
  EXPECT_EQ(ten.common(other), 4);
  EXPECT_EQ(ten.common(counting(10, 1)), 0);
}

TEST(PromptContent, PicturesAreToldApartByWhatTheyShow) {
  // Two texts of ten equal tokens, of which five from the third on are a picture's.
  PromptContent one{std::vector<TokenId>(10, 7), {{3, 5, 1}}};
  const auto common_with = [&](std::vector<PromptContent::Picture> pictures) {
    const PromptContent other{std::vector<TokenId>(10, 7), std::move(pictures)};
    EXPECT_EQ(one.common(other), other.common(one));
    return one.common(other);
  };
  EXPECT_EQ(common_with({{3, 5, 1}}), 10);
  EXPECT_EQ(common_with({{3, 5, 2}}), 3);
  EXPECT_EQ(common_with({{3, 4, 1}}), 3);
  EXPECT_EQ(common_with({{2, 5, 1}}), 2);
  EXPECT_EQ(common_with({}), 3);
  EXPECT_EQ(common_with({{3, 5, 1}, {8, 2, 1}}), 8);
}

struct Rig {
  explicit Rig(int64_t kept = 1000)
      : pool(
            std::move(KvPool::create(kConfig, 16 * 64 * KvPool::bytes_per_token(kConfig))).value()),
        cache(kept) {}
  KvSequence read(const PromptContent& prompt) {
    KvSequence kv(*pool);
    const auto tokens = static_cast<int64_t>(prompt.ids.size());
    EXPECT_TRUE(kv.reserve(tokens).ok());
    kv.advance(tokens);
    cache.add(prompt, kv);
    return kv;
  }
  int64_t begin(const PromptContent& prompt, int64_t most = 1000) {
    KvSequence kv(*pool);
    const int64_t tokens = cache.begin(prompt, most, kv);
    EXPECT_EQ(kv.length(), tokens);
    return tokens;
  }
  std::unique_ptr<KvPool> pool;
  PromptCache cache;
};

TEST(PromptCache, TheLongestBeginning) {
  Rig rig;
  rig.read(counting(100));
  PromptContent branch = counting(80);
  branch.ids[50] = -1;
  rig.read(branch);
  EXPECT_EQ(rig.begin(counting(90)), 90);
  EXPECT_EQ(rig.begin(counting(90), 89), 89);
  branch.ids[70] = -2;
  EXPECT_EQ(rig.begin(branch), 70);
  EXPECT_EQ(rig.begin(counting(90, 5)), 0);
  PromptContent few = counting(40);
  few.ids[7] = -1;
  EXPECT_EQ(rig.begin(few), 0);  // seven tokens are not worth it
}

TEST(PromptCache, TheOldestGoesFirst) {
  Rig rig(3 * 64);
  for (const TokenId first : {100, 200, 300}) rig.read(counting(60, first));
  EXPECT_EQ(rig.pool->free_tokens(), 13 * 64);
  EXPECT_EQ(rig.begin(counting(60, 100), 59), 59);
  rig.read(counting(60, 400));
  EXPECT_EQ(rig.begin(counting(60, 200)), 0);
  EXPECT_EQ(rig.begin(counting(60, 100)), 60);
  int dropped = 0;
  while (rig.cache.drop_oldest()) ++dropped;
  EXPECT_EQ(dropped, 3);
  EXPECT_EQ(rig.pool->free_tokens(), 16 * 64);
}

TEST(PromptCache, WithoutMemoryItBeginsAnew) {
  Rig rig;
  rig.read(counting(60));
  KvSequence all(*rig.pool), kv(*rig.pool);
  ASSERT_TRUE(all.reserve(rig.pool->free_tokens()).ok());
  EXPECT_EQ(rig.cache.begin(counting(60), 50, kv), 0);  // the copy finds no block
  EXPECT_EQ(kv.length(), 0);
}

TEST(PromptCache, AnswersOfTheVerySamePrompt) {
  Rig rig;
  rig.read(counting(60));
  const std::vector<TokenId> answer{1, 2, 3};
  rig.cache.set_answer(counting(60), answer);
  rig.cache.set_answer(counting(59), std::vector<TokenId>{4});  // was never read
  const auto kept = rig.cache.answer(counting(60));
  EXPECT_EQ(std::vector<TokenId>(kept.begin(), kept.end()), answer);
  EXPECT_TRUE(rig.cache.answer(counting(61)).empty());
  EXPECT_TRUE(rig.cache.answer(counting(59)).empty());
}

TEST(PromptCache, NothingIsKeptWithoutRoom) {
  Rig rig(63);
  rig.read(counting(60));
  EXPECT_EQ(rig.begin(counting(60)), 0);
  EXPECT_EQ(rig.pool->free_tokens(), 16 * 64);
}

// Kept in whole blocks it is 192 tokens: too much, and no reason to forget the others.
TEST(PromptCache, WhatHasNoRoomDrivesNothingOut) {
  Rig rig(160);
  rig.read(counting(60));
  rig.read(counting(150, 1000));
  EXPECT_EQ(rig.begin(counting(60)), 60);
  EXPECT_EQ(rig.begin(counting(150, 1000)), 0);
}

}  // namespace
}  // namespace octavo::engine
