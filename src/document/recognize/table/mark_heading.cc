#include "document/recognize/table/mark_heading.h"

#include <algorithm>
#include <string>

#include "document/recognize/table/cell_kind.h"

namespace octavo::document {
namespace {

constexpr int kMostRows = 4;
constexpr float kMostShare = 0.5f;   // of the rows
constexpr float kNumberRows = 0.6f;  // share of the other rows that must hold numbers
constexpr float kFilled = 0.8f;      // share of a cell that its filling covers

struct RowFacts {
  int filled = 0;      // cells with text that begin in the row
  int bold = 0;        // of those, wholly bold
  int numbers = 0;     // of those, numbers; years and labels apart
  int coloured = 0;    // of those, on a filling
  uint32_t color = 0;  // of the last of these
  int reaches = 1;     // rows that its cells with text reach over
};

bool is_bold(const TableInput& input, const GridCell& cell) {
  return std::all_of(cell.words.begin(), cell.words.end(),
                     [&](uint32_t w) { return (input.words[w].word.style & kBold) != 0; });
}

std::string text_of_cell(const TableInput& input, const GridCell& cell) {
  std::string text;
  for (const uint32_t w : cell.words) text += input.words[w].word.text + " ";
  return text;
}

const Fill* filling_of(const TableInput& input, const GridCell& cell) {
  PointBox text;
  for (const uint32_t w : cell.words) text = hull(text, input.words[w].word.box);
  const auto at = std::find_if(input.fills.begin(), input.fills.end(), [&](const Fill& fill) {
    return coverage(text, fill.box) >= kFilled;
  });
  return at == input.fills.end() ? nullptr : &*at;
}

std::vector<RowFacts> gather(const TableInput& input, const Grid& grid) {
  std::vector<RowFacts> rows(static_cast<size_t>(grid.rows));
  for (const GridCell& cell : grid.cells) {
    if (cell.words.empty()) continue;
    RowFacts& row = rows[static_cast<size_t>(cell.row)];
    ++row.filled;
    row.bold += is_bold(input, cell);
    const std::string text = text_of_cell(input, cell);
    row.numbers += cell.column > 0 && cell_kind(text) == CellKind::kNumber && !is_year(text);
    row.reaches = std::max(row.reaches, cell.row_span);
    if (const Fill* fill = filling_of(input, cell)) {
      ++row.coloured;
      row.color = fill->color;
    }
  }
  return rows;
}

}  // namespace

void mark_heading(const TableInput& input, Grid& grid) {
  if (grid.rows < 2 ||
      std::any_of(
          grid.cells.begin(), grid.cells.end(), [](const GridCell& cell) { return cell.header; }))
    return;
  const std::vector<RowFacts> rows = gather(input, grid);
  const RowFacts& last = rows.back();
  const auto with_numbers = std::count_if(rows.begin() + 1, rows.end(),
                                          [](const RowFacts& row) { return row.numbers > 0; });
  const bool numbers_below =
      static_cast<float>(with_numbers) >= kNumberRows * static_cast<float>(grid.rows - 1);
  const auto bold_rows = std::count_if(rows.begin(), rows.end(), [](const RowFacts& row) {
    return row.filled > 0 && row.bold == row.filled;
  });
  const bool bold_tells = bold_rows * 2 <= grid.rows;
  const auto is_heading = [&](const RowFacts& row) {
    if (row.filled == 0) return false;
    const bool bold = bold_tells && row.bold == row.filled;
    const bool coloured = row.coloured == row.filled &&
                          (last.coloured < last.filled || last.color != row.color) &&
                          row.color == rows.front().color;
    const bool words_only = numbers_below && row.numbers == 0 && row.filled > 1;
    return bold || coloured || words_only;
  };
  int heading = 0;
  const int most =
      std::min(kMostRows, static_cast<int>(kMostShare * static_cast<float>(grid.rows)));
  while (heading < most && is_heading(rows[static_cast<size_t>(heading)]))
    heading += std::max(1, rows[static_cast<size_t>(heading)].reaches);
  if (heading >= grid.rows) return;
  for (GridCell& cell : grid.cells) cell.header = cell.row < heading;
}

}  // namespace octavo::document
