#include <gtest/gtest.h>

#include "ask/test_documents.h"
#include "octavo/ask.h"

namespace octavo {
namespace {

using ask::contract;
using ask::document_of;
using ask::text_block;

// Says `words` piece by piece, four bytes a token, until nobody listens.
class Scripted {
 public:
  explicit Scripted(std::vector<std::string> words) : words_(std::move(words)) {}

  AskModel model() {
    return {.generate = [this](const GenerateRequest& request) { return generate(request); },
            .count_tokens = [](std::string_view text) -> int64_t { return (text.size() + 3) / 4; }};
  }

  std::vector<GenerateRequest> requests;
  size_t said = 0;  // words, in all

 private:
  Result<Generation> generate(const GenerateRequest& request) {
    requests.push_back(request);
    Generation made;
    for (const std::string& word : words_) {
      ++said;
      made.text += word;
      if (request.on_text(word)) continue;
      made.end = GenerateEnd::kCancelled;
      break;
    }
    return made;
  }

  std::vector<std::string> words_;
};

Result<DocumentAnswer> ask_about(const std::vector<Document>& documents, Scripted& model,
                                 const std::string& question, const AskOptions& options = {}) {
  auto questions = DocumentQuestions::create(documents);
  if (!questions.ok()) return std::move(questions).error();
  return questions->ask(question, model.model(), options);
}

constexpr const char* kFee = "What is the fee for the letter books?";

TEST(AskDocument, AnAnswerNamesTheRowItStandsIn) {
  Scripted model({"The fee is", " £ 29,120.00 [2:3]."});
  const auto answer = ask_about({contract()}, model, kFee);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kModel);
  EXPECT_EQ(answer->text, "The fee is £ 29,120.00.");
  EXPECT_EQ(answer->reason, "");
  ASSERT_EQ(answer->citations.size(), 1u);
  const AnswerCitation& place = answer->citations[0];
  EXPECT_EQ(place.label, "[2:3]");
  EXPECT_EQ(place.page, 1);
  EXPECT_EQ(place.number, 3);
  EXPECT_EQ(place.block, 7u);
  EXPECT_EQ(place.text, "Lot: 2 | Materials: Letter books | Fee (£): 29,120.00");
  ASSERT_EQ(place.boxes.size(), 1u);
  EXPECT_EQ(place.boxes[0].box, (PointBox{0, 220, 290, 228}));
}

TEST(AskDocument, AWrongLabelIsPutRight) {
  Scripted model({"The fee is £ 29,120.00 [1:1]."});
  EXPECT_EQ(ask_about({contract()}, model, kFee)->citations.at(0).label, "[2:3]");
}

TEST(AskDocument, WhatTheModelInventsIsReplacedByTheDocumentsWords) {
  Scripted model({"The fee is £ 30,000.00 [2:3]."});
  const auto answer = ask_about({contract()}, model, kFee);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kQuote);
  EXPECT_EQ(answer->text, "Lot: 2 | Materials: Letter books | Fee (£): 29,120.00");
  EXPECT_EQ(answer->reason, "what the model said was not found");
  EXPECT_EQ(answer->citations.at(0).label, "[2:3]");
  EXPECT_EQ(answer->generation.text, "The fee is £ 30,000.00 [2:3].") << "to look at";
}

