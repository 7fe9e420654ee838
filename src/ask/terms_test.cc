#include "ask/terms.h"

#include <gtest/gtest.h>

#include "ask/lexicon.h"

namespace octavo::ask {
namespace {

std::vector<std::string> texts(const std::vector<Term>& terms) {
  std::vector<std::string> out;
  for (const Term& term : terms) out.push_back(term.text);
  return out;
}
using Texts = std::vector<std::string>;

TEST(Stem, EndingsGoAndWordsStay) {
  EXPECT_EQ(stem_of("stations"), "station");
  EXPECT_EQ(stem_of("cancelled"), "cancel");
  EXPECT_EQ(stem_of("cancelling"), "cancel");
  EXPECT_EQ(stem_of("stopped"), "stop");
  EXPECT_EQ(stem_of("boxes"), "box");
  EXPECT_EQ(stem_of("studies"), stem_of("study"));
  EXPECT_EQ(stem_of("companies"), stem_of("company"));
  EXPECT_EQ(stem_of("used"), stem_of("use"));
  EXPECT_EQ(stem_of("confidentiality"), stem_of("confidential"));
  EXPECT_EQ(stem_of("agreement"), stem_of("agree"));
  EXPECT_EQ(stem_of("glass"), "glass");
  EXPECT_EQ(stem_of("basis"), "basis");
  EXPECT_EQ(stem_of("station"), "station") << "what would be left is too short";
  EXPECT_NE(stem_of("string"), "str") << "no vowel would be left";
}

TEST(Stem, IrregularFormsAndNearWords) {
  EXPECT_EQ(stem_of("paid"), stem_of("payments"));
  EXPECT_EQ(stem_of("grew"), stem_of("grow"));
  EXPECT_EQ(stem_of("died"), stem_of("death"));
  EXPECT_EQ(stem_of("price"), stem_of("fees"));
  EXPECT_EQ(stem_of("buried"), stem_of("burial"));
}

TEST(Terms, WordsNumbersAndStopWords) {
  EXPECT_EQ(texts(terms_of("The fees are £ 29,120.00, paid within 30 days.")),
            (Texts{"cost", "29120.00", "pay", "within", "30", "day"}));
  EXPECT_EQ(texts(terms_of("Set-back embankments")), (Texts{"set", "back", "embank"}));
  EXPECT_EQ(texts(terms_of("e-mail: a@b.org")), (Texts{"mail", "b", "org"}));
  EXPECT_EQ(texts(terms_of("")), Texts{});
  EXPECT_EQ(texts(terms_of("３，２５")), (Texts{"3", "25"}))
      << "full-width digits; that comma groups nothing";
}

TEST(Terms, ChineseByPairs) {
  EXPECT_EQ(texts(terms_of("绿地面积14.2平方米")),
            (Texts{"绿地", "地面", "面积", "14.2", "平方", "方米"}));
  EXPECT_EQ(texts(terms_of("第1节")), (Texts{"第", "1", "节"}));
}

TEST(Terms, QuestionsLoseTheirFrame) {
  EXPECT_EQ(texts(question_terms("What is the name of the cashier?")), (Texts{"cashier"}));
  EXPECT_EQ(texts(question_terms("How many stations were used, and which stations?")),
            (Texts{"station"}));
  EXPECT_EQ(texts(question_terms("What is the e-mail address of the cashier?")),
            (Texts{"mail", "cashier"}));
  EXPECT_EQ(texts(question_terms("What is the address of the cashier?")),
            (Texts{"address", "cashier"}));
  EXPECT_EQ(texts(question_terms("东湖区的完成率是多少？")),
            (Texts{"东湖", "湖区", "完成", "成率"}));
  EXPECT_EQ(texts(question_terms("安装了多少套监测设备？")),
            (Texts{"安装", "监测", "测设", "设备"}));
  EXPECT_EQ(texts(question_terms("市长叫什么名字？")), (Texts{"市长"}));
  EXPECT_EQ(texts(question_terms("What is this document about?")), Texts{});
}

TEST(Terms, AnAcronymInBracketsIsExplainedThere) {
  EXPECT_EQ(texts(terms_of("the Lead Agency (LA) and LA")),
            (Texts{"lead", "agenci", "la", "(la)", "la"}));
  EXPECT_EQ(texts(question_terms("the Lead Agency (LA)")), (Texts{"lead", "agenci", "la"}));
}

TEST(Terms, MeasureWordsBehindNumbersOnlyCount) {
  EXPECT_EQ(texts(question_terms("3家公司")), (Texts{"3", "公司"}));
  EXPECT_EQ(texts(terms_of("3家公司")), (Texts{"3", "家公", "公司"})) << "documents keep them";
}

TEST(Terms, NamesAreKnownByTheirCapital) {
  const std::vector<Term> terms = question_terms("Where was Edgar of England buried in 975?");
  ASSERT_EQ(texts(terms), (Texts{"edgar", "england", "buri", "975"}));
  EXPECT_TRUE(terms[0].name && terms[1].name && terms[3].name && terms[3].number);
  EXPECT_FALSE(terms[2].name);
  EXPECT_FALSE(question_terms("Stations are where?")[0].name) << "each sentence begins so";
  EXPECT_TRUE(question_terms("RCAC stands for what?")[0].name) << "an acronym does not";
}

}  // namespace
}  // namespace octavo::ask
