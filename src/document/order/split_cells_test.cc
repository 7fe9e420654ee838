#include "document/order/split_cells.h"

#include <gtest/gtest.h>

#include "document/order/test_document.h"

namespace octavo::document {
namespace {

Table table_of(const std::vector<std::vector<std::string>>& rows) {
  return test::make_table(rows).block.table;
}

std::vector<std::vector<std::string>> rows_of(const Table& table) {
  std::vector<std::vector<std::string>> rows;
  for (int row = 0; row < table.rows; ++row)
    rows.push_back(segment_texts(table, row_segments(table, row)));
  return rows;
}

using Rows = std::vector<std::vector<std::string>>;

TEST(SplitCells, JoinsTheHalves) {
  Table above = table_of({{"Pot", "Place"}, {"9", "shelf nine, by"}});
  Table below = table_of({{"", "the window"}, {"10", "shelf"}});
  join_cells(above, below, 0, {false, true});
  EXPECT_EQ(rows_of(above), (Rows{{"Pot", "Place"}, {"9", "shelf nine, by the window"}}));
  EXPECT_EQ(rows_of(below), (Rows{{"10", "shelf"}}));
}

TEST(SplitCells, ARowWithSomethingLeftStays) {
  Table above = table_of({{"9", "by"}});
  Table below = table_of({{"10", "the window"}});
  join_cells(above, below, 0, {false, true});
  EXPECT_EQ(rows_of(above), (Rows{{"9", "by the window"}}));
  EXPECT_EQ(rows_of(below), (Rows{{"10", ""}}));
}

TEST(SplitCells, WideCharactersJoinWithoutASpace) {
  Table above = table_of({{"\u7a97"}});
  Table below = table_of({{"\u53e3"}, {"x"}});
  join_cells(above, below, 0, {true});
  EXPECT_EQ(rows_of(above), (Rows{{"\u7a97\u53e3"}}));
}

TEST(SplitCells, CountsCellsThatBeganAbove) {
  Table table = table_of({{"a", "b"}, {"", "c"}});
  table.cells[0].row_span = 2;
  table.cells.erase(table.cells.begin() + 2);
  EXPECT_EQ(segment_texts(table, row_segments(table, 1)), (std::vector<std::string>{"a", "c"}));
  Table below = table_of({{"more", ""}});
  join_cells(table, below, 0, {true, false});
  EXPECT_EQ(plain_text(table.cells[0].content), "a more");
}

TEST(SplitCells, OddAnswersChangeNothing) {
  Table above = table_of({{"a", "b"}}), below = table_of({{"c", "d"}});
  join_cells(above, below, 0, {true});
  join_cells(above, below, 0, {});
  join_cells(above, below, 0, {false, false});
  EXPECT_EQ(rows_of(above), (Rows{{"a", "b"}}));
  EXPECT_EQ(rows_of(below), (Rows{{"c", "d"}}));
}

}  // namespace
}  // namespace octavo::document
