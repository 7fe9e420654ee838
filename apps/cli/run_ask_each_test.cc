#include "run_ask_each.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "captured_run.h"
#include "run_result.h"
#include "test_folder.h"

namespace octavo::cli {
namespace {

CapturedRun ask(const GeneratePlan& plan, const CancelFlag* cancel = nullptr) {
  return captured_run(run_ask_each, plan, {"Hel", "lo"}, cancel);
}

GeneratePlan asking(std::vector<std::string> pictures) {
  GeneratePlan plan;
  plan.model.name = "there";
  plan.prompt = "What?";
  plan.pictures = std::move(pictures);
  plan.each = true;
  return plan;
}

TEST(RunAskEach, AnAnswerUnderEachName) {
  for (const bool stream : {false, true}) {
    GeneratePlan plan = asking({"a.png", "b.png"});
    plan.stream = stream;
    const CapturedRun outcome = ask(plan);
    EXPECT_EQ(outcome.code, kExitOk);
    EXPECT_EQ(outcome.out, "==> a.png <==\nHello\n\n==> b.png <==\nHello\n");
    EXPECT_NE(outcome.err.find("2 pictures in "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find(", 4 tokens, all in "), std::string::npos) << outcome.err;
    ASSERT_EQ(outcome.requests.size(), 2U);
    ASSERT_EQ(outcome.requests[1].pictures.size(), 1U);
    EXPECT_EQ(outcome.requests[1].pictures[0].name, "b.png");
    EXPECT_EQ(outcome.requests[1].prompt, "What?");
  }
}

TEST(RunAskEach, OneThatFailsDoesNotStopTheOthers) {
  const CapturedRun outcome = ask(asking({"a.png", "damaged.png", "c.png"}));
  EXPECT_EQ(outcome.code, kExitFailed);
  EXPECT_EQ(outcome.out, "==> a.png <==\nHello\n\n==> c.png <==\nHello\n");
  EXPECT_NE(outcome.err.find("octavo: damaged.png: file_unreadable: is damaged\n"),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find(", 1 failed"), std::string::npos) << outcome.err;
}

TEST(RunAskEach, Json) {
  GeneratePlan plan = asking({"a.png", "damaged.png"});
  plan.json = true;
  const CapturedRun outcome = ask(plan);
  EXPECT_EQ(outcome.code, kExitFailed);
  EXPECT_EQ(outcome.err, "");
  const auto object = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(object["answers"].size(), 2U);
  EXPECT_EQ(object["answers"][0]["picture"], "a.png");
  EXPECT_EQ(object["answers"][0]["text"], "Hello");
  EXPECT_EQ(object["answers"][1]["picture"], "damaged.png");
  EXPECT_EQ(object["answers"][1]["error"]["code"], "file_unreadable");
}

TEST(RunAskEach, AnInterruptedRunPrintsWhatThereIs) {
  CancelFlag flag;
  flag.set();
  EXPECT_EQ(ask(asking({"a.png", "b.png"}), &flag).code, kExitInterrupted);
  AnswerLog log;
  log.add("==> a.png <==\nHel");
  GeneratePlan plan = asking({"a.png", "b.png"});
  plan.json = true;
  ::testing::internal::CaptureStdout();
  abandon_generate(plan, log);
  EXPECT_TRUE(nlohmann::json::parse(::testing::internal::GetCapturedStdout())["answers"].empty());
}

TEST(RunAskEach, ADraftFileIsRead) {
  const TestFolder folder;
  const std::string path = folder / "draft.txt";
  std::ofstream(path, std::ios::binary) << "perhaps this\n";
  GeneratePlan plan = asking({"a.png", "b.png"});
  plan.draft_file = path;
  EXPECT_EQ(ask(plan).requests[1].draft, "perhaps this\n");
  plan.draft_file = folder / "none.txt";
  EXPECT_EQ(ask(plan).code, kExitFailed);
}

}  // namespace
}  // namespace octavo::cli
