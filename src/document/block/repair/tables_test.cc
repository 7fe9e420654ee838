// Tables as cells: what the reference has no word for.
#include <gtest/gtest.h>

#include <sstream>

#include "document/block/repair/finish_blocks.h"
#include "document/block/repair/html_table.h"
#include "document/block/repair/otsl.h"
#include "document/block/repair/read_table_answer.h"

namespace octavo::document::protocol {
namespace {

// "row,column rows x columns: text", with spans only when they are more than one.
std::string shown(const Table& table) {
  std::ostringstream out;
  out << table.rows << 'x' << table.columns;
  for (const TableCell& cell : table.cells) {
    out << " | " << cell.row << ',' << cell.column;
    if (cell.row_span > 1 || cell.column_span > 1)
      out << ' ' << cell.row_span << 'x' << cell.column_span;
    if (cell.header) out << " h";
    out << ' ' << plain_text(cell.content);
  }
  return out.str();
}

TEST(OtslTable, HasEveryPlaceOnce) {
  const auto grid = read_otsl("<fcel>A<lcel><fcel>B<nl><fcel>c<fcel>d<ucel><nl>");
  EXPECT_EQ(shown(to_table(*grid)), "2x3 | 0,0 1x2 A | 0,2 2x1 B | 1,0 c | 1,1 d");
}

TEST(OtslTable, LaterCellsTakePlacesFromEarlierOnes) {
  // B covers the lower right of A's square.
  const auto grid = read_otsl("<fcel>A<xcel><nl><xcel><fcel>B<nl>");
  EXPECT_EQ(shown(to_table(*grid)), "2x2 | 0,0 1x2 A | 1,0  | 1,1 B");
}

TEST(OtslTable, IsBounded) {
  std::string wide, tall;
  for (int i = 0; i < 1000; ++i) wide += "<fcel>x";
  for (int i = 0; i < 1000; ++i) tall += "<nl><fcel>y";
  EXPECT_FALSE(read_otsl(wide + tall).has_value());
  EXPECT_EQ(read_table_answer(wide + tall).html, wide + tall);
  // Spans that all run over each other.
  std::string hostile;
  for (int r = 0; r < 400; ++r) {
    for (int c = 0; c < 400; ++c) hostile += r == c ? "<fcel>" : "<xcel>";
    hostile += "<nl>";
  }
  EXPECT_EQ(to_table(*read_otsl(hostile)).rows, 400);
}

TEST(HtmlTable, PutsCellsWhereBrowsersDo) {
  const auto table = read_html_table(
      "<table><tr><th rowspan=2>H</th><td colspan=\"2\">a &lt; b</td></tr>"
      "<tr><td><b>x</b><br/>y</td><td>z</td></tr></table>");
  ASSERT_TRUE(table.has_value());
  EXPECT_EQ(shown(*table), "2x3 | 0,0 2x1 h H | 0,1 1x2 a < b | 1,1 x\ny | 1,2 z");
}

TEST(HtmlTable, IsBoundedAndForgiving) {
  EXPECT_FALSE(read_html_table("<table></table>").has_value());
  EXPECT_EQ(shown(*read_html_table("<td>a<td rowspan=99999>b")), "1x2 | 0,0 a | 0,1 b");
  std::string wide = "<table><tr>";
  for (int i = 0; i < 300; ++i) wide += "<td colspan=1000 rowspan=1000>";
  EXPECT_FALSE(read_html_table(wide).has_value());
}

TEST(FinishedTable, HasFormulasAndNoCodes) {
  VlmBlock block;
  block.type = BlockType::kTable;
  block.box = {0, 0, 1, 1};
  block.covered = {{"A2C3", "", 1}};
  block.content = "<fcel>\\( x^2 \\) m<fcel>[A2C3] see<nl>";
  const auto blocks = finish_blocks({block});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_EQ(blocks[0].content, "<table><tr><td><eq>x^2</eq> m</td><td> see</td></tr></table>");
  const Table& table = blocks[0].table.value();
  ASSERT_EQ(table.cells[0].content.size(), 2u);
  EXPECT_EQ(table.cells[0].content[0].kind, InlineKind::kMath);
  EXPECT_EQ(table.cells[0].content[0].text, "x^2");
  EXPECT_EQ(plain_text(table.cells[1].content), "see");
}

}  // namespace
}  // namespace octavo::document::protocol
