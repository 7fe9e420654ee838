#include "document/recognize/vlm/draft_text.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

TextLine line(const std::string& word) {
  TextLine made;
  made.words.push_back({.text = word});
  return made;
}

TableCell cell(int row, int column, const std::string& text, int rows = 1, int columns = 1) {
  TableCell made{.row = row, .column = column, .row_span = rows, .column_span = columns};
  if (!text.empty()) made.content = {{.text = text}};
  return made;
}

TEST(DraftText, JoinsLines) {
  Answer answer;
  answer.lines = {line("one"), line("two")};
  EXPECT_EQ(draft_text(answer), "one two");
  EXPECT_EQ(draft_text({}), "");
}

TEST(DraftText, WritesTablesAsTheModelDoes) {
  Answer answer;
  answer.lines = {line("A"), line("B")};
  answer.table.rows = 3;
  answer.table.columns = 3;
  answer.table.cells = {cell(0, 0, "A", 1, 3), cell(1, 0, "B", 2, 2), cell(1, 2, "C"),
                        cell(2, 2, "")};
  EXPECT_EQ(draft_text(answer),
            "<fcel>A<lcel><lcel><nl>"
            "<fcel>B<lcel><fcel>C<nl>"
            "<ucel><xcel><ecel><nl>");
}

TEST(DraftText, SurvivesSpansBeyondTheTable) {
  Answer answer;
  answer.table.rows = answer.table.columns = 1;
  answer.table.cells = {cell(0, 0, "x", 9, 9), cell(5, 5, "y")};
  EXPECT_EQ(draft_text(answer), "<fcel>x<nl>");
}

}  // namespace
}  // namespace octavo::document::protocol
