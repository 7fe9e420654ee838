#include "ask/search.h"

#include <gtest/gtest.h>

#include "ask/lexicon.h"
#include "ask/test_documents.h"

namespace octavo::ask {
namespace {

std::vector<Passage> passages(const Document& document) { return passages_of({&document, 1}); }

// The texts that are found, best first.
std::vector<std::string> found(const std::vector<Passage>& all, const std::string& question) {
  std::vector<std::string> texts;
  for (const Hit& hit : Search(all).find(read_question(question), 5))
    texts.push_back(all[hit.passage].text);
  return texts;
}

TEST(Search, TheRowThatHasTheWordsComesFirst) {
  const auto all = passages(contract());
  EXPECT_EQ(found(all, "What is the fee for the letter books?").front(),
            "Lot: 2 | Materials: Letter books | Fee (£): 29,120.00");
  EXPECT_EQ(found(all, "Which law applies?").front(), "The law of England applies.")
      << "the heading \"3. Law\" has the word, and is no answer";
}

TEST(Search, APassageWithoutTheKindIsNoAnswer) {
  const auto all = passages(document_of({text_block("The survey was carried out in Leeds."),
                                         text_block("The survey began in 1987.")}));
  EXPECT_EQ(found(all, "When was the survey?"),
            (std::vector<std::string>{"The survey began in 1987."}));
}

TEST(Search, ChineseIsFoundByPairs) {
  const auto all = passages(
      document_of({text_block("东湖区新建口袋公园13处。"), text_block("西山区新建口袋公园7处。")}));
  EXPECT_EQ(found(all, "西山区新建了几处口袋公园？").front(), "西山区新建口袋公园7处。");
}

TEST(Search, CoverageIsTheShareOfTheQuestionsWeight) {
  const auto all = passages(document_of(
      {text_block("copper pipes"), text_block("iron"), text_block("steel pipes and pipes")}));
  const Search search(all);
  const Question question = read_question("copper pipes?");
  const auto hits = search.find(question, 3);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].passage, 0u);
  EXPECT_FLOAT_EQ(hits[0].coverage, 1);
  // "copper" stands in one of three, "pipes" in two: log(1 + 2.5/1.5) and log(1 + 1.5/2.5).
  EXPECT_NEAR(search.weight("copper"), 0.9808F, 1e-4F);
  EXPECT_NEAR(search.weight(stem_of("pipes")), 0.4700F, 1e-4F);
  EXPECT_NEAR(hits[1].coverage, 0.4700F / (0.9808F + 0.4700F), 1e-4F);
  EXPECT_NEAR(search.held_by("a pipe", question), 0.4700F / (0.9808F + 0.4700F), 1e-4F);
}

TEST(Search, ATermInTheNextBlockCountsHalf) {
  const auto all =
      passages(document_of({text_block("Colour"), text_block("roof: red"), text_block("x")}));
  const auto hits = Search(all).find(read_question("colour of the roof?"), 3);
  ASSERT_FALSE(hits.empty());
  for (const Hit& hit : hits) EXPECT_NEAR(hit.coverage, 0.75F, 1e-4F) << all[hit.passage].text;
}

TEST(Search, NamesThatStandNowhere) {
  const auto all = passages(contract());
  const Search search(all);
  EXPECT_EQ(search.missing_names(read_question("Who is Jonas Reuter?")),
            (std::vector<std::string>{"Jonas", "Reuter"}));
  EXPECT_EQ(search.missing_names(read_question("What happened in 1999?")),
            (std::vector<std::string>{"1999"}));
  EXPECT_TRUE(search.missing_names(read_question("What does Harrow Archives pay?")).empty());
  EXPECT_TRUE(search.missing_names(read_question("which unheard-of words?")).empty())
      << "words without a capital may be other words for what stands there";
}

TEST(Search, AnAcronymIsExplainedWhereItStandsInBrackets) {
  const auto all = passages(
      document_of({text_block("RCAC has met. RCAC is in the town. RCAC works."),
                   text_block("The county founded a Row and Column Access Control (RCAC)."),
                   text_block("Other things.")}));
  EXPECT_EQ(found(all, "What does RCAC stand for?").front(),
            "The county founded a Row and Column Access Control (RCAC).");
}

TEST(Search, EqualOnesInReadingOrderAndNoMoreThanAsked) {
  const auto all =
      passages(document_of({text_block("a mill"), text_block("a mill"), text_block("a mill")}));
  const auto hits = Search(all).find(read_question("mill?"), 2);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].passage, 0u);
  EXPECT_EQ(hits[1].passage, 1u);
}

}  // namespace
}  // namespace octavo::ask
