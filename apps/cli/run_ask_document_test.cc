#include "run_ask_document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "run_result.h"
#include "scripted_text_model.h"
#include "test_folder.h"

namespace octavo::cli {
namespace {

using Json = nlohmann::json;

Block block_of(const std::string& text, int page) {
  Block block;
  block.boxes = {{page, {10, 20, 300, 40}}};
  block.content = {{.text = text}};
  return block;
}

// A contract of two pages under every name; "empty" has no text, "half" a page that failed, "bad"
// cannot be read. Draws what it was told to draw as JSON.
class FakeEngine : public Engine {
 public:
  explicit FakeEngine(ParseOptions* seen) : seen_(seen) {}

  Result<Document> parse(const Input& input, const ParseOptions& options) override {
    *seen_ = options;
    const std::string name = std::filesystem::path(input.path).filename().string();
    if (name == "bad.pdf")
      return Error{Code::kFileCorrupted, "it is broken", "", {.file = input.path}};
    Document document;
    document.name = input.path;
    document.page_count = 2;
    document.pages = {{.index = 0, .width = 600, .height = 800},
                      {.index = 1, .width = 600, .height = 800}};
    if (name == "half.pdf") document.pages[1].status = PageStatus::kFailed;
    if (name == "empty.pdf") return document;
    document.blocks = {block_of("The law of England applies.", 0),
                       block_of("The fee is 29,120.00 pounds.", 1)};
    return document;
  }
  Result<std::vector<uint8_t>> draw_overlay(const Input&, const Document& document,
                                            const OverlayOptions& options) override {
    const std::string drawn = Json{{"png", options.format == OverlayFormat::kPng},
                                   {"pages", document.pages.size()},
                                   {"page", document.pages.at(0).index}}
                                  .dump();
    return std::vector<uint8_t>(drawn.begin(), drawn.end());
  }

