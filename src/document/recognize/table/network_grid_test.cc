#include "document/recognize/table/network_grid.h"

#include <gtest/gtest.h>

#include "document/recognize/table/table_sketch.h"

namespace octavo::document {
namespace {

StructureCell cell(int row, int column, NormBox box, int column_span = 1) {
  StructureCell made;
  made.row = row, made.column = column, made.column_span = column_span, made.box = box;
  return made;
}

std::vector<std::string> texts(const TableInput& input, const Grid& grid) {
  std::vector<std::string> result;
  for (const GridCell& c : grid.cells) {
    std::string text;
    for (const uint32_t w : c.words) text += input.words[w].word.text + " ";
    result.push_back(text);
  }
  return result;
}

TEST(NetworkGrid, PutsWordsIntoCells) {
  const Sketch sketch({"Title over both     ", "left          right"});
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  StructureTable structure;
  structure.rows = 2, structure.columns = 2, structure.score = 0.9f;
  // The box of the last cell is missing: its word goes by row and column.
  structure.cells = {cell(0, 0, {0, 0, 0.8f, 0.5f}, 2), cell(1, 0, {0, 0.5f, 0.4f, 1}),
                     cell(1, 1, {})};
  const Grid grid = network_grid(input, structure, {0, 0, input.width, input.height});
  EXPECT_EQ(texts(input, grid), (std::vector<std::string>{"Title over both ", "left ", "right "}));
  EXPECT_NEAR(grid.confidence, 0.9f * 4 / 5, 1e-4f);
}

TEST(NetworkGrid, NoTableNoGrid) {
  const Sketch sketch({"a b"});
  const TableInput input = make_table_input(sketch.page, sketch.region, sketch.lines);
  EXPECT_TRUE(network_grid(input, {}, {0, 0, 10, 10}).empty());
  StructureTable huge;
  huge.rows = 100'000, huge.columns = 100'000;
  EXPECT_TRUE(network_grid(input, huge, {0, 0, 10, 10}).empty());
}

}  // namespace
}  // namespace octavo::document
