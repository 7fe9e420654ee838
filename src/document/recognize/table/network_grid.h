// The structure network's table -> grid, with the words put into its cells.
#pragma once

#include "document/recognize/table/grid.h"
#include "document/recognize/table/table_input.h"
#include "networks/table_structure.h"

namespace octavo::document {

// `area`: what the network saw, in the upright frame. A word goes into the cell whose box holds
// most of it, else into the cell of the row and column whose middles are nearest. `confidence` is
// the network's, times the share of the words that lie in a cell's box. Empty when the network saw
// no table.
Grid network_grid(const TableInput& input, const StructureTable& structure, const PointBox& area);

}  // namespace octavo::document