 private:
  ParseOptions* seen_;
};

class RunAskDocument : public testing::Test {
 protected:
  // The inputs are names of files in the test's folder, and so they are in what is printed.
  int run(AskPlan plan, std::vector<std::string> words) {
    for (std::string& input : plan.inputs) input = folder_.write(input, "x");
    const AskRun ask_run{
        .make_engine = [this](const ParserOptions&) -> Result<std::unique_ptr<Engine>> {
          return std::unique_ptr<Engine>(std::make_unique<FakeEngine>(&parsed_));
        },
        .find_model = [](const AskPlan& asked) -> Result<std::string> {
          if (asked.model == "none")
            return Error{Code::kModelMissing,
                         "no language model is here to answer",
                         "octavo models pull qwen2.5-0.5b",
                         {}};
          return asked.model;
        },
        .load = scripted_loader(std::move(words), &requests_),
        .load_tokenizer = [](const std::string&) -> Result<TokenCounter> {
          return TokenCounter(
              [](std::string_view text) { return static_cast<int64_t>(text.size() + 3) / 4; });
        },
        .cancel = &cancel_};
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = run_ask_document(plan, ask_run);
    out_ = plain(testing::internal::GetCapturedStdout());
    err_ = plain(testing::internal::GetCapturedStderr());
    return code;
  }
  std::string plain(std::string text) const {
    const std::string folder = folder_ / "";
    for (size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }

  const TestFolder folder_;
  std::string out_, err_;
  std::vector<GenerateRequest> requests_;
  ParseOptions parsed_;
  CancelFlag cancel_;
};

AskPlan asking(std::vector<std::string> questions, std::vector<std::string> inputs = {"a.pdf"}) {
  AskPlan plan;
  plan.model = "there";
  plan.inputs = std::move(inputs);
  plan.questions = std::move(questions);
  plan.prompt_tokens = 1024;
  plan.max_new_tokens = 96;
  return plan;
}

constexpr const char* kLaw = "Which law applies?";

TEST_F(RunAskDocument, AnAnswerWithItsPlace) {
  EXPECT_EQ(run(asking({kLaw}), {"The law", " of England [1:1]."}), kExitOk);
  EXPECT_EQ(out_, "The law of England. [1:1]\n  [1:1] page 1: The law of England applies.\n");
  EXPECT_NE(err_.find("octavo: the model saw 2 of 2 passages, "), std::string::npos) << err_;
}

TEST_F(RunAskDocument, StreamedItIsTheSame) {
  AskPlan plan = asking({kLaw});
  plan.stream = plan.quiet = true;
  EXPECT_EQ(run(plan, {"The law", " of England [1:1]."}), kExitOk);
  EXPECT_EQ(out_, "The law of England. [1:1]\n  [1:1] page 1: The law of England applies.\n");
  EXPECT_EQ(err_, "");
}

TEST_F(RunAskDocument, ARefusalIsAnAnswer) {
  EXPECT_EQ(run(asking({"Who is Jonas?"}), {"Nobody."}), kExitOk);
  EXPECT_EQ(out_, "Not in the document: \"Jonas\" stands nowhere in the document.\n");
  EXPECT_EQ(err_, "octavo: the model was not asked (2 passages were searched)\n");
  EXPECT_TRUE(requests_.empty());
}

TEST_F(RunAskDocument, Json) {
  AskPlan plan = asking({kLaw, "Who is Jonas?"});
  plan.json = true;
  EXPECT_EQ(run(plan, {"The law of England [1:1]."}), kExitOk);
  EXPECT_EQ(err_, "");
  const Json json = Json::parse(out_);
  EXPECT_EQ(json["documents"], Json({"a.pdf"}));
  EXPECT_EQ(json["pages"], Json({{"read", 2}, {"failed", 0}}));
  EXPECT_EQ(json["precision"], "words");
  ASSERT_EQ(json["answers"].size(), 2u);
  const Json& law = json["answers"][0];
  EXPECT_EQ(law["found"], true);
  EXPECT_EQ(law["origin"], "model");
  EXPECT_EQ(law["text"], "The law of England.");
  EXPECT_EQ(law["model_text"], "The law of England [1:1].");
  EXPECT_EQ(law["citations"][0], Json({{"label", "[1:1]"},
                                       {"document", "a.pdf"},
                                       {"page", 1},
                                       {"block", 1},
                                       {"boxes", {{{"page", 1}, {"bbox", {10, 20, 300, 40}}}}},
                                       {"text", "The law of England applies."}}));
  EXPECT_EQ(law["used"]["passages"], 2);
  const Json& nobody = json["answers"][1];
  EXPECT_EQ(nobody["found"], false);
  EXPECT_EQ(nobody["origin"], "none");
  EXPECT_EQ(nobody["reason"], "\"Jonas\" stands nowhere in the document");
  EXPECT_TRUE(nobody["citations"].empty());
}

TEST_F(RunAskDocument, NoModelIsToldWithWhatToRun) {
  AskPlan plan = asking({kLaw});
  plan.model = "none";
  EXPECT_EQ(run(plan, {}), kExitFailed);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(err_,
            "octavo: model_missing: no language model is here to answer (octavo models pull "
            "qwen2.5-0.5b)\n");
  plan.json = true;
  EXPECT_EQ(run(plan, {}), kExitFailed);
  EXPECT_EQ(Json::parse(out_)["error"]["code"], "model_missing");
}

TEST_F(RunAskDocument, WhatCannotBeReadAndWhatIsEmpty) {
  EXPECT_EQ(run(asking({kLaw}, {"bad.pdf"}), {}), kExitFailed);
  EXPECT_NE(err_.find("bad.pdf: file_corrupted"), std::string::npos) << err_;
  EXPECT_EQ(run(asking({kLaw}, {"empty.pdf"}), {}), kExitFailed);
  EXPECT_NE(err_.find("empty.pdf: invalid_argument: the document holds no text that could answer"),
            std::string::npos)
      << err_;
  EXPECT_EQ(run(asking({kLaw}, {"half.pdf"}), {"The law of England."}), kExitPartial);
  EXPECT_NE(err_.find("octavo: 1 of 2 pages could not be read\n"), std::string::npos) << err_;
}

TEST_F(RunAskDocument, ADamagedModelIsToldForEachQuestionThatNeedsIt) {
  AskPlan plan = asking({kLaw});
  plan.model = "damaged";
  EXPECT_EQ(run(plan, {}), kExitFailed);
  EXPECT_EQ(err_, "octavo: damaged: model_invalid: is damaged\n");
}

TEST_F(RunAskDocument, OnlyTheModelsErrorsStop) {
  AskPlan plan = asking({"\xff", kLaw});
  EXPECT_EQ(run(plan, {"The law of England."}), kExitFailed);
  EXPECT_NE(out_.find("The law of England. [1:1]"), std::string::npos) << "the next is answered";
}

TEST_F(RunAskDocument, QuestionsOfAFileAndSeveralDocuments) {
  AskPlan plan = asking({}, {"a.pdf", "b.pdf"});
  plan.questions_file = folder_.write("q.txt", std::string(kLaw) + "\n\n  \nWho is Jonas?\r\n");
  EXPECT_EQ(run(plan, {"The law of England [2:1:1]."}), kExitOk);
  EXPECT_EQ(out_,
            "The law of England. [2:1:1]\n"
            "  [2:1:1] b.pdf, page 1: The law of England applies.\n"
            "Not in the document: \"Jonas\" stands nowhere in the document.\n");
}

TEST_F(RunAskDocument, TheOverlayHasThePagesThatAreCited) {
  AskPlan plan = asking({"How much is the fee?"});
  plan.overlay = folder_ / "cited.png";
  EXPECT_EQ(run(plan, {"The fee is 29,120.00 pounds [2:1]."}), kExitOk);
  EXPECT_EQ(Json::parse(folder_.read("cited.png")),
            Json({{"png", true}, {"pages", 1}, {"page", 1}}));
  plan.questions = {"Who is Jonas?"};
  plan.overlay = folder_ / "none.pdf";
  EXPECT_EQ(run(plan, {}), kExitOk);
  EXPECT_FALSE(std::filesystem::exists(plan.overlay));
  EXPECT_NE(err_.find("nothing is cited"), std::string::npos) << err_;
}

TEST_F(RunAskDocument, PagesPasswordAndOcrReachTheReader) {
  AskPlan plan = asking({kLaw});
  plan.pages = {{1, 1}};
  plan.password = "open";
  plan.ocr = OcrMode::kAlways;
  EXPECT_EQ(run(plan, {"The law of England."}), kExitOk);
  ASSERT_EQ(parsed_.pages.size(), 1u);
  EXPECT_EQ(parsed_.password, "open");
  EXPECT_EQ(parsed_.ocr, OcrMode::kAlways);
  EXPECT_EQ(parsed_.tier, Tier::kBasic);
}

TEST_F(RunAskDocument, StoppedOnRequest) {
  cancel_.set();
  EXPECT_EQ(run(asking({kLaw}), {"x"}), kExitInterrupted);
}

TEST(OnlyCited, OtherBlocksKeepTheirNumbersAndHaveNoSize) {
  Document document;
  document.pages = {{.index = 0}, {.index = 1}};
  document.blocks = {block_of("one", 0), block_of("two", 0), block_of("three", 1)};
  AnswerCitation citation{.block = 1, .boxes = {{0, {1, 2, 3, 4}}}};
  const Document shown = only_cited(document, {citation});
  ASSERT_EQ(shown.pages.size(), 1u);
  ASSERT_EQ(shown.blocks.size(), 3u);
  EXPECT_EQ(shown.blocks[0].boxes.at(0).box, PointBox{});
  ASSERT_EQ(shown.blocks[1].boxes.size(), 2u);
  EXPECT_EQ(shown.blocks[1].boxes[1].box, (PointBox{1, 2, 3, 4}));
}

}  // namespace
}  // namespace octavo::cli
