// Which rows of a finished grid are headings.
#pragma once

#include "document/recognize/table/grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// Sets GridCell::header for the top rows when the method that made the grid did not: rows set in
// bold where the rest is not, with a filling of their own, or without numbers where the rest has
// them; rows that a heading's cells reach into count too. Nothing is marked when nothing tells.
void mark_heading(const TableInput& input, Grid& grid);

}  // namespace octavo::document
