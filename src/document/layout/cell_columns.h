// Rows -> the columns that their cells share. Used to tell tables without ruling lines from text.
#pragma once

#include <span>
#include <vector>

#include "document/layout/line_grid.h"
#include "document/layout/rows.h"

namespace octavo::document {

struct CellColumns {
  std::vector<float> cuts;  // x between columns, ascending; columns = cuts + 1
  int rows = 0;             // rows with cells in at least two columns
  int crossing = 0;         // rows that reach over a cut
  int crossing_run = 0;     // most of them one below the other: sentences
  float digits = 0;         // share of digits in the columns behind the first
  float longest_cell = 0;   // mean length in ems of the column with the longest cells
  int text_columns = 0;     // columns with many long lines in a row, as paragraphs have them
  float pitch = 0;          // middle distance of neighbouring rows, ems; 0 for a single row
  int row_count = 0;        // all rows
  size_t widest_row = 0;    // most lines in a row
  float last_cell = 0;      // the same of the last column
  bool unread = false;      // most lines are not read yet

  int columns() const { return static_cast<int>(cuts.size()) + 1; }
};

// Sentences, or text set in columns, rather than cells? A table may have one column of wrapped text
// beside others, and headings over all columns.
inline bool holds_text(const CellColumns& found) {
  constexpr int kParagraph = 3;  // lines
  return found.crossing_run >= kParagraph || found.text_columns > 1 ||
         (found.text_columns == 1 && found.columns() == 2);
}

// Numerators and denominators stand closer than the rows of a table.
inline bool has_fractions(const CellColumns& found) {
  constexpr float kLeastPitch = 1.05F;  // ems
  // The boxes that a detector finds are as high as the pitch of text set tight.
  constexpr float kLeastUnreadPitch = 0.85F;
  return found.row_count > 1 && found.pitch < (found.unread ? kLeastUnreadPitch : kLeastPitch);
}

// `rows`: neighbouring rows of lines. A strip is a cut when at most one in eight of the rows that
// have several cells reaches over it and it is wide enough to be no word space.
CellColumns find_cell_columns(std::span<const PagePiece> pieces, std::span<const PieceRow> rows);

// The same for lines of a page.
CellColumns find_cell_columns(const LayoutFacts& facts, std::span<const uint32_t> lines);

// Rows of cells that need no ruling lines to be a table: three columns over at least two rows, or
// two columns of which the second holds numbers over at least three rows.
bool reads_as_table(const CellColumns& found);

}  // namespace octavo::document
