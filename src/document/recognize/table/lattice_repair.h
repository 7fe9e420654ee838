// Ruling lines that draw only some of a table's cells: a frame, the column lines, the line under
// the heading.
#pragma once

#include "document/page/rules/ruled_grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// True when the text shows columns that no line divides: then the lattice alone is not the table.
bool lacks_columns(const TableInput& input, const RuledGrid& lattice);

// Adds rows where printed rows that share a row of the lattice are table rows of their own: numbers
// in the same columns, or short texts that repeat their shape, in most of them. A text that stands
// alone and not first in its column of such a row spans the new rows.
void add_missing_rows(const TableInput& input, RuledGrid& lattice);

}  // namespace octavo::document
