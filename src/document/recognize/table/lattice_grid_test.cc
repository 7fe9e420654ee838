#include "document/recognize/table/lattice_grid.h"

#include <gtest/gtest.h>

#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

using Rows = std::vector<std::string>;

Rows read(const Rows& sketch) { return grid_text(Sketch(sketch).read().table); }

TEST(LatticeGrid, FullLattice) {
  EXPECT_EQ(read({"--------------------------", "| Name    | Q1   | Q2    |",
                  "--------------------------", "| Apples  | 12   |       |",
                  "--------------------------", "|         | 3    | a b   |",
                  "--------------------------"}),
            (Rows{"Name | Q1 | Q2", "Apples | 12 | ", " | 3 | a b"}));
}

TEST(LatticeGrid, SpansFromMissingEdges) {
  EXPECT_EQ(read({"------------------------------", "|   Assignment Categories    |",
                  "------------------------------", "|  A         |  B            |",
                  "------------------------------", "|  c   |  d  | one  | words  |",
                  "       -----------------------", "|      |  e  | two  | more   |",
                  "------------------------------"}),
            (Rows{"[1x4]Assignment Categories", "[1x2]A | [1x2]B", "[2x1]c | d | one | words",
                  "e | two | more"}));
}

TEST(LatticeGrid, LinesOfACellStayInIt) {
  EXPECT_EQ(read({"-----------------------------", "| first       |             |",
                  "| second line | x < y & z   |", "| third       |             |",
                  "-----------------------------", "| a           |             |",
                  "-----------------------------"})[0],
            "first/second line/third | x < y & z");
}

TEST(LatticeGrid, DataThatLooksLikeMarkup) {
  Sketch sketch({"-------------------", "| a_b    | c      |", "-------------------",
                 "| 1      | 2      |", "-------------------"});
  sketch.lines[0].words[0].text = "a|b";
  sketch.lines[0].words[1].text = "<td>&amp;";
  const Table table = sketch.read().table;
  EXPECT_EQ(grid_text(table), (Rows{"a|b | <td>&amp;", "1 | 2"}));
}

TEST(LatticeGrid, WordsGluedOverALineAreSplit) {
  // The column line stands between the fifth and the sixth character of the number.
  Sketch sketch({"-------------------", "| Alpha    Beta   |", "-------------------",
                 "|   12345678      |", "-------------------"});
  sketch.page.content.rules.push_back({{94.75f, 80, 95.25f, 111}, false});
  EXPECT_EQ(grid_text(sketch.read().table), (Rows{"Alpha | Beta", "12345 | 678"}));
}

TEST(LatticeGrid, RowsOutsideTheLattice) {
  EXPECT_EQ(read({"  Area      1996      1993    ", "------------------------------",
                  "| Austria  |  59    |  54    |", "------------------------------",
                  "| Spain    |  32    |  22    |", "------------------------------",
                  "  Values in per cent of all   "}),
            (Rows{"Area | 1996 | 1993", "Austria | 59 | 54", "Spain | 32 | 22",
                  "[1x3]Values in per cent of all"}));
}

TEST(LatticeGrid, ColumnLinesWithoutRowLines) {
  EXPECT_EQ(read({"--------------------------------", "| Area     | Births  | Deaths  |",
                  "--------------------------------", "| Norway   |  1,200  |    980  |",
                  "| Sweden   |  2,310  |  1,877  |", "| Denmark  |  1,040  |    911  |",
                  "| Iceland  |     81  |     40  |", "--------------------------------"}),
            (Rows{"Area | Births | Deaths", "Norway | 1,200 | 980", "Sweden | 2,310 | 1,877",
                  "Denmark | 1,040 | 911", "Iceland | 81 | 40"}));
}

TEST(LatticeGrid, RowLinesWithOneColumnLine) {
  EXPECT_EQ(read({"---------------------------------", "| Area     | Births     Deaths  |",
                  "---------------------------------", "| Norway   |  1,200        980  |",
                  "---------------------------------", "| Sweden   |  2,310      1,877  |",
                  "---------------------------------", "| Denmark  |  1,040        911  |",
                  "---------------------------------"}),
            (Rows{"Area | Births | Deaths", "Norway | 1,200 | 980", "Sweden | 2,310 | 1,877",
                  "Denmark | 1,040 | 911"}));
}

TEST(LatticeGrid, LongTextsInCellsAreNotCutIntoRows) {
  EXPECT_EQ(read({"-----------------------------------------------",
                  "| Item    | Before            | After           |",
                  "-----------------------------------------------",
                  "| Causes  | spread by water   | may be used as  |",
                  "|         | or food and large | a weapon or     |",
                  "|         | outbreaks are     | kill very many  |",
                  "|         | feared            | of the ill      |",
                  "-----------------------------------------------"})
                .size(),
            2u);
}

TEST(LatticeGrid, AFrameAroundTextIsNoTable) {
  EXPECT_EQ(Sketch({"------------------------------", "| Note that this is a box    |",
                    "| around some words of text  |", "------------------------------"})
                .read()
                .table.rows,
            0);
}

TEST(LatticeGrid, TableRunningUpwards) {
  // The same table turned so that its text runs upwards (270 degrees clockwise).
  const Sketch upright({"--------------------------", "| Name    | Q1   | Q2    |",
                        "--------------------------", "| Apples  | 12   |       |",
                        "--------------------------", "| Pears   | 3    | 4     |",
                        "--------------------------"});
  Sketch turned = upright;
  const UprightFrame frame{
      {100, 100, 100 + upright.region.box.height(), 100 + upright.region.box.width()}, 270};
  const auto turn = [&](const PointBox& b) {
    const PointBox& r = upright.region.box;
    return frame.to_page({b.x0 - r.x0, b.y0 - r.y0, b.x1 - r.x0, b.y1 - r.y0});
  };
  turned.region.box = frame.area;
  turned.region.angle = 270;
  for (TextLine& line : turned.lines) {
    line.angle = 270;
    line.box = turn(line.box);
    for (Word& word : line.words) word.box = turn(word.box);
  }
  for (Rule& rule : turned.page.content.rules) {
    rule.box = turn(rule.box);
    rule.horizontal = !rule.horizontal;
  }
  const Table table = turned.read().table;
  EXPECT_EQ(grid_text(table), (Rows{"Name | Q1 | Q2", "Apples | 12 | ", "Pears | 3 | 4"}));
  // The first row is the leftmost strip on the page, its first cell the lowest.
  EXPECT_LT(table.cells[0].box.box.x0, table.cells[3].box.box.x0);
  EXPECT_GT(table.cells[0].box.box.y0, table.cells[1].box.box.y0);
}

}  // namespace
}  // namespace octavo::document
