#include "run_generate.h"

#include <gtest/gtest.h>

#include <fstream>

#include "captured_run.h"
#include "run_result.h"
#include "test_folder.h"

namespace octavo::cli {
namespace {

CapturedRun run(const GeneratePlan& plan, const CancelFlag* cancel = nullptr) {
  return captured_run(run_generate, plan, {"Hel", "lo", "!"}, cancel);
}

GeneratePlan asking(std::string prompt, std::string model = "there") {
  GeneratePlan plan;
  plan.model.name = std::move(model);
  plan.prompt = std::move(prompt);
  return plan;
}

TEST(RunGenerate, TextOnOneStreamFactsOnTheOther) {
  const CapturedRun outcome = run(asking("Hi"));
  EXPECT_EQ(outcome.code, kExitOk);
  EXPECT_EQ(outcome.out, "Hello!\n");
  EXPECT_TRUE(
      outcome.err.starts_with("octavo: computed in words\n"
                              "octavo: load 0.50 s, 2 prompt tokens"))
      << outcome.err;
}

TEST(RunGenerate, QuietAndStream) {
  GeneratePlan plan = asking("Hi");
  plan.quiet = plan.stream = true;
  const CapturedRun outcome = run(plan);
  EXPECT_EQ(outcome.out, "Hello!\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(RunGenerate, Json) {
  GeneratePlan plan = asking("Hi");
  plan.json = true;
  const CapturedRun outcome = run(plan);
  EXPECT_EQ(outcome.code, kExitOk);
  EXPECT_NE(outcome.out.find("\"text\": \"Hello!\""), std::string::npos);
  EXPECT_EQ(outcome.err, "");
}

TEST(RunGenerate, ThePlanReachesTheModel) {
  GeneratePlan plan = asking("x");
  plan.raw = true;
  plan.system = "Be brief.";
  plan.pictures = {"a.png", "b.png"};
  plan.max_side = 99;
  plan.max_pixels = 5000;
  plan.max_new_tokens = 7;
  plan.stop = {"s"};
  plan.keep_special = true;
  plan.sampling.temperature = 0.5F;
  const CapturedRun outcome = run(plan);
  ASSERT_EQ(outcome.requests.size(), 1U);
  const GenerateRequest& request = outcome.requests[0];
  EXPECT_EQ(request.prompt, "x");
  EXPECT_TRUE(request.raw && request.keep_special);
  EXPECT_EQ(request.system, "Be brief.");
  ASSERT_EQ(request.pictures.size(), 2U);
  EXPECT_EQ(request.pictures[1].name, "b.png");
  EXPECT_EQ(request.max_side, 99);
  EXPECT_EQ(request.max_pixels, 5000);
  EXPECT_EQ(request.max_new_tokens, 7);
  EXPECT_EQ(request.stop, std::vector<std::string>{"s"});
  EXPECT_EQ(request.sampling.temperature, 0.5F);
}

TEST(RunGenerate, APromptFileIsTakenAsItIs) {
  const TestFolder folder;
  const std::string path = folder / "prompt.txt";
  std::ofstream(path, std::ios::binary) << "two\nlines\n";
  GeneratePlan plan = asking("");
  plan.prompt_file = path;
  EXPECT_EQ(run(plan).requests[0].prompt, "two\nlines\n");
  plan.prompt_file = folder / "none.txt";
  const CapturedRun outcome = run(plan);
  EXPECT_EQ(outcome.code, kExitFailed);
  EXPECT_NE(outcome.err.find("none.txt: file_not_found: "), std::string::npos) << outcome.err;
}

TEST(RunGenerate, Errors) {
  EXPECT_EQ(run(asking("x", "unknown")).err, "octavo: unknown: model_missing: is no model\n");
  EXPECT_EQ(run(asking("x", "bad")).err, "octavo: bad: model_invalid: is damaged\n");
  const CapturedRun failed = run(asking("fail"));
  EXPECT_EQ(failed.code, kExitFailed);
  EXPECT_EQ(failed.out, "");
  EXPECT_EQ(failed.err, "octavo: limit_exceeded: the prompt is too long (shorten it)\n");
  GeneratePlan json = asking("fail");
  json.json = true;
  const CapturedRun object = run(json);
  EXPECT_EQ(object.err, "");
  EXPECT_NE(object.out.find("\"code\": \"limit_exceeded\""), std::string::npos) << object.out;
  json.model.name = "bad";
  EXPECT_NE(run(json).out.find("\"message\": \"bad: is damaged\""), std::string::npos);
}

TEST(RunGenerate, AnInterruptedRunPrintsWhatThereIs) {
  CancelFlag flag;
  flag.set();
  const CapturedRun outcome = run(asking("Hi"), &flag);
  EXPECT_EQ(outcome.code, kExitInterrupted);
  EXPECT_EQ(outcome.out, "\n");
  AnswerLog log;
  log.add("Hel");
  log.add("lo");
  ::testing::internal::CaptureStdout();
  abandon_generate(asking("Hi"), log);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "Hello\n");
  GeneratePlan json = asking("Hi");
  json.json = true;
  ::testing::internal::CaptureStdout();
  abandon_generate(json, log);
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("\"finish_reason\": \"cancelled\""),
            std::string::npos);
}

}  // namespace
}  // namespace octavo::cli
