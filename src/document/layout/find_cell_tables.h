// Rows of a stack -> tables without ruling lines: aligned columns of short cells over several rows.
#pragma once

#include <span>
#include <vector>

#include "document/layout/rows.h"

namespace octavo::document {

// Rows [first, last) that are a table.
struct RowRange {
  size_t first = 0, last = 0;
};

// In order, not overlapping. Label-and-amount rows (receipts), tables of contents and numbered
// paragraphs are no tables: they are read row by row as text.
std::vector<RowRange> find_cell_tables(std::span<const PagePiece> pieces,
                                       std::span<const PieceRow> rows);

}  // namespace octavo::document
