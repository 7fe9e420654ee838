#include "networks/table_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace octavo {
namespace {

// Tokens written one after the other; cells get boxes numbered in x0.
std::vector<TableStep> steps(std::initializer_list<std::string_view> texts) {
  std::vector<TableStep> out;
  float cell = 0;
  for (const auto text : texts) {
    const auto found = std::find(kTableTokenTexts.begin(), kTableTokenTexts.end(), text);
    EXPECT_NE(found, kTableTokenTexts.end()) << text;
    TableStep step{static_cast<int>(found - kTableTokenTexts.begin()), 0.9F, {}};
    if (text == "<td" || text == "<td></td>") step.box = {cell++ / 100, 0, 1, 1};
    out.push_back(step);
  }
  return out;
}

// "row,column row_span x column_span" of each cell.
std::string shape(const StructureTable& table) {
  std::string out;
  for (const auto& c : table.cells)
    out += std::to_string(c.row) + "," + std::to_string(c.column) + " " +
           std::to_string(c.row_span) + "x" + std::to_string(c.column_span) +
           (c.box.empty() ? "?" : "") + "; ";
  return out;
}

TEST(TableTokens, PlainGrid) {
  const auto table = table_of_steps(
      steps({"<tbody>", "<tr>", "<td></td>", "<td></td>", "</tr>", "<tr>", "<td></td>", "<td></td>",
             "</tr>", "</tbody>", "eos", "<tr>", "<td></td>"}));  // after the end: not read
  EXPECT_EQ(table.rows, 2);
  EXPECT_EQ(table.columns, 2);
  EXPECT_EQ(shape(table), "0,0 1x1; 0,1 1x1; 1,0 1x1; 1,1 1x1; ");
  EXPECT_FLOAT_EQ(table.cells[3].box.x0, 0.03F);
  EXPECT_FALSE(table.cells[0].header);
  EXPECT_NEAR(table.score, 0.9F, 1e-5F);
}

TEST(TableTokens, SpansAndHead) {
  // | A (2 rows) | B (2 columns) |
  // |            | C     | D     |
  // | E          | F     | G     |
  const auto table = table_of_steps(
      steps({"<thead>",   "<tr>",           "<td",       " rowspan=\"2\"", ">",        "</td>",
             "<td",       " colspan=\"2\"", ">",         "</td>",          "</tr>",    "<tr>",
             "<td></td>", "<td></td>",      "</tr>",     "</thead>",       "<tbody>",  "<tr>",
             "<td></td>", "<td></td>",      "<td></td>", "</tr>",          "</tbody>", "eos"}));
  EXPECT_EQ(table.rows, 3);
  EXPECT_EQ(table.columns, 3);
  EXPECT_EQ(shape(table), "0,0 2x1; 0,1 1x2; 1,1 1x1; 1,2 1x1; 2,0 1x1; 2,1 1x1; 2,2 1x1; ");
  EXPECT_TRUE(table.cells[3].header);
  EXPECT_FALSE(table.cells[4].header);
}

TEST(TableTokens, BothSpansOnOneCell) {
  const auto table = table_of_steps(
      steps({"<tr>", "<td", " rowspan=\"3\"", " colspan=\"4\"", ">", "</td>", "<td></td>", "</tr>",
             "<tr>", "<td></td>", "</tr>", "<tr>", "<td></td>", "</tr>"}));
  EXPECT_EQ(shape(table), "0,0 3x4; 0,4 1x1; 1,4 1x1; 2,4 1x1; ");
}

TEST(TableTokens, ShortRowsAreFilledUp) {
  const auto table = table_of_steps(
      steps({"<tr>", "<td></td>", "<td></td>", "</tr>", "<tr>", "<td></td>", "</tr>"}));
  EXPECT_EQ(shape(table), "0,0 1x1; 0,1 1x1; 1,0 1x1; 1,1 1x1?; ");
}

TEST(TableTokens, SpansGiveWay) {
  // The second row's cell would span into the cell that reaches down in column 1.
  const auto table =
      table_of_steps(steps({"<tr>", "<td></td>", "<td", " rowspan=\"2\"", ">", "</td>", "</tr>",
                            "<tr>", "<td", " colspan=\"2\"", ">", "</td>", "</tr>"}));
  EXPECT_EQ(shape(table), "0,0 1x1; 0,1 2x1; 1,0 1x1; ");
  // A row span beyond the last row is cut.
  EXPECT_EQ(shape(table_of_steps(steps({"<tr>", "<td", " rowspan=\"20\"", ">", "</td>"}))),
            "0,0 1x1; ");
}

TEST(TableTokens, NoTable) {
  EXPECT_EQ(table_of_steps({}).rows, 0);
  EXPECT_EQ(table_of_steps(steps({"eos"})).rows, 0);
  EXPECT_EQ(table_of_steps(steps({"<tr>", "</tr>", "<tr>"})).rows, 0);
  // A span before any cell belongs to nothing; a cell before any row opens one.
  EXPECT_EQ(shape(table_of_steps(steps({" colspan=\"9\"", "<td></td>"}))), "0,0 1x1; ");
}

TEST(TableTokens, MonstersAreRefused) {
  std::vector<TableStep> monster;
  const auto add = [&](std::string_view text) { monster.push_back(steps({text})[0]); };
  for (int i = 0; i < 100; ++i) {
    add("<tr>");
    add("<td></td>");
  }
  for (int i = 0; i < 100; ++i) {
    add("<td");
    add(" colspan=\"20\"");
  }
  EXPECT_EQ(table_of_steps(monster).rows, 0);  // 100 x 2001 places
}

}  // namespace
}  // namespace octavo
