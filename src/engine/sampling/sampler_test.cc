#include "engine/sampling/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace octavo::engine {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TokenId pick(Sampler& sampler, std::vector<float> logits) { return *sampler.pick(logits); }

TEST(Sampler, GreedyTakesTheLowestOfEquals) {
  Sampler sampler({});
  EXPECT_EQ(pick(sampler, {1, 3, 3, 2}), 1);
  EXPECT_EQ(pick(sampler, std::vector<float>(151936, 0)), 0);
  EXPECT_EQ(sampler.generated(), (std::vector<TokenId>{1, 0}));
}

TEST(Sampler, PenaltiesCountGeneratedTokensOnly) {
  Sampler sampler({.presence_penalty = 1, .frequency_penalty = 0.5F});
  EXPECT_EQ(pick(sampler, {2, 1, 0}), 0);
  EXPECT_EQ(pick(sampler, {2, 1, 0}), 1);  // 0.5, 1, 0
  EXPECT_EQ(pick(sampler, {2, 1, 0}), 0);  // 0.5, -0.5, 0
  EXPECT_EQ(pick(sampler, {2, 1, 0}), 0);  // 0, -0.5, 0
  EXPECT_EQ(pick(sampler, {2, 1, 0}), 2);  // -0.5, -0.5, 0
}

TEST(Sampler, NoRepeatNgram) {
  Sampler sampler({.no_repeat_ngram = 2});
  // 0, 0 (bigram 00), then 00 is taken: 1; then 10: 0; 00 and 01 are taken: 2.
  std::vector<TokenId> out;
  for (int i = 0; i < 5; ++i) out.push_back(pick(sampler, {3, 2, 1}));
  EXPECT_EQ(out, (std::vector<TokenId>{0, 0, 1, 0, 2}));
}

TEST(Sampler, BannedTokens) {
  Sampler sampler({.banned = {0, 100}});
  EXPECT_EQ(pick(sampler, {3, 2, 1}), 1);
}

TEST(Sampler, WhatIsNoNumberIsAnError) {
  for (const float bad : {kNan, -kNan, kInfinity})
    for (const size_t place : {0U, 5U, 17U, 39U})
      for (const float temperature : {0.0F, 1.0F}) {
        Sampler sampler({.temperature = temperature});
        std::vector<float> logits(40, 1);
        logits[place] = bad;
        const auto picked = sampler.pick(logits);
        ASSERT_FALSE(picked.ok());
        EXPECT_EQ(picked.error().code, Code::kModelInvalid);
        EXPECT_TRUE(picked.error().what.starts_with("model_nonfinite")) << picked.error().what;
        EXPECT_TRUE(sampler.generated().empty());
      }
}

TEST(Sampler, MinusInfinityIsAChoiceTheModelMayMake) {
  Sampler sampler({});
  EXPECT_EQ(pick(sampler, {-kInfinity, -5, -kInfinity}), 1);
}

TEST(Sampler, NothingLeft) {
  Sampler sampler({.no_repeat_ngram = 1});
  EXPECT_EQ(pick(sampler, {1, -kInfinity}), 0);
  std::vector<float> logits{1, -kInfinity};
  const auto picked = sampler.pick(logits);
  ASSERT_FALSE(picked.ok());
  EXPECT_EQ(picked.error().code, Code::kInvalidArgument);  // the caller's doing, not the model's
  std::vector<float> none;
  EXPECT_FALSE(Sampler({}).pick(none).ok());
}

TEST(Sampler, SameSeedSameTokens) {
  const auto run = [](uint64_t seed) {
    Sampler sampler({.temperature = 1, .seed = seed});
    for (int i = 0; i < 50; ++i) static_cast<void>(pick(sampler, std::vector<float>(1000, 0)));
    return sampler.generated();
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(Sampler, DrawsAsOftenAsProbable) {
  Sampler sampler({.temperature = 1, .seed = 3});
  std::map<TokenId, int> count;
  constexpr int kDraws = 20000;
  const std::vector<float> logits{std::log(0.7F), std::log(0.2F), std::log(0.1F)};
  for (int i = 0; i < kDraws; ++i) ++count[pick(sampler, logits)];
  EXPECT_NEAR(count[0], 0.7 * kDraws, 400);
  EXPECT_NEAR(count[1], 0.2 * kDraws, 400);
  EXPECT_NEAR(count[2], 0.1 * kDraws, 400);
}

TEST(Sampler, TinyTemperatureIsGreedy) {
  Sampler sampler({.temperature = 1e-6F});
  EXPECT_EQ(pick(sampler, {1, 1.0000001F, 1.0000001F}), 1);
}

TEST(Sampler, LogprobsAreThoseOfTheModel) {
  Sampler sampler({.presence_penalty = 100, .banned = {2}, .logprobs = 2});
  const std::vector<float> logits{std::log(0.5F), std::log(0.125F), std::log(0.375F)};
  std::vector<TokenLogprob> logprobs;
  std::vector<float> work = logits;
  EXPECT_EQ(*sampler.pick(work, &logprobs), 0);
  work = logits;
  EXPECT_EQ(*sampler.pick(work, &logprobs), 1);  // 0 is penalised, 2 banned
  ASSERT_EQ(logprobs.size(), 3U);
  EXPECT_EQ(logprobs[0].id, 1);
  EXPECT_NEAR(logprobs[0].logprob, std::log(0.125), 1e-6);
  EXPECT_EQ(logprobs[1].id, 0);
  EXPECT_NEAR(logprobs[1].logprob, std::log(0.5), 1e-6);
  EXPECT_EQ(logprobs[2].id, 2);
}

TEST(SamplingOptions, Ranges) {
  EXPECT_TRUE(check({}).ok());
  EXPECT_TRUE(check({.temperature = 0.01F, .top_k = 1, .top_p = 0.001F}).ok());
  const auto named = [](const SamplingOptions& options, const char* field) {
    const auto status = check(options);
    return !status.ok() && status.error().code == Code::kInvalidArgument &&
           status.error().what.starts_with(field);
  };
  for (const float bad : {kNan, kInfinity, -kInfinity, -0.5F, 1e38F}) {
    EXPECT_TRUE(named({.temperature = bad}, "temperature"));
    EXPECT_TRUE(named({.top_p = bad}, "top_p"));
    EXPECT_TRUE(named({.min_p = bad}, "min_p"));
    EXPECT_TRUE(named({.repetition_penalty = bad}, "repetition_penalty"));
  }
  for (const float bad : {kNan, kInfinity, -kInfinity, 1e38F}) {
    EXPECT_TRUE(named({.presence_penalty = bad}, "presence_penalty"));
    EXPECT_TRUE(named({.frequency_penalty = bad}, "frequency_penalty"));
  }
  EXPECT_TRUE(named({.top_p = 0}, "top_p"));
  EXPECT_TRUE(named({.top_k = -1}, "top_k"));
  EXPECT_TRUE(named({.no_repeat_ngram = -1}, "no_repeat_ngram"));
  EXPECT_TRUE(named({.logprobs = 21}, "logprobs"));
  EXPECT_TRUE(named({.banned = {-1}}, "banned"));
}

}  // namespace
}  // namespace octavo::engine
