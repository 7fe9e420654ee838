#include "ask/evidence.h"

#include <gtest/gtest.h>

#include "ask/test_documents.h"

namespace octavo::ask {
namespace {

class EvidenceTest : public testing::Test {
 protected:
  void read(const Document& document) {
    passages_ = passages_of({&document, 1});
    search_.emplace(passages_);
  }
  std::optional<Evidence> of(const std::string& sentence, const std::string& question,
                             std::vector<std::string> labels = {}) const {
    const Question asked = read_question(question);
    return find_evidence(sentence, asked, search_->find(asked, 12), passages_, *search_, labels);
  }

  std::vector<Passage> passages_;
  std::optional<Search> search_;
};

TEST_F(EvidenceTest, TheSentenceThatSaysItIsQuoted) {
  read(contract());
  const auto found = of("Interest of 4 % a year is due.", "What interest is due?");
  ASSERT_TRUE(found);
  EXPECT_EQ(label_of(passages_[found->passage], false), "[2:2]");
  EXPECT_EQ(found->sentence, "After that date interest of 4 % a year is due.");
}

TEST_F(EvidenceTest, ANumberThatStandsNowhereIsAnInvention) {
  read(contract());
  EXPECT_FALSE(of("Interest of 5 % a year is due.", "What interest is due?"));
  EXPECT_FALSE(of("The fee is 29,121.00.", "What is the fee for the letter books?"));
  EXPECT_TRUE(of("The fee is 29120.00.", "What is the fee for the letter books?"))
      << "grouped otherwise";
}

TEST_F(EvidenceTest, WordsOfTheQuestionAloneAreNoAnswer) {
  read(contract());
  EXPECT_FALSE(of("The interest is due.", "What interest is due?"));
  EXPECT_FALSE(of("Yes.", "Is interest due?"));
}

TEST_F(EvidenceTest, WordsThatNobodySaysAreNoAnswer) {
  read(contract());
  EXPECT_FALSE(of("Scotland and its islands.", "Which law applies?"));
  EXPECT_TRUE(of("The law of England.", "Which law applies?"));
}

TEST_F(EvidenceTest, TheKindMustBeThere) {
  read(document_of({text_block("Made in Leeds on 3 May 1987 by Arnold.")}));
  EXPECT_FALSE(of("Leeds.", "When was it made?"));
  EXPECT_TRUE(of("In 1987.", "When was it made?"));
  EXPECT_TRUE(of("3 May.", "When was it made?")) << "a number is enough of a date";
}

TEST_F(EvidenceTest, ALabelDecidesBetweenEqualOnes) {
  read(document_of({text_block("The mill is old.", 0), text_block("The mill is old.", 1)}));
  EXPECT_EQ(of("It is old.", "How is the mill?")->passage, 0u);
  EXPECT_EQ(of("It is old.", "How is the mill?", {"[2:1]"})->passage, 1u);
  EXPECT_EQ(of("It is old.", "How is the mill?", {"[9:9]"})->passage, 0u) << "names nothing";
}

TEST_F(EvidenceTest, AnotherItemOfTheListIsNoAnswer) {
  read(document_of({list_block(
      {"The longest route grew by 41 %", "Next step: order 24 sleeping cars by June"})}));
  const std::string question = "How many sleeping cars should be ordered?";
  EXPECT_FALSE(of("The longest route grew by 41 %.", question));
  EXPECT_TRUE(of("24 sleeping cars.", question));
  EXPECT_TRUE(of("41 %.", "By how much did the longest route grow?"));
}

TEST_F(EvidenceTest, WhatSaysMoreThanTheQuestion) {
  const Question question = read_question("Who signed for Tidewater?");
  EXPECT_FALSE(says_more("Signed for Tidewater", question));
  EXPECT_TRUE(says_more("Name: Jonas Reuter", question));
  EXPECT_FALSE(says_more("____", question));
}

TEST_F(EvidenceTest, ARowIsQuotedWhole) {
  read(contract());
  EXPECT_EQ(of("£ 29,120.00", "What is the fee for the letter books?")->sentence,
            "Lot: 2 | Materials: Letter books | Fee (£): 29,120.00");
}

}  // namespace
}  // namespace octavo::ask
