// The heading of a table without cell lines: which columns each text spans, and over how many
// levels.
#pragma once

#include <span>
#include <vector>

#include "document/recognize/table/grid.h"
#include "document/recognize/table/pieces.h"
#include "document/recognize/table/table_rules.h"

namespace octavo::document {

struct HeadingLayout {
  int levels = 0;               // table rows the heading takes
  std::vector<GridCell> cells;  // header cells, rows 0 .. levels - 1
};

// `rows` and `pieces` of the heading alone; `columns`: extent of each column's text in the body. A
// text spans the columns over a partial rule under it; without one, those it reaches over, or the
// group it is centred on when the row below divides that group.
HeadingLayout lay_out_heading(const TableInput& input, std::span<const TextRow> rows,
                              std::vector<std::vector<Piece>> pieces, const TableRules& rules,
                              std::span<const PointBox> columns);

}  // namespace octavo::document
