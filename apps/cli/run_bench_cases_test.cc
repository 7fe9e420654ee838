#include "run_bench_cases.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "run_result.h"
#include "scripted_text_model.h"

namespace octavo::cli {
namespace {

TEST(BenchCases, ADraftOfWhichOneInTwentyIsWrong) {
  std::vector<int32_t> tokens(200, 5);
  const std::vector<int32_t> draft = draft_95(tokens);
  ASSERT_EQ(draft.size(), 200U);
  int wrong = 0;
  for (size_t i = 0; i < 200; ++i) wrong += draft[i] != tokens[i] ? 1 : 0;
  EXPECT_EQ(wrong, 10);
}

TEST(BenchCases, RatiosOfMedians) {
  const BenchPair pair{.name = "x", .plain = {4, 2, 9}, .ours = {1, 1, 2}, .tokens = 7};
  EXPECT_EQ(pair.ratio(), 4);
  EXPECT_EQ(BenchPair{}.ratio(), 0);
  EXPECT_EQ(bench_cases_text("m", {pair}),
            "model               m\n"
            "x                   7 tokens: 1.000 s against 4.000 s, 4.00 times\n");
  BenchPair other = pair;
  other.same = false;
  EXPECT_NE(bench_cases_text("m", {other}).find("OTHER TOKENS"), std::string::npos);
}

TEST(BenchCases, EachIsRunInTurns) {
  BenchPlan plan;
  plan.model.name = "there";
  plan.runs = 2;
  plan.json = true;
  plan.cases = {BenchCase::kDraft, BenchCase::kBatch, BenchCase::kCrops};
  std::vector<GenerateRequest> seen;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(
      run_bench_cases(plan, scripted_loader({"a", "b", "c"}, &seen), scripted_resolver, nullptr),
      kExitOk);
  const auto object = nlohmann::json::parse(::testing::internal::GetCapturedStdout());
  // Once for the draft, then twice each way.
  EXPECT_EQ(seen.size(), 1U + 2 * 2 + 2 * 2 * 8 + 2 * 2 * 10);
  EXPECT_TRUE(seen[1].draft_ids.empty());
  EXPECT_EQ(seen[2].draft_ids.size(), 3U);
  EXPECT_FALSE(seen[2].look_back || seen[2].reuse);
  EXPECT_NE(seen.back().pictures.at(0).bytes, seen[seen.size() - 2].pictures.at(0).bytes);
  std::vector<std::string> names;
  for (const auto& result : object["results"]) {
    names.push_back(result["name"]);
    EXPECT_TRUE(result["same_tokens"]);
    EXPECT_EQ(result["plain_seconds"].size(), 2U);
    EXPECT_EQ(result["ours_decode_seconds"].size(), 2U);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"draft_95", "decode_batch8", "crops10",
                                             "crops10_generation"}));
}

TEST(BenchCases, TwoHundredQuotationsWithAndWithoutGuesses) {
  BenchPlan plan;
  plan.model.name = "there";
  plan.runs = 1;
  plan.cases = {BenchCase::kQuote};
  std::vector<GenerateRequest> seen;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(
      run_bench_cases(plan, scripted_loader({"a", "b", "c"}, &seen), scripted_resolver, nullptr),
      kExitOk);
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("quote200            600 tokens"),
            std::string::npos);
  ASSERT_EQ(seen.size(), 400U);
  std::set<std::string> prompts;
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].look_back, i % 2 == 1);
    prompts.insert(seen[i].prompt);
  }
  EXPECT_EQ(prompts.size(), 200U);
  EXPECT_TRUE(quote_prompt(0).starts_with("Item 100: 3 crates of blue chalk, shelf 1, price 2.10 "))
      << quote_prompt(0);
  EXPECT_TRUE(quote_prompt(0).ends_with("Copy the line of item 100, word for word."));
}

}  // namespace
}  // namespace octavo::cli
