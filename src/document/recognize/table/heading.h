// Which printed rows at the top of a table are its heading.
#pragma once

#include <span>

#include "document/recognize/table/table_input.h"
#include "document/recognize/table/table_rules.h"
#include "document/recognize/table/text_rows.h"

namespace octavo::document {

// How many rows from the top are heading: those above the first rule through the table, then those
// that are bold or hold no numbers where the rest does. 0 when nothing tells.
size_t find_heading(const TableInput& input, std::span<const TextRow> rows,
                    const TableRules& rules);

}  // namespace octavo::document
