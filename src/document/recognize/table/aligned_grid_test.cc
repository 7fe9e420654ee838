#include "document/recognize/table/aligned_grid.h"

#include <gtest/gtest.h>

#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

using Rows = std::vector<std::string>;

Rows read(const Rows& sketch) { return grid_text(Sketch(sketch).read().table); }

TEST(AlignedGrid, PlainColumns) {
  EXPECT_EQ(read({"Name        Amount     Share", "Apples         120      12 %",
                  "Pears        1 034       3 %", "Plums           (7)    n/a"}),
            (Rows{"Name | Amount | Share", "Apples | 120 | 12 %", "Pears | 1 034 | 3 %",
                  "Plums | (7) | n/a"}));
}

TEST(AlignedGrid, EmptyCellsAreKept) {
  EXPECT_EQ(read({"Year     Q1     Q2     Q3     Total", "2007     14     23            37",
                  "2008            41     12     53", "2009     11     22     33     66"}),
            (Rows{"Year | Q1 | Q2 | Q3 | Total", "2007 | 14 | 23 |  | 37", "2008 |  | 41 | 12 | 53",
                  "2009 | 11 | 22 | 33 | 66"}));
}

TEST(AlignedGrid, DecimalAlignmentAndSigns) {
  EXPECT_EQ(read({"Country        Change", "Norway          -12.5", "Sweden            3.25",
                  "Denmark        +100", "Finland           0.1*"}),
            (Rows{"Country | Change", "Norway | -12.5", "Sweden | 3.25", "Denmark | +100",
                  "Finland | 0.1*"}));
}

TEST(AlignedGrid, CurrencyStaysWithItsNumber) {
  EXPECT_EQ(read({"Cost of revenue      $      178     $      141",
                  "Research                  3,423          2,532",
                  "Total                $    4,737     $    3,549"}),
            (Rows{"Cost of revenue | $ 178 | $ 141", "Research | 3,423 | 2,532",
                  "Total | $ 4,737 | $ 3,549"}));
}

TEST(AlignedGrid, HeadingGroupsWithPartialRules) {
  EXPECT_EQ(
      read({"-----------------------------------------------",
            "                    Actual           Projected ",
            "             -------------------   -------------------",
            "Region       2003-04     2004-05   2009-10     2010-11",
            "------------------------------------------------------",
            "North          1,200       1,300     1,400       1,500",
            "South            900         901       902         903",
            "------------------------------------------------------"}),
      (Rows{"[2x1]Region | [1x2]Actual | [1x2]Projected", "2003-04 | 2004-05 | 2009-10 | 2010-11",
            "North | 1,200 | 1,300 | 1,400 | 1,500", "South | 900 | 901 | 902 | 903"}));
}

TEST(AlignedGrid, HeadingGroupsByCentring) {
  EXPECT_EQ(read({"                  Male                 Female",
                  "Variable       %      95% CI        %      95% CI",
                  "Sensitivity   39.1   31.5-47.1    37.5   30.4-44.9",
                  "Specificity   93.9   92.6-95.0    92.4   91.1-93.5",
                  "Prevalence     8.6    7.3-9.9      8.3    7.2-9.5"}),
            (Rows{"[2x1]Variable | [1x2]Male | [1x2]Female", "% | 95% CI | % | 95% CI",
                  "Sensitivity | 39.1 | 31.5-47.1 | 37.5 | 30.4-44.9",
                  "Specificity | 93.9 | 92.6-95.0 | 92.4 | 91.1-93.5",
                  "Prevalence | 8.6 | 7.3-9.9 | 8.3 | 7.2-9.5"}));
}

TEST(AlignedGrid, WrappedLabelsAreOneRow) {
  EXPECT_EQ(
      read({"Statement                             Yes     No",
            "--------------------------------------------------",
            "1. Treatment of this kind is the      7.1    4.0", "most effective way to deal with",
            "illness", "2. Treatment carries a risk           45     35",
            "3. The benefits of treatment far       1      0", "outweigh the risk"}),
      (Rows{"Statement | Yes | No",
            "1. Treatment of this kind is the/most effective way to deal with/illness | 7.1 | 4.0",
            "2. Treatment carries a risk | 45 | 35",
            "3. The benefits of treatment far/outweigh the risk | 1 | 0"}));
}

TEST(AlignedGrid, SectionRowsStayInTheirColumnOrSpanAll) {
  EXPECT_EQ(
      read({"Year          Total     Public     Private",
            "------------------------------------------", "Actual",
            "1996          3,051      2,667        384",
            "1997          3,138      2,746        391", "Projected",
            "2011          3,679      3,246        432", "        Values in thousands of teachers",
            "2012          3,712      3,283        428"}),
      (Rows{"Year | Total | Public | Private", "Actual |  |  | ", "1996 | 3,051 | 2,667 | 384",
            "1997 | 3,138 | 2,746 | 391", "Projected |  |  | ", "2011 | 3,679 | 3,246 | 432",
            "[1x4]Values in thousands of teachers", "2012 | 3,712 | 3,283 | 428"}));
}

TEST(AlignedGrid, DescriptionsThatWrap) {
  EXPECT_EQ(read({"Name             Type           Description",
                  "-------------------------------------------------------",
                  "USAGE            VARCHAR(7)     Whether the user is",
                  "                                allowed to use it",
                  "USER_TYPE        VARCHAR(5)     Who it is about, a",
                  "                                user or a group",
                  "PORT             INTEGER        Number of the port"}),
            (Rows{"Name | Type | Description",
                  "USAGE | VARCHAR(7) | Whether the user is/allowed to use it",
                  "USER_TYPE | VARCHAR(5) | Who it is about, a/user or a group",
                  "PORT | INTEGER | Number of the port"}));
}

