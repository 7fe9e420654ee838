// What a row of lines looks like as a whole, and whether it is a set formula.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "document/layout/rows.h"

namespace octavo::document {

struct RowFacts {
  PointBox box;
  float size = 0;      // of the line with most characters
  float baseline = 0;  // of the same
  float characters = 0;
  float bold = 0, monospace = 0, math = 0, prose = 0;  // shares of the characters
  bool read = true;                                    // every line has words
  bool numbered = false;                               // ends with the number of an equation
  bool caption = false;                                // opens with "Figure 3." or the like
  bool equation = false;                               // set by mark_equations()
  std::optional<LayoutClass> part;  // what the network takes it for, running text apart
};

RowFacts measure_row(std::span<const PagePiece> pieces, const PieceRow& row);

// Puts rows that are no more than a part of their neighbour (numerators and denominators in running
// text, limits, marks) into it. Keeps the order of the rest.
void join_fragments(std::span<const PagePiece> pieces, std::vector<PieceRow>& rows);

// Marks set formulas: symbols instead of words and not from the left edge of the stack, or with a
// number; and what stands close to one: numerators, limits, further lines.
void mark_equations(std::vector<RowFacts>& rows, const PointBox& stack);

}  // namespace octavo::document
