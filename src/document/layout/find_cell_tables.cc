#include "document/layout/find_cell_tables.h"

#include <algorithm>

#include "document/layout/cell_columns.h"

namespace octavo::document {
namespace {

constexpr float kRowGap = 2.6F;      // ems between rows of one table, at most
constexpr float kUnevenGap = 1.5F;   // times the widest gap before it
constexpr int kLeastRows = 3;        // rows with several cells
constexpr size_t kMostCellEnds = 4;  // lines of the last cells
constexpr float kCellPitch = 1.5F;   // ems between the lines of one cell
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

// Neighbouring rows of which most have several cells. The rows of a table may stand far apart, but
// then evenly.
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
    float usual = 0;  // the widest gap so far
    for (size_t k = i + 1; k < rows.size() && k - last <= kLoneRows; ++k) {
      const RowBox row = box_of(pieces, rows[k]);
      const float gap = row.box.y0 - previous.box.y1;
      if (gap > std::max(kRowGap * std::max(row.size, previous.size), kUnevenGap * usual)) break;
      usual = std::max(usual, gap);
      previous = row;
      if (rows[k].size() >= 2) last = k + 1;
    }
    found.push_back({i, last});
    i = last;
  }
  return found;
}

// The lines that end the last cells of a table: close below, each within one column.
size_t end_of_cells(std::span<const PagePiece> pieces, std::span<const PieceRow> rows,
                    const CellColumns& found, size_t last) {
  const auto column = [&](float x) {
    return std::upper_bound(found.cuts.begin(), found.cuts.end(), x) - found.cuts.begin();
  };
  size_t end = last;
  for (; end < std::min(rows.size(), last + kMostCellEnds) && rows[end].size() == 1; ++end) {
    const PagePiece& piece = pieces[rows[end].front()];
    const PagePiece& above = pieces[rows[end - 1].front()];
    if (piece.box.center_y() - above.box.center_y() > kCellPitch * piece.size ||
        column(piece.box.x0) != column(piece.box.x1))
      break;
  }
  // Text that goes on is no cell.
  return end - last == kMostCellEnds ? last : end;
}

}  // namespace

std::vector<RowRange> find_cell_tables(std::span<const PagePiece> pieces,
                                       std::span<const PieceRow> rows) {
  std::vector<RowRange> tables;
  for (RowRange range : sequences(pieces, rows)) {
    const auto part = rows.subspan(range.first, range.last - range.first);
    const CellColumns found = find_cell_columns(pieces, part);
    if (found.columns() < 3 || found.rows < kLeastRows || !reads_as_table(found)) continue;
    range.last = end_of_cells(pieces, rows, found, range.last);
    tables.push_back(range);
  }
  return tables;
}

}  // namespace octavo::document
