#include "run_bench.h"

#include <gtest/gtest.h>

#include "run_result.h"
#include "scripted_text_model.h"

namespace octavo::cli {
namespace {

TEST(RunBench, Median) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 10}), 3);
}

TEST(RunBench, APictureThatIsAlwaysTheSame) {
  const std::vector<uint8_t> file = bench_picture(10, 4);
  EXPECT_EQ(file.size(), 54U + 4 * 32);  // rows of 30 bytes, filled up to 32
  EXPECT_EQ(file, bench_picture(10, 4));
  EXPECT_EQ(file[0], 'B');
  EXPECT_EQ(file[2], file.size());
  EXPECT_EQ(file[18], 10);
  EXPECT_EQ(file[22], 4);
}

TEST(RunBench, Growth) {
  BenchFacts facts;
  EXPECT_EQ(facts.growth(), 0);
  facts.runs.resize(2);
  facts.runs[0].anonymous = 100;
  facts.runs[1].anonymous = 500;
  EXPECT_EQ(facts.growth(), 0);
  facts.runs.resize(5);
  facts.runs[2].anonymous = 600;
  facts.runs[4].anonymous = 590;
  EXPECT_EQ(facts.growth(), -10);
}

TEST(RunBench, RunsAsOftenAsAsked) {
  BenchPlan plan;
  plan.model.name = "there";
  plan.runs = 4;
  plan.width = plan.height = 8;
  std::vector<GenerateRequest> seen;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(plan, scripted_loader({"a", "b", "c"}, &seen), scripted_resolver, nullptr),
            kExitOk);
  const std::string out = ::testing::internal::GetCapturedStdout();
  ASSERT_EQ(seen.size(), 4U);
  EXPECT_TRUE(seen[3].ignore_end);
  EXPECT_EQ(seen[3].max_new_tokens, 64);
  ASSERT_EQ(seen[3].pictures.size(), 1U);
  EXPECT_EQ(seen[3].prompt, seen[0].prompt);
  EXPECT_NE(out.find("load         0.500 (0.500 to 0.500) s\n"), std::string::npos) << out;
  EXPECT_NE(out.find("decode       3 tokens at 2.00 (2.00 to 2.00) tokens/s\n"), std::string::npos)
      << out;
  EXPECT_NE(out.find(" over 4 runs\n"), std::string::npos) << out;
}

TEST(RunBench, StoppedBeforeTheFirstRun) {
  BenchPlan plan;
  plan.model.name = "there";
  plan.json = true;
  CancelFlag flag;
  flag.set();
  std::vector<GenerateRequest> seen;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run_bench(plan, scripted_loader({"a"}, &seen), scripted_resolver, &flag),
            kExitInterrupted);
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("\"code\": \"cancelled\""),
            std::string::npos);
}

}  // namespace
}  // namespace octavo::cli
