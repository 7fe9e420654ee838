#include "document/recognize/table/grid.h"

#include <gtest/gtest.h>

namespace octavo::document {
namespace {

GridCell cell(int row, int column, int row_span, int column_span,
              std::vector<uint32_t> words = {}) {
  GridCell made;
  made.row = row, made.column = column, made.row_span = row_span, made.column_span = column_span;
  made.words = std::move(words);
  return made;
}

std::string text(const Grid& grid) {
  std::string result;
  for (const GridCell& c : grid.cells) {
    result += std::to_string(c.row) + "," + std::to_string(c.column) + "x" +
              std::to_string(c.row_span) + "," + std::to_string(c.column_span) + ":";
    for (const uint32_t w : c.words) result += std::to_string(w);
    result += " ";
  }
  return result;
}

TEST(Grid, CompletesSortsAndClips) {
  Grid grid;
  grid.rows = 2, grid.columns = 3;
  grid.cells = {cell(1, 1, 5, 9, {4, 2}), cell(0, 0, 2, 1, {1}), cell(7, 0, 1, 1, {9})};
  complete_grid(grid);
  EXPECT_EQ(text(grid), "0,0x2,1:1 0,1x1,1: 0,2x1,1: 1,1x1,2:24 ");
}

TEST(Grid, OverlapsAreSettledForTheFirst) {
  Grid grid;
  grid.rows = 2, grid.columns = 3;
  grid.cells = {cell(0, 0, 1, 2, {0}), cell(0, 1, 1, 2, {1}), cell(1, 0, 1, 3, {2}),
                cell(0, 2, 2, 1, {3})};
  complete_grid(grid);
  EXPECT_EQ(text(grid), "0,0x1,2:01 0,2x2,1:3 1,0x1,2:2 ");
}

TEST(Grid, KeepsOnlyMarkedLines) {
  Grid grid;
  grid.rows = 3, grid.columns = 3;
  grid.cells = {cell(0, 0, 1, 3, {0}), cell(1, 0, 2, 1, {1}), cell(2, 2, 1, 1, {2})};
  complete_grid(grid);
  keep_lines(grid, {1, 0, 1}, {1, 0, 1});
  EXPECT_EQ(grid.rows, 2);
  EXPECT_EQ(grid.columns, 2);
  EXPECT_EQ(text(grid), "0,0x1,2:0 1,0x1,1:1 1,1x1,1:2 ");
}

}  // namespace
}  // namespace octavo::document
