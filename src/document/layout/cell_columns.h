// Rows -> the columns that their cells share. Used to tell tables without ruling lines from text.
#pragma once

#include <span>
#include <vector>

#include "document/layout/rows.h"

namespace octavo::document {

struct CellColumns {
  std::vector<float> cuts;  // x between columns, ascending; columns = cuts + 1
  int rows = 0;             // rows with cells in at least two columns
  int crossing = 0;         // rows that reach over a cut
  float digits = 0;         // share of digits in the columns behind the first
  float longest_cell = 0;   // mean length in ems of the column with the longest cells
  int longest_run = 0;  // most long lines of one column that follow each other as in a paragraph
  float last_cell = 0;  // the same of the last column

  int columns() const { return static_cast<int>(cuts.size()) + 1; }
};

// `rows`: neighbouring rows of lines. A strip is a cut when at most one in eight of the rows that
// have several cells reaches over it and it is wide enough to be no word space.
CellColumns find_cell_columns(std::span<const PagePiece> pieces, std::span<const PieceRow> rows);

}  // namespace octavo::document
