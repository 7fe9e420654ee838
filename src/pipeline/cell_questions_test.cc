#include "pipeline/cell_questions.h"

#include <gtest/gtest.h>

#include <thread>

namespace octavo {
namespace {

using Row = std::vector<std::string>;

// Says the same to every question.
class Cells : public Vlm {
 public:
  std::string text = "[1, 0]", finish = "stop";
  std::chrono::milliseconds takes{0};
  std::vector<VlmRequest> asked;

  std::string name() const override { return "cells"; }
  std::vector<VlmAnswer> answer(std::span<const VlmRequest> requests, const Deadline& deadline,
                                const std::function<bool(size_t, std::string_view)>&) override {
    asked.insert(asked.end(), requests.begin(), requests.end());
    std::this_thread::sleep_for(takes);
    if (!deadline.check().ok()) return {VlmAnswer{.text = "", .finish = "cancelled"}};
    return {VlmAnswer{.text = text, .finish = finish}};
  }
};

class CellQuestionsTest : public ::testing::Test {
 protected:
  CellQuestions make(const CellLimits& limits = {}) {
    return {options_, [this]() -> Result<Vlm*> { return &vlm_; }, limits};
  }
  static std::vector<std::string> reported(const CellQuestions& questions) {
    std::vector<Diagnostic> diagnostics;
    questions.report(diagnostics);
    std::vector<std::string> out;
    for (const Diagnostic& diagnostic : diagnostics) {
      EXPECT_EQ(diagnostic.page, -1);
      out.push_back(diagnostic.id + ": " + diagnostic.text.substr(0, diagnostic.text.find(',')));
    }
    return out;
  }

  Cells vlm_;
  ParseOptions options_{.page_timeout = std::chrono::minutes(1)};
};

TEST_F(CellQuestionsTest, AnswersAreOneFlagACell) {
  CellQuestions questions = make();
  EXPECT_EQ(questions.ask({"a", "b"}, {"c", "d"}), (std::vector<bool>{true, false}));
  ASSERT_EQ(vlm_.asked.size(), 1u);
  EXPECT_NE(vlm_.asked[0].prompt.find("[['c', 'd']]"), std::string::npos);
  EXPECT_EQ(vlm_.asked[0].max_new_tokens, 12);
  EXPECT_TRUE(reported(questions).empty());
}

TEST_F(CellQuestionsTest, NoAnswerIsNone) {
  CellQuestions questions = make();
  for (const char* text : {"", "yes", "[1]", "[1, 0, 1]", "[1, 2]"}) {
    vlm_.text = text;
    EXPECT_TRUE(questions.ask({"a", "b"}, {"c", "d"}).empty()) << text;
  }
  vlm_.text = "[1, 0]";
  vlm_.finish = "error";
  EXPECT_TRUE(questions.ask({"a", "b"}, {"c", "d"}).empty());
  EXPECT_EQ(reported(questions),
            std::vector<std::string>{"vlm_cells_unanswered: 6 tables go over a page break"});
}

TEST_F(CellQuestionsTest, SoManyAndNoMore) {
  CellQuestions questions = make({.questions = 2, .cells = 3, .bytes = 10});
  EXPECT_TRUE(questions.ask(Row(4, "a"), Row(4, "b")).empty());
  EXPECT_TRUE(questions.ask({"12345", ""}, {"12345", "6"}).empty());
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(questions.ask({"12345", ""}, {"12345", ""}).empty(), i >= 2);
  EXPECT_EQ(vlm_.asked.size(), 2u);
  EXPECT_EQ(reported(questions),
            std::vector<std::string>{"vlm_cells_unasked: 5 tables go over a page break"});
}

TEST_F(CellQuestionsTest, AllTogetherHaveOnePagesTime) {
  options_.page_timeout = std::chrono::milliseconds(200);
  vlm_.takes = std::chrono::milliseconds(120);
  CellQuestions questions = make();
  EXPECT_FALSE(questions.ask({"a", "b"}, {"c", "d"}).empty());
  EXPECT_TRUE(questions.ask({"a", "b"}, {"c", "d"}).empty());  // 240 ms
  EXPECT_TRUE(questions.ask({"a", "b"}, {"c", "d"}).empty());
  EXPECT_EQ(vlm_.asked.size(), 2u);
  EXPECT_EQ(reported(questions),
            (std::vector<std::string>{"vlm_cells_unasked: 1 table goes over a page break",
                                      "vlm_cells_unanswered: 1 table goes over a page break"}));
}

TEST_F(CellQuestionsTest, NothingIsAskedOnceItIsCancelled) {
  CancelFlag cancel;
  options_.cancel = &cancel;
  CellQuestions questions = make();
  cancel.set();
  EXPECT_TRUE(questions.ask({"a", "b"}, {"c", "d"}).empty());
  EXPECT_TRUE(vlm_.asked.empty());
}

}  // namespace
}  // namespace octavo
