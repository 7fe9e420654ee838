// Printed rows of a table's body -> its rows: which printed rows are lines of the same cells.
#pragma once

#include <span>
#include <vector>

#include "document/recognize/table/pieces.h"
#include "document/recognize/table/table_input.h"
#include "document/recognize/table/table_rules.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {

// result[i]: does rows[i] begin a new table row? result[from] is true; rows before `from` are left
// as false. Signs, strongest first: a rule or a change of the filling between two printed rows;
// rows that overlap; numbers in one column of both; the distance between rows where it comes in two
// sizes; how the text goes on (small letters, open ends, whether the next word would have fitted).
std::vector<bool> find_row_starts(const TableInput& input, std::span<const TextRow> rows,
                                  const std::vector<std::vector<Piece>>& pieces,
                                  const TableRules& rules, size_t from);

}  // namespace octavo::document
