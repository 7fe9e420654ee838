#include <gtest/gtest.h>

#include "document/output/html_table.h"
#include "document/output/markdown_block.h"
#include "document/output/pipe_table.h"
#include "document/output/test_document.h"

namespace octavo::document {
namespace {

TEST(PipeTable, WritesHeadRuleAndRows) {
  EXPECT_EQ(pipe_table(table_of({{"a", "b"}, {"1", ""}})), "| a | b |\n| --- | --- |\n| 1 |  |");
}

TEST(PipeTable, HeadIsBoldByItself) {
  Table table = table_of({{"a", "b"}, {"1", "2"}});
  table.cells[0].content = {{.style = kBold, .text = "a"}};
  table.cells[2].content = {{.style = kBold, .text = "1"}};
  EXPECT_EQ(pipe_table(table), "| a | b |\n| --- | --- |\n| **1** | 2 |");
}

TEST(PipeTable, EscapesOnce) {
  EXPECT_EQ(pipe_cell(plain("a|b")), "a\\|b");
  EXPECT_EQ(pipe_cell(plain("two\nlines")), "two<br>lines");
  EXPECT_EQ(pipe_cell(plain("x *\nb* y")), "x \\*<br>b\\* y");
  EXPECT_EQ(pipe_cell(plain("x < y & z")), "x < y & z");
  EXPECT_EQ(pipe_cell(plain("- 5")), "- 5");
  EXPECT_EQ(pipe_cell({{.kind = InlineKind::kMath, .text = "|x| \\|y\\|"}}),
            "$\\vert x\\vert \\Vert y\\Vert$");
}

TEST(PipeTable, RowOfDashesIsNotARule) {
  EXPECT_EQ(pipe_table(table_of({{"a", "b"}, {"-", "--"}})),
            "| a | b |\n| --- | --- |\n| \\- | -- |");
}

TEST(PipeTable, SpansKeepTheirTextInTheFirstPlace) {
  Table table{.rows = 2, .columns = 2};
  table.cells = {{.row = 0, .column = 0, .column_span = 2, .content = plain("wide")},
                 {.row = 1, .column = 0, .content = plain("x")},
                 {.row = 1, .column = 1, .content = plain("y")}};
  EXPECT_EQ(pipe_table(table), "| wide |  |\n| --- | --- |\n| x | y |");
  EXPECT_FALSE(suits_pipes(table));
}

TEST(PipeTable, SuitsOnlySimpleTables) {
  EXPECT_TRUE(suits_pipes(table_of({{"a", "b"}, {"1", "2"}}, 1)));
  EXPECT_TRUE(suits_pipes(table_of({{"a", "b"}, {"1\n2", "3"}})));
  EXPECT_FALSE(suits_pipes(table_of({{"a", "b"}})));
  EXPECT_FALSE(suits_pipes(table_of({{"a"}, {"b"}})));
  EXPECT_FALSE(suits_pipes(table_of({{"a", "b"}, {"c", "d"}, {"1", "2"}}, 2)));
  EXPECT_FALSE(suits_pipes(table_of({{"a", "b"}, {"1\n2\n3\n4", "5"}})));
  EXPECT_FALSE(suits_pipes(table_of({{"a", "b"}, {std::string(400, 'x'), "5"}})));
}

TEST(HtmlTable, EscapesOnceAndBreaksLines) {
  EXPECT_EQ(html_table(table_of({{"a|b", "two\nlines"}, {"x < y & z", "\"q\""}})),
            "<table><tr><td>a|b</td><td>two<br>lines</td></tr>"
            "<tr><td>x &lt; y &amp; z</td><td>&quot;q&quot;</td></tr></table>");
}

TEST(HtmlTable, KnowsItsHead) {
  EXPECT_EQ(html_table(table_of({{"a"}, {"1"}}, 1), {.row_per_line = true}),
            "<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td></tr>\n</"
            "tbody>\n</table>");
  // A header column is no head.
  Table table = table_of({{"a", "1"}, {"b", "2"}});
  table.cells[0].header = table.cells[2].header = true;
  EXPECT_EQ(html_table(table),
            "<table><tr><th>a</th><td>1</td></tr><tr><th>b</th><td>2</td></tr></table>");
  // All header: nothing to tell apart.
  EXPECT_EQ(html_table(table_of({{"a"}, {"b"}}, 2)),
            "<table><tr><th>a</th></tr><tr><th>b</th></tr></table>");
}

TEST(HtmlTable, WritesSpans) {
  Table table{.rows = 3, .columns = 3};
  table.cells = {{.row = 0, .column = 0, .row_span = 2, .content = plain("A")},
                 {.row = 0, .column = 1, .column_span = 2, .content = plain("B")},
                 {.row = 1, .column = 1, .content = plain("c")},
                 {.row = 1, .column = 2, .content = plain("d")},
                 {.row = 2, .column = 0, .row_span = 9, .column_span = 3, .content = plain("E")}};
  EXPECT_EQ(html_table(table),
            "<table><tr><td rowspan=\"2\">A</td><td "
            "colspan=\"2\">B</td></tr><tr><td>c</td><td>d</td></tr>"
            "<tr><td colspan=\"3\">E</td></tr></table>");
}

TEST(HtmlTable, KeepsRowsThatSpansCover) {
  Table table{.rows = 2, .columns = 1};
  table.cells = {{.row = 0, .column = 0, .row_span = 2, .content = plain("a")},
                 {.row = 2, .column = 0}};
  EXPECT_EQ(html_table(table),
            "<table><tr><td rowspan=\"2\">a</td></tr><tr></tr><tr><td></td></tr></table>");
  EXPECT_EQ(html_table({}), "");
}

TEST(HtmlTable, WritesStylesAndLinks) {
  Table table{.rows = 1, .columns = 1};
  table.cells = {{.content = {{.text = "x"},
                              {.style = kSuperscript, .text = "2"},
                              {.style = kBold | kItalic, .text = "b"},
                              {.text = "l", .url = "https://a.org/?a=1&b=2"},
                              {.text = "j", .url = "javascript:1"},
                              {.kind = InlineKind::kMath, .text = "a<b"}}}};
  EXPECT_EQ(html_table(table),
            "<table><tr><td>x<sup>2</sup><strong><em>b</em></strong>"
            "<a href=\"https://a.org/?a=1&amp;b=2\">l</a>j$a&lt;b$</td></tr></table>");
}

TEST(MarkdownTable, FollowsTheFormat) {
  const Table simple = table_of({{"a", "b"}, {"1", "2"}});
  EXPECT_TRUE(markdown_table(simple, TableFormat::kAuto).starts_with("| a |"));
  EXPECT_TRUE(markdown_table(simple, TableFormat::kPipe).starts_with("| a |"));
  EXPECT_TRUE(markdown_table(simple, TableFormat::kHtml).starts_with("<table>"));
  const Table one_column = table_of({{"a"}, {"1"}});
  EXPECT_TRUE(markdown_table(one_column, TableFormat::kAuto).starts_with("<table>"));
  EXPECT_TRUE(markdown_table(one_column, TableFormat::kPipe).starts_with("| a |"));
}

TEST(MarkdownTable, TakesThousandsOfCells) {
  const Table table = table_of(std::vector(5000, std::vector<std::string>(20, "a|<b>")));
  EXPECT_GT(markdown_table(table, TableFormat::kAuto).size(), 100'000u * 8);
  EXPECT_GT(markdown_table(table, TableFormat::kHtml).size(), 100'000u * 8);
}

}  // namespace
}  // namespace octavo::document