TEST(AskDocument, AQuotedLabelBringsWhatFollowsIt) {
  Scripted model({"Tidewater signed for Tidewater."});
  const auto answer = ask_about({document_of({text_block("Signed for Tidewater"),
                                              text_block("____\nName: Jonas Reuter\nDate:")})},
                                model, "Who signed for Tidewater?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kQuote);
  EXPECT_EQ(answer->text, "Signed for Tidewater Name: Jonas Reuter");
  ASSERT_EQ(answer->citations.size(), 2u);
  EXPECT_EQ(answer->citations[1].label, "[1:2]");
  Scripted again({"Tidewater signed for Tidewater."});
  const auto alone = ask_about({document_of({text_block("Signed for Tidewater")})}, again,
                               "Who signed for Tidewater?");
  EXPECT_EQ(alone->origin, AnswerOrigin::kNone) << "nothing follows";
}

TEST(AskDocument, ANameThatStandsNowhereIsRefusedWithoutTheModel) {
  Scripted model({"Jonas Reuter is the director."});
  const auto answer = ask_about({contract()}, model, "Who is Jonas Reuter?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kNone);
  EXPECT_EQ(answer->text, "");
  EXPECT_EQ(answer->reason, "\"Jonas\" stands nowhere in the document");
  EXPECT_EQ(answer->passages_used, 0);
  EXPECT_TRUE(answer->citations.empty());
  EXPECT_TRUE(model.requests.empty());
}

TEST(AskDocument, NothingThatBearsOnItIsRefusedWithoutTheModel) {
  Scripted model({"Soup."});
  const auto answer = ask_about({contract()}, model, "Which soups are served at lunch?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kNone);
  EXPECT_EQ(answer->reason, "no part of the document bears on the question");
  EXPECT_TRUE(model.requests.empty());
}

TEST(AskDocument, TheModelMaySayThatThereIsNoAnswer) {
  // "insurance" stands nowhere: part of the question alone is borne on.
  Scripted model({"Not in the document."});
  const auto answer = ask_about({contract()}, model, "What interest does insurance bring?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kNone);
  EXPECT_EQ(answer->text, "");
}

TEST(AskDocument, ASecondSentenceThatNobodySaysIsLeftOutAndEndsTheWriting) {
  Scripted model({"The fee is £ 29,120.00.", " It was", " agreed by telephone.", " And so on.",
                  " For ever", " and ever."});
  std::string streamed;
  AskOptions options;
  options.on_text = [&](std::string_view text) {
    streamed += text;
    return true;
  };
  const auto answer = ask_about({contract()}, model, kFee, options);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kModel);
  EXPECT_EQ(answer->text, "The fee is £ 29,120.00.");
  EXPECT_EQ(streamed, answer->text);
  EXPECT_EQ(model.said, 4u) << "it is stopped once the next sentence begins";
}

TEST(AskDocument, QuestionsOverOneDocumentShareTheirBeginning) {
  Scripted model({"The law of England applies."});
  ASSERT_TRUE(ask_about({contract()}, model, kFee).ok());
  ASSERT_TRUE(ask_about({contract()}, model, "Which law applies?").ok());
  ASSERT_EQ(model.requests.size(), 2u);
  EXPECT_EQ(model.requests[0].system, model.requests[1].system);
  const std::string& one = model.requests[0].prompt;
  const std::string& other = model.requests[1].prompt;
  const size_t body = one.find("\nQuestion: ");
  ASSERT_NE(body, std::string::npos);
  EXPECT_EQ(one.substr(0, body), other.substr(0, body)) << "all of it fits";
}

TEST(AskDocument, ALongDocumentIsShownInPartAndToldSo) {
  std::vector<Block> blocks;
  for (int i = 0; i < 400; ++i)
    blocks.push_back(text_block("Station " + std::to_string(i) + " measures rain and wind.", i));
  Scripted model({"It measures rain [318:1]."});
  const auto answer = ask_about({document_of(blocks)}, model, "What does station 317 measure?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->passages, 400);
  EXPECT_GT(answer->passages_used, 0);
  EXPECT_LE(answer->passages_used, 12);
  EXPECT_LE(answer->prompt_tokens, 1024);
  EXPECT_NE(model.requests[0].prompt.find("[318:1] Station 317"), std::string::npos);
  EXPECT_EQ(answer->citations.at(0).label, "[318:1]");
}

TEST(AskDocument, AQuestionThatIsTooLongIsCutAndToldSo) {
  std::string question = "What is the fee for the letter books";
  for (int i = 0; i < 2000; ++i) question += ", please";
  Scripted model({"The fee is £ 29,120.00."});
  const auto answer = ask_about({contract()}, model, question + "?");
  ASSERT_TRUE(answer.ok());
  EXPECT_TRUE(answer->question_cut);
  EXPECT_LE(answer->prompt_tokens, 1024);
  EXPECT_EQ(answer->origin, AnswerOrigin::kModel);
  EXPECT_FALSE(ask_about({contract()}, model, kFee)->question_cut);
}

TEST(AskDocument, SeveralDocumentsAreToldApart) {
  Scripted model({"The court is in Leeds [2:1:1]."});
  const auto answer =
      ask_about({contract(), document_of({text_block("The court of Leeds decides.")}, "b.pdf")},
                model, "Which court decides?");
  ASSERT_TRUE(answer.ok());
  ASSERT_EQ(answer->citations.size(), 1u);
  EXPECT_EQ(answer->citations[0].label, "[2:1:1]");
  EXPECT_EQ(answer->citations[0].document, 1);
}

TEST(AskDocument, AQuestionWithoutASubjectIsAboutTheBeginning) {
  Scripted model({"A service agreement between Harrow Archives and Tidewater Scanning."});
  const auto answer = ask_about({contract()}, model, "What is this document about?");
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->origin, AnswerOrigin::kModel);
  EXPECT_EQ(answer->citations.at(0).page, 0);
}

TEST(AskDocument, WhatCannotBeAsked) {
  Scripted model({"x"});
  EXPECT_EQ(DocumentQuestions::create({}).error().code, Code::kInvalidArgument);
  const auto empty = ask_about({document_of({}, "empty.pdf")}, model, "What?");
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().code, Code::kInvalidArgument);
  EXPECT_EQ(empty.error().place.file, "empty.pdf");
  for (const char* question : {"", " \n", "\xff what"})
    EXPECT_EQ(ask_about({contract()}, model, question).error().code, Code::kInvalidArgument);
  EXPECT_EQ(ask_about({contract()}, model, kFee, {.prompt_tokens = 63}).error().code,
            Code::kInvalidArgument);
  EXPECT_EQ(ask_about({contract()}, model, kFee, {.max_new_tokens = 0}).error().code,
            Code::kInvalidArgument);
}

TEST(AskDocument, StoppedOnRequest) {
  CancelFlag flag;
  flag.set();
  Scripted model({"x"});
  EXPECT_EQ(ask_about({contract()}, model, kFee, {.cancel = &flag}).error().code, Code::kCancelled);
}

TEST(AskDocument, TheModelsErrorIsPassedOn) {
  const std::vector<Document> documents{contract()};
  const auto questions = DocumentQuestions::create(documents);
  ASSERT_TRUE(questions.ok());
  const AskModel broken{
      .generate = [](const GenerateRequest&) -> Result<Generation> {
        return Error{Code::kModelInvalid, "is damaged", "", {}};
      },
      .count_tokens = [](std::string_view text) -> int64_t { return text.size(); }};
  EXPECT_EQ(questions->ask(kFee, broken).error().code, Code::kModelInvalid);
}

}  // namespace
}  // namespace octavo
