#include "document/order/tables.h"

#include <gtest/gtest.h>

#include "document/order/test_document.h"

namespace octavo::document {
namespace {

using test::assemble;
using test::make_block;
using test::make_caption;
using test::make_table;
using test::make_text;

// "a,b;c,d": rows of a table, spans left out.
std::string grid(const Table& table) {
  std::string out;
  for (int row = 0; row < table.rows; ++row) {
    if (row > 0) out += ';';
    bool first = true;
    for (const TableCell& cell : table.cells)
      if (cell.row == row) {
        if (!first) out += ',';
        out += plain_text(cell.content);
        first = false;
      }
  }
  return out;
}

TEST(Tables, ThreePagesOneTable) {
  PageBlock third = make_table({{"H1", "H2", "H3"}, {"7", "8", "9"}});
  const auto document = assemble(
      {{make_text("Before.", false, false), make_table({{"H1", "H2", "H3"}, {"1", "2", "3"}})},
       {make_block(BlockKind::kHeader, "Head", {72, 20, 100, 30}),
        make_table({{"H1", "H2", "H3"}, {"4", "5", ""}})},
       {third, make_text("After.", false, false)}});
  ASSERT_EQ(document.blocks.size(), 4u);
  const Block& table = document.blocks[1];
  EXPECT_EQ(grid(table.table), "H1,H2,H3;1,2,3;4,5,;7,8,9");
  EXPECT_EQ(table.table.rows, 4);
  ASSERT_EQ(table.boxes.size(), 3u);
  EXPECT_EQ(table.boxes[2].page, 2);
  EXPECT_FALSE(table.table.cells.back().header);
}

TEST(Tables, WithoutRepeatedHeader) {
  PageBlock second = make_table({{"3", "4"}, {"5", "6"}});
  for (TableCell& cell : second.block.table.cells) cell.header = false;
  const auto document = assemble({{make_table({{"H1", "H2"}, {"1", "2"}})}, {second}});
  ASSERT_EQ(document.blocks.size(), 1u);
  EXPECT_EQ(grid(document.blocks[0].table), "H1,H2;1,2;3,4;5,6");
}

TEST(Tables, AMissingEmptyColumnIsPutBack) {
  // Page two shows the first two of three columns.
  const auto document =
      assemble({{make_table({{"H1", "H2", "H3"}, {"1", "2", "3"}}, {72, 100, 372, 200})},
                {make_table({{"H1", "H2"}, {"4", "5"}}, {72, 100, 272, 200})}});
  // The width differs by a third: only a continuation caption would tell.
  EXPECT_EQ(document.blocks.size(), 2u);
  const auto continued =
      assemble({{make_table({{"H1", "H2", "H3"}, {"1", "2", "3"}}, {72, 100, 372, 200})},
                {make_caption("Table 1 (continued)", {72, 80, 272, 92}),
                 make_table({{"7", "8"}, {"4", "5"}}, {72, 100, 272, 200})}});
  ASSERT_EQ(continued.blocks.size(), 1u);
  EXPECT_TRUE(continued.blocks[0].captions.empty());
  EXPECT_EQ(grid(continued.blocks[0].table), "H1,H2,H3;1,2,3;7,8,;4,5,");
}

TEST(Tables, AHeaderOfItsOwnOpensANewTable) {
  EXPECT_EQ(
      assemble({{make_table({{"H1", "H2"}, {"1", "2"}})}, {make_table({{"X1", "X2"}, {"1", "2"}})}})
          .blocks.size(),
      2u);
}

TEST(Tables, ACaptionOfItsOwnOpensANewTable) {
  EXPECT_EQ(assemble({{make_table({{"H1", "H2"}, {"1", "2"}})},
                      {make_caption("Table 2: other", {72, 80, 372, 92}),
                       make_table({{"H1", "H2"}, {"1", "2"}})}})
                .blocks.size(),
            2u);
}

TEST(Tables, AContinuationLineThatLayoutTookForText) {
  PageBlock line = make_text("续表", false, false, {72, 80, 100, 92});
  line.rows = 1;
  const auto document = assemble(
      {{make_table({{"H1", "H2"}, {"1", "2"}})}, {line, make_table({{"H1", "H2"}, {"3", "4"}})}});
  ASSERT_EQ(document.blocks.size(), 1u);
  EXPECT_EQ(grid(document.blocks[0].table), "H1,H2;1,2;3,4");
}

TEST(Tables, TextBetweenParts) {
  EXPECT_EQ(assemble({{make_table({{"H1", "H2"}, {"1", "2"}}), make_text("Words.", false, false)},
                      {make_table({{"H1", "H2"}, {"3", "4"}})}})
                .blocks.size(),
            3u);
}

TEST(Tables, PagesThatAreNotNeighbours) {
  auto pages = test::make_pages({{make_table({{"H1"}, {"1"}})}, {make_table({{"H1"}, {"2"}})}});
  pages[1].info.index = 7;
  EXPECT_EQ(assemble_document({}, std::move(pages)).blocks.size(), 2u);
}

TEST(Tables, SpansMoveWithTheirRows) {
  Table first{.rows = 1, .columns = 2, .cells = {{.row = 0, .column = 0}, {.row = 0, .column = 1}}};
  Table second{.rows = 2,
               .columns = 2,
               .cells = {{.row = 0, .column = 0, .row_span = 2},
                         {.row = 0, .column = 1},
                         {.row = 1, .column = 1}}};
  append_rows(first, second, 0);
  EXPECT_EQ(first.rows, 3);
  EXPECT_EQ(first.cells[2].row, 1);
  EXPECT_EQ(first.cells[2].row_span, 2);
  EXPECT_EQ(first.cells[4].row, 2);
}

TEST(Tables, AllRowsEqualKeepsOne) {
  // A table of one repeated row: not all of the second is header.
  const auto document = assemble({{make_table({{"x"}, {"x"}})}, {make_table({{"x"}, {"x"}})}});
  EXPECT_EQ(document.blocks[0].table.rows, 3);
}

}  // namespace
}  // namespace octavo::document
