#include "document/order/hangul.h"

#include <gtest/gtest.h>

#include "document/order/test_document.h"

namespace octavo::document {
namespace {

std::string settled(const std::string& text, const std::string& elsewhere = "") {
  std::vector<PageBlock> page{test::make_text(text, false, false)};
  if (!elsewhere.empty()) page.push_back(test::make_text(elsewhere, false, false));
  return plain_text(test::assemble({page}).blocks[0].content);
}

TEST(Hangul, ASpaceWhereNothingIsKnown) {
  EXPECT_EQ(settled("문서를\u200B읽는다"), "문서를 읽는다");
}

TEST(Hangul, AWordOfTheDocumentIsJoined) {
  EXPECT_EQ(settled("국내 보\u200B험사는", "보험사는 보험금을"), "국내 보험사는");
  EXPECT_EQ(settled("재해보\u200B험금을", "재해보험금을 준다"), "재해보험금을");
}

TEST(Hangul, AWordThatStandsAloneElsewhereKeepsItsSpace) {
  EXPECT_EQ(settled("세계적\u200B유행", "세계적 문제"), "세계적 유행");
}

TEST(Hangul, ParticlesCloseWords) {
  EXPECT_EQ(settled("지급 기준\u200B을 정립", "보험사"), "지급 기준을 정립");
  EXPECT_EQ(settled("분쟁이\u200B지속적으로 감\u200B염병", "감염병"), "분쟁이 지속적으로 감염병");
}

TEST(Hangul, TheMostOfADocumentDecides) {
  // Two breaks inside known words; the third is not known and goes with them.
  EXPECT_EQ(settled("보\u200B험사와 감\u200B염병과 질\u200B병으로", "보험사 감염병"),
            "보험사와 감염병과 질병으로");
}

TEST(Hangul, OverARunOfAnotherStyle) {
  PageBlock block = test::make_text("", false, false);
  block.block.content = {{.text = "국내 보\u200B"}, {.style = kBold, .text = "험사는"}};
  const Document document = test::assemble({{block, test::make_text("보험사는", false, false)}});
  EXPECT_EQ(plain_text(document.blocks[0].content), "국내 보험사는");
}

}  // namespace
}  // namespace octavo::document
