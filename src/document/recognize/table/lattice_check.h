// Do the ruling lines draw all of a table's rows and columns, or only some (a frame, the column
// lines, the line under the heading)?
#pragma once

#include "document/page/rules/ruled_grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// False when most printed rows that share a row of the lattice are table rows of their own (numbers
// in the same columns, or short texts that repeat their shape), or when the text shows columns that
// no line divides.
bool draws_all_cells(const TableInput& input, const RuledGrid& lattice);

}  // namespace octavo::document
