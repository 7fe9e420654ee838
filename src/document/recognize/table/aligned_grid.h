// Words -> grid by alignment: for tables without cell lines, or with rules between some rows or
// columns only (booktabs). Follows the usual order of such methods (T-Recs, Kieninger 1998;
// pdf2table, Yildiz 2005): columns from gaps that line up over rows, table rows from lines that
// belong together, headings from what spans.
#pragma once

#include "document/recognize/table/grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// Empty when fewer than two columns or rows come out, or when the text is prose in columns rather
// than a table.
Grid aligned_grid(const TableInput& input);

}  // namespace octavo::document
