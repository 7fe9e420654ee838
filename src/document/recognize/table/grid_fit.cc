#include "document/recognize/table/grid_fit.h"

#include <algorithm>
#include <string>

#include "document/recognize/table/cell_kind.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {
namespace {

constexpr float kColumnGap = 1.5f;  // font sizes: wider than spaces between words, also of pictures

bool is_torn(const TableInput& input, const std::vector<TextRow>& rows) {
  for (const TextRow& row : rows)
    for (size_t i = 1; i < row.words.size(); ++i) {
      const TableWord &a = input.words[row.words[i - 1]], &b = input.words[row.words[i]];
      const float gap = (b.word.box.x0 - a.word.box.x1) / row.size;
      if (gap > kColumnGap && !belong_together(a.word.text, b.word.text, gap)) return true;
    }
  return false;
}

bool is_number(const TableInput& input, const TextRow& row) {
  std::string text;
  for (const uint32_t w : row.words) text += input.words[w].word.text + " ";
  return cell_kind(text) == CellKind::kNumber;
}

}  // namespace

GridFit fit_of(const TableInput& input, const Grid& grid) {
  GridFit fit;
  if (grid.empty()) return fit;
  std::vector<uint8_t> row_used(static_cast<size_t>(grid.rows), 0);
  std::vector<uint8_t> column_used(static_cast<size_t>(grid.columns), 0);
  size_t filled = 0, torn = 0, stacked = 0;
  for (const GridCell& cell : grid.cells) {
    if (cell.words.empty()) continue;
    ++filled;
    row_used[static_cast<size_t>(cell.row)] = 1;
    if (cell.column_span == 1) column_used[static_cast<size_t>(cell.column)] = 1;
    const std::vector<TextRow> rows = find_text_rows(input, cell.words);
    torn += is_torn(input, rows);
    bool above = false;
    for (const TextRow& row : rows) {
      const bool number = is_number(input, row);
      if (number && above) {
        ++stacked;
        break;
      }
      above = number;
    }
  }
  const auto unused = std::count(row_used.begin(), row_used.end(), 0) +
                      std::count(column_used.begin(), column_used.end(), 0);
  const float cells = static_cast<float>(std::max<size_t>(filled, 1));
  fit.torn = static_cast<float>(torn) / cells;
  fit.stacked = static_cast<float>(stacked) / cells;
  fit.hollow = static_cast<float>(unused) / static_cast<float>(grid.rows + grid.columns);
  return fit;
}

}  // namespace octavo::document
