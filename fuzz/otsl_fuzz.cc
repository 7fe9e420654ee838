// Any text as a table: every place of the grid is in exactly one cell of the right size.
#include <string_view>

#include "base/check.h"
#include "document/block/repair/otsl.h"
#include "document/block/repair/read_table_answer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace std::string_view_literals;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto grid = octavo::document::protocol::read_otsl(text);
  if (grid) {
    const octavo::Table table = octavo::document::protocol::to_table(*grid);
    std::vector<bool> covered(static_cast<size_t>(table.rows) * static_cast<size_t>(table.columns));
    size_t places = 0;
    for (const octavo::TableCell& cell : table.cells)
      for (int r = cell.row; r < cell.row + cell.row_span; ++r)
        for (int c = cell.column; c < cell.column + cell.column_span; ++c) {
          OCTAVO_CHECK(r < table.rows && c < table.columns);
          const auto place = static_cast<size_t>(r * table.columns + c);
          OCTAVO_CHECK(!covered[place]);
          covered[place] = true;
          ++places;
        }
    OCTAVO_CHECK(places == covered.size());
    const std::string html = octavo::document::protocol::to_html(*grid);
    OCTAVO_CHECK(html.empty() || (html.starts_with("<table>"sv) && html.ends_with("</table>"sv)));
  }
  octavo::document::protocol::read_pictured_table(text);
  return 0;
}
