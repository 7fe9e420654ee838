#include "document/recognize/vlm/draft_text.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace octavo::document::protocol {
namespace {

// Cells under a span say which way it comes from.
std::string otsl(const Table& table) {
  constexpr std::string_view kLeft = "<lcel>", kAbove = "<ucel>", kBoth = "<xcel>";
  const auto columns = static_cast<size_t>(table.columns);
  std::vector<std::string> places(static_cast<size_t>(table.rows) * columns, "<ecel>");
  for (const TableCell& cell : table.cells)
    for (int r = 0; r < cell.row_span; ++r)
      for (int c = 0; c < cell.column_span; ++c) {
        const int row = cell.row + r, column = cell.column + c;
        if (row < 0 || row >= table.rows || column < 0 || column >= table.columns) continue;
        std::string& place =
            places[static_cast<size_t>(row) * columns + static_cast<size_t>(column)];
        const std::string text = r == 0 && c == 0 ? plain_text(cell.content) : "";
        if (r > 0 || c > 0)
          place = r > 0 && c > 0 ? kBoth : r > 0 ? kAbove : kLeft;
        else if (!text.empty())
          place = "<fcel>" + text;
      }
  std::string out;
  for (size_t i = 0; i < places.size(); ++i) {
    out += places[i];
    if ((i + 1) % columns == 0) out += "<nl>";
  }
  return out;
}

}  // namespace

std::string draft_text(const Answer& answer) {
  if (answer.table.rows > 0 && answer.table.columns > 0) return otsl(answer.table);
  std::string text;
  for (const TextLine& line : answer.lines) text += (text.empty() ? "" : " ") + text_of(line);
  return text;
}

}  // namespace octavo::document::protocol