TEST(AlignedGrid, LineDistanceTellsRows) {
  // Lines of one cell are 12 points apart, rows 16.
  EXPECT_EQ(
      read({"Item              Remark            Who", "Alpha             Checked by        Ann",
            "\t                  North", "Beta              Sent back         Bob",
            "\tand more          Twice", "Gamma             Fine              Cid"}),
      (Rows{"Item | Remark | Who", "Alpha | Checked by/North | Ann",
            "Beta/and more | Sent back/Twice | Bob", "Gamma | Fine | Cid"}));
}

TEST(AlignedGrid, ChineseColumns) {
  EXPECT_EQ(read({"指标             2021A      2022A      2023E",
                  "营业收入         7,655      8,809     10,122",
                  "归母净利润       2,188      2,744      3,426",
                  "每股收益          0.80       1.00       1.25"}),
            (Rows{"指标 | 2021A | 2022A | 2023E", "营业收入 | 7,655 | 8,809 | 10,122",
                  "归母净利润 | 2,188 | 2,744 | 3,426", "每股收益 | 0.80 | 1.00 | 1.25"}));
}

TEST(AlignedGrid, NarrowGapsThatLineUp) {
  // Columns one character apart, as in statistical year books.
  EXPECT_EQ(read({"Area     2009-10  2010-11  2011-12", "All    3,068,550 3,103,540 3,100,510",
                  "East     558,750   560,500   554,690", "West     714,920   732,350   735,710",
                  "South  1,087,000 1,108,150 1,111,310", "Mid      707,880   702,540   698,810",
                  "Isles    112,100   109,800   108,350"}),
            (Rows{"Area | 2009-10 | 2010-11 | 2011-12", "All | 3,068,550 | 3,103,540 | 3,100,510",
                  "East | 558,750 | 560,500 | 554,690", "West | 714,920 | 732,350 | 735,710",
                  "South | 1,087,000 | 1,108,150 | 1,111,310", "Mid | 707,880 | 702,540 | 698,810",
                  "Isles | 112,100 | 109,800 | 108,350"}));
}

TEST(AlignedGrid, LabelsSetAtTheTopKeepEmptyCellsBelow) {
  EXPECT_EQ(read({"Subnetwork    Binding      Equilibria ruled out",
                  "                         -------------------------",
                  "                           IG-T      IG-K      SRG",
                  "--------------------------------------------------",
                  "ab            no           yes       yes       no",
                  "abcd          no           no        no        yes",
                  "abe           yes          no        yes       yes"}),
            (Rows{"Subnetwork | Binding | [1x3]Equilibria ruled out", " |  | IG-T | IG-K | SRG",
                  "ab | no | yes | yes | no", "abcd | no | no | no | yes",
                  "abe | yes | no | yes | yes"}));
}

TEST(AlignedGrid, LongLabelsReachOverTheirColumn) {
  EXPECT_EQ(
      read({"Item            1996     1997     1998", "Chemistry and all other sciences",
            "Grants            12       14       19", "Fellowships        7        9        8",
            "Awards             1        3        2"}),
      (Rows{"Item | 1996 | 1997 | 1998", "[1x4]Chemistry and all other sciences",
            "Grants | 12 | 14 | 19", "Fellowships | 7 | 9 | 8", "Awards | 1 | 3 | 2"}));
}

TEST(AlignedGrid, FootnoteMarksStayWithTheirNumber) {
  Sketch sketch({"Year      Amount       Share", "2009       1,200        12.5",
                 "2010       1,310 a      13.0", "2011       1,280        12.9"});
  Word& mark = sketch.lines[2].words[2];
  mark.style = kSuperscript;
  mark.space_before = false;
  mark.size = 8;
  const PointBox& number = sketch.lines[2].words[1].box;
  mark.box = {number.x1, number.y0 - 2, number.x1 + 4, number.y0 + 5};
  EXPECT_EQ(grid_text(sketch.read().table), (Rows{"Year | Amount | Share", "2009 | 1,200 | 12.5",
                                                  "2010 | 1,310a | 13.0", "2011 | 1,280 | 12.9"}));
}

TEST(AlignedGrid, UnitUnderTheColumnHeads) {
  EXPECT_EQ(read({"                    Jan 26, 2025     Jan 28, 2024     Jan 29, 2023",
                  "                                    (In millions)",
                  "Cost of revenue     $        178     $        141     $        138",
                  "Research                   3,423            2,532            1,892",
                  "Total               $      4,737     $      3,549     $      2,710"})
                .back(),
            "Total | $ 4,737 | $ 3,549 | $ 2,710");
}

TEST(AlignedGrid, TwoColumnsOfProseAreNoTable) {
  EXPECT_TRUE(read({"The mix used for this stage is      After the first stage we go on",
                    "shown below. It consists of ten     to train with a mixture of web",
                    "parts, and more than half comes     data that has been filtered in",
                    "from the web. We refer to it as     a more restrictive way and of a",
                    "our first mix in what follows.      collection of other good text."})
                  .empty());
}

TEST(AlignedGrid, OneColumnIsNoTable) {
  EXPECT_TRUE(read({"Apples and pears", "Plums", "Cherries of two kinds"}).empty());
}

}  // namespace
}  // namespace octavo::document
