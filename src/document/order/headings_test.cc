#include "document/order/headings.h"

#include <gtest/gtest.h>

#include "document/order/test_document.h"

namespace octavo::document {
namespace {

using test::assemble;
using test::levels;
using test::make_text;
using test::make_title;

using Levels = std::vector<int>;

PageBlock body() { return make_text("Body.", false, false, {72, 300, 540, 400}); }

TEST(Headings, ThreeSizesThreeLevels) {
  EXPECT_EQ(levels(assemble({{make_title("1 One", 16), body(), make_title("1.1 Sub", 14), body(),
                              make_title("1.1.1 Deep", 12), body(), make_title("1.2 Sub", 14),
                              body(), make_title("2 Two", 16), body()}})),
            (Levels{1, 2, 3, 2, 1}));
}

TEST(Headings, NumbersOfOneSize) {
  EXPECT_EQ(levels(assemble({{make_title("1 One", 12), body(), make_title("1.1 Sub", 12), body(),
                              make_title("2 Two", 12), body()}})),
            (Levels{1, 2, 1}));
}

TEST(Headings, TheDocumentTitleStandsAboveAll) {
  const auto document =
      assemble({{make_title("A Paper", 20), make_title("Abstract", 12), body(),
                 make_title("1 Introduction", 12), body(), make_title("1.1 Scope", 11), body(),
                 make_title("References", 12), body()}});
  EXPECT_EQ(levels(document), (Levels{1, 2, 2, 3, 2}));
  EXPECT_EQ(document.title, "A Paper");
}

TEST(Headings, ATitleThatIsSmallerThanItsSections) {
  EXPECT_EQ(levels(assemble({{make_title("The Evolution of the Word Processor", 11), body(),
                              make_title("Before the War", 13), body(),
                              make_title("After the War", 13), body()}})),
            (Levels{1, 2, 2}));
}

TEST(Headings, WithoutNumbersBySizeAndWeight) {
  EXPECT_EQ(
      levels(assemble({{make_title("Report", 24), make_title("Part", 16), body(),
                        make_title("Piece", 12), body(), make_title("Detail", 12, false), body()},
                       {make_title("Part two", 16), body(), make_title("Piece two", 12), body()}})),
      (Levels{1, 2, 3, 4, 2, 3}));
}

TEST(Headings, NeverMoreThanOneDown) {
  EXPECT_EQ(levels(assemble({{make_title("Report", 24), make_title("1.1.1 Deep", 12), body(),
                              make_title("1 Top", 16), body()}})),
            (Levels{1, 2, 2}));
}

TEST(Headings, OnePageOutOfAPaper) {
  EXPECT_EQ(levels(assemble({{body(), make_title("4.2 Results", 11), body(),
                              make_title("5 Conclusion", 12), body()}})),
            (Levels{2, 1}));
}

TEST(Headings, ChineseFamiliesNest) {
  EXPECT_EQ(
      levels(assemble({{make_title("第一章 总则", 16), body(), make_title("一、范围", 14), body(),
                        make_title("（一）对象", 12), body(), make_title("二、术语", 14), body(),
                        make_title("第二章 要求", 16), body()}})),
      (Levels{1, 2, 3, 2, 1}));
  EXPECT_EQ(levels(assemble(
                {{make_title("关于加强管理工作的通知", 22), body(), make_title("一、总体要求", 16),
                  body(), make_title("（一）指导思想", 16), body()}})),
            (Levels{1, 2, 3}));
}

TEST(Headings, RomanAndLetters) {
  EXPECT_EQ(levels(assemble({{make_title("A Paper", 20), make_title("I. Introduction", 10), body(),
                              make_title("A. Data", 10, false), body(),
                              make_title("II. Methods", 10), body()}})),
            (Levels{1, 2, 3, 2}));
}

TEST(Headings, ChaptersAndTheirSections) {
  EXPECT_EQ(levels(assemble({{make_title("Chapter 3", 20), body(), make_title("3.1 Data", 14),
                              body(), make_title("3.1.1 More", 12), body()}})),
            (Levels{1, 2, 3}));
}

TEST(Headings, TheOutlineDecides) {
  SourceFacts facts;
  facts.outline = {
      {"Alpha", 1, 0, -1}, {"Beta", 2, 0, -1}, {"Gamma", 3, 0, -1}, {"Delta", 2, 1, -1}};
  EXPECT_EQ(levels(assemble({{make_title("Alpha", 12), body(), make_title("Beta", 12), body(),
                              make_title("Gamma", 12), body()},
                             {make_title("Delta", 12), body()}},
                            facts)),
            (Levels{1, 2, 3, 2}));
}

TEST(Headings, AnOutlineOfAnotherPageSaysNothing) {
  SourceFacts facts;
  facts.outline = {{"Alpha", 3, 9, -1}};
  EXPECT_EQ(levels(assemble({{make_title("Alpha", 12), body()}}, facts)), (Levels{1}));
}

}  // namespace
}  // namespace octavo::document
