// Ruling lines -> lattices: where rules cross and what cells they enclose. Used by layout/ to find
// tables and by recognize/ to read their cells, so that both see the same grid.
//
// The idea of joining strokes, intersecting them and tracing cells is Nurminen's (2013,
// "Algorithmic Extraction of Data in Tables in PDF Documents"), as in tabula and pdfplumber.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// A connected set of crossing rules. Separators include the outer frame; the outer edges always
// count as drawn, also where a table is open at its sides.
struct RuledGrid {
  PointBox box;
  std::vector<float> xs, ys;        // ascending, at least two each
  std::vector<uint8_t> horizontal;  // [ys.size()][xs.size() - 1]: 1 where the edge is drawn
  std::vector<uint8_t> vertical;    // [ys.size() - 1][xs.size()]
  std::vector<uint32_t> rules;      // indices into the input, ascending

  int rows() const { return static_cast<int>(ys.size()) - 1; }
  int columns() const { return static_cast<int>(xs.size()) - 1; }
  bool has_horizontal(int line, int column) const {
    return horizontal[static_cast<size_t>(line) * (xs.size() - 1) + static_cast<size_t>(column)];
  }
  bool has_vertical(int row, int line) const {
    return vertical[static_cast<size_t>(row) * xs.size() + static_cast<size_t>(line)];
  }
};

// A cell of the lattice: places that no edge separates.
struct LatticeCell {
  int row = 0, column = 0, row_span = 1, column_span = 1;
};

// Grids from top to bottom, then left to right. A frame alone is a grid of one cell: callers that
// look for tables want at least two. A grid needs a rule of each direction that cross or touch.
// Bounded: merge_rules caps the rules; a grid of more than 100,000 places is left out.
std::vector<RuledGrid> find_ruled_grids(std::span<const Rule> rules);

// Sorted by (row, column); every place is in exactly one cell. A group of open places that is not a
// rectangle is cut into rectangles, row by row.
std::vector<LatticeCell> lattice_cells(const RuledGrid& grid);

}  // namespace octavo::document
