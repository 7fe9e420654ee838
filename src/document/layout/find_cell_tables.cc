#include "document/layout/find_cell_tables.h"

#include <algorithm>

#include "document/layout/cell_columns.h"

namespace octavo::document {
namespace {

constexpr float kRowGap = 2.6F;    // ems between rows of one table, at most
constexpr int kLeastRows = 3;      // rows with several cells
constexpr float kCellLength = 16;  // ems; longer cells in two columns are text beside text
constexpr int kLongestRun = 6;     // long lines one below the other: text columns
constexpr size_t kLoneRows = 2;  // rows of one cell in a sequence: a cell's second line, a heading

struct RowBox {
  PointBox box;
  float size = 10;
};

RowBox box_of(std::span<const PagePiece> pieces, const PieceRow& row) {
  RowBox result;
  for (const uint32_t i : row) {
    result.box = hull(result.box, pieces[i].box);
    result.size = std::max(result.size, pieces[i].size);
  }
  return result;
}

// Neighbouring rows of which most have several cells.
std::vector<RowRange> sequences(std::span<const PagePiece> pieces, std::span<const PieceRow> rows) {
  std::vector<RowRange> found;
  size_t i = 0;
  while (i < rows.size()) {
    if (rows[i].size() < 2) {
      ++i;
      continue;
    }
    size_t last = i + 1;  // behind the last row with several cells
    RowBox previous = box_of(pieces, rows[i]);
    for (size_t k = i + 1; k < rows.size() && k - last <= kLoneRows; ++k) {
      const RowBox row = box_of(pieces, rows[k]);
      if (row.box.y0 - previous.box.y1 > kRowGap * std::max(row.size, previous.size)) break;
      previous = row;
      if (rows[k].size() >= 2) last = k + 1;
    }
    found.push_back({i, last});
    i = last;
  }
  return found;
}

bool is_table(const CellColumns& found, size_t row_count) {
  if (found.columns() < 2 || found.rows < kLeastRows || found.longest_run > kLongestRun)
    return false;
  if (found.crossing * 3 > static_cast<int>(row_count)) return false;
  if (found.columns() == 2) return false;
  return found.longest_cell <= 2 * kCellLength;
}

}  // namespace

std::vector<RowRange> find_cell_tables(std::span<const PagePiece> pieces,
                                       std::span<const PieceRow> rows) {
  std::vector<RowRange> tables;
  for (const RowRange& range : sequences(pieces, rows)) {
    const auto part = rows.subspan(range.first, range.last - range.first);
    if (is_table(find_cell_columns(pieces, part), part.size())) tables.push_back(range);
  }
  return tables;
}

}  // namespace octavo::document
