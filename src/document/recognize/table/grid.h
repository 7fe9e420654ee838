// A table's structure before its text is written out: cells with the words that belong to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "octavo/geometry.h"

namespace octavo::document {

struct GridCell {
  int row = 0, column = 0;
  int row_span = 1, column_span = 1;
  bool header = false;
  PointBox box;                 // upright frame of the table
  std::vector<uint32_t> words;  // indices into TableInput::words, ascending
};

struct Grid {
  int rows = 0, columns = 0;    // 0: no structure
  std::vector<GridCell> cells;  // sorted by (row, column); every place is covered exactly once
  bool from_rules = false;      // its cells are drawn
  size_t cut_words = 0;         // words that its rules ran through
  float confidence = 0;         // 0..1
  std::string reason;           // for a person: "ruled lattice", "aligned text"

  bool empty() const { return rows == 0; }
};

// At most this many places; larger structures are refused, so that hostile pages stay bounded.
inline constexpr int kMaxTablePlaces = 20'000;

// Puts cells that came in any order into the form Grid promises: sorted, spans clipped to the grid
// and to places that are free; a cell whose first place is taken gives its words to the cell that
// has it; free places become empty cells; the words of each cell are sorted.
void complete_grid(Grid& grid);

// Keeps only the rows and columns that are marked, shrinking spans. A cell all of whose places go
// is dropped with its words. The grid is complete before and after.
void keep_lines(Grid& grid, const std::vector<uint8_t>& rows, const std::vector<uint8_t>& columns);

}  // namespace octavo::document
