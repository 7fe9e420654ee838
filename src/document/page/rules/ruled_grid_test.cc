#include "document/page/rules/ruled_grid.h"
#include "tests/support/cpu_timer.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

Rule across(float x0, float x1, float y) { return {{x0, y - 0.25f, x1, y + 0.25f}, true}; }
Rule down(float y0, float y1, float x) { return {{x - 0.25f, y0, x + 0.25f, y1}, false}; }

// Lines at every separator, all through.
std::vector<Rule> full(std::vector<float> xs, std::vector<float> ys) {
  std::vector<Rule> rules;
  for (const float y : ys) rules.push_back(across(xs.front(), xs.back(), y));
  for (const float x : xs) rules.push_back(down(ys.front(), ys.back(), x));
  return rules;
}

std::string text(const std::vector<LatticeCell>& cells) {
  std::string result;
  for (const LatticeCell& c : cells) {
    result += std::to_string(c.row) + "," + std::to_string(c.column);
    if (c.row_span > 1 || c.column_span > 1)
      result += "[" + std::to_string(c.row_span) + "x" + std::to_string(c.column_span) + "]";
    result += " ";
  }
  return result;
}

TEST(RuledGrid, FindsAFullLattice) {
  const auto grids = find_ruled_grids(full({10, 60, 200}, {100, 120, 140, 160}));
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(grids[0].rows(), 3);
  EXPECT_EQ(grids[0].columns(), 2);
  EXPECT_FLOAT_EQ(grids[0].xs[1], 60);
  EXPECT_FLOAT_EQ(grids[0].ys[2], 140);
  EXPECT_EQ(grids[0].rules.size(), 7u);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0 0,1 1,0 1,1 2,0 2,1 ");
}

TEST(RuledGrid, MissingInnerEdgesAreSpans) {
  // Columns 0 | 50 | 100 | 150; the title row has no inner verticals, the first column of the body
  // is one tall cell.
  const std::vector<Rule> rules{across(0, 150, 0),  across(0, 150, 20), across(50, 150, 40),
                                across(0, 150, 60), down(0, 60, 0),     down(20, 60, 50),
                                down(20, 60, 100),  down(0, 60, 150)};
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0[1x3] 1,0[2x1] 1,1 1,2 2,1 2,2 ");
}

TEST(RuledGrid, GapsAndOvershootsDoNotMatter) {
  std::vector<Rule> rules{across(1.5f, 148, 0), across(-2, 152, 20), across(0, 150, 40),
                          down(2, 41.5f, 0),    down(-2, 18.5f, 70), down(21.5f, 42, 70.8f),
                          down(0, 40, 150)};
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0 0,1 1,0 1,1 ");
}

TEST(RuledGrid, CellsDrawnAsBoxesWithGapsAreOneTable) {
  std::vector<Rule> rules;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 2; ++c) {
      const float x = 52.0f * c, y = 22.0f * r;
      for (const Rule& rule : full({x, x + 50}, {y, y + 20})) rules.push_back(rule);
    }
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(grids[0].rows(), 3);
  EXPECT_EQ(grids[0].columns(), 2);
}

TEST(RuledGrid, AnOpenTableGetsItsSides) {
  // Horizontal rules all through, one inner vertical, no frame.
  const auto grids = find_ruled_grids(std::vector<Rule>{across(0, 150, 0), across(0, 150, 20),
                                                        across(0, 150, 40), down(0, 40, 50)});
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(grids[0].xs, (std::vector<float>{0, 50, 150}));
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0 0,1 1,0 1,1 ");
}

TEST(RuledGrid, AnUnderlineInACellIsNoRow) {
  std::vector<Rule> rules = full({0, 100, 200}, {0, 30, 60});
  rules.push_back(across(101, 120, 45));  // touches the column line, covers a fifth of the cell
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(grids[0].rows(), 2);
}

TEST(RuledGrid, ColumnLinesThatAreALittleOffAreOne) {
  // The lower part of a form has its column line 6 points to the left.
  std::vector<Rule> rules{across(0, 200, 0), across(0, 200, 20), across(0, 200, 40), down(0, 40, 0),
                          down(0, 20, 106),  down(20, 40, 100),  down(0, 40, 200)};
  auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0 0,1 1,0 1,1 ");
  // Side by side in one row they are two.
  rules.push_back(down(20, 40, 106));
  grids = find_ruled_grids(rules);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0[1x2] 0,2 1,0 1,1 1,2 ");
}

TEST(RuledGrid, ColumnLinesThatBeginInsideARowDivideIt) {
  // A heading over two columns: the line between them begins half way down, and so does the next
  // one.
  const std::vector<Rule> rules{across(0, 250, 0), across(0, 250, 40), across(0, 250, 60),
                                down(0, 60, 0),    down(0, 60, 50),    down(20, 60, 100),
                                down(0, 60, 150),  down(20, 60, 200),  down(0, 60, 250)};
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(text(lattice_cells(grids[0])),
            "0,0[2x1] 0,1[1x2] 0,3[1x2] 1,1 1,2 1,3 1,4 2,0 2,1 2,2 2,3 2,4 ");
}

TEST(RuledGrid, TablesApartStayApartAndFramesAreOneCell) {
  std::vector<Rule> rules = full({0, 50, 100}, {0, 20, 40});
  for (const Rule& rule : full({120, 180}, {0, 40})) rules.push_back(rule);
  rules.push_back(across(0, 100, 300));  // touches nothing
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 2u);
  EXPECT_EQ(lattice_cells(grids[0]).size(), 4u);
  EXPECT_EQ(lattice_cells(grids[1]).size(), 1u);
}

TEST(RuledGrid, OpenPlacesThatAreNoRectangleAreCut) {
  // The edges between (0,0), (0,1) and (1,0) are missing: an L.
  const std::vector<Rule> rules{across(0, 100, 0), across(50, 100, 20), across(0, 100, 40),
                                down(0, 40, 0),    down(20, 40, 50),    down(0, 40, 100)};
  const auto grids = find_ruled_grids(rules);
  ASSERT_EQ(grids.size(), 1u);
  EXPECT_EQ(text(lattice_cells(grids[0])), "0,0[1x2] 1,0 1,1 ");
}

TEST(RuledGrid, ManyRulesTakeNoTime) {
  std::vector<Rule> rules;
  for (int i = 0; i < 100'000; ++i) {
    const float a = static_cast<float>(i % 3000) * 4;
    rules.push_back(across(0, 12000, a + static_cast<float>(i % 7)));
    rules.push_back(down(0, 12000, a));
  }
  const CpuTimer timer;
  const auto grids = find_ruled_grids(rules);
  EXPECT_LT(timer.seconds(), 3);
  EXPECT_LE(grids.size(), 1u);
}

}  // namespace
}  // namespace octavo::document
