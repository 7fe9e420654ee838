// Rows of a listing -> text with its newlines and indents, rebuilt from positions: monospaced text
// stands in cells of one width, so a column is a number of spaces. Pure functions; thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "document/block/page_facts.h"
#include "document/block/row.h"

namespace octavo::document {

// Runs [begin, end) of at least two monospaced rows; none on a page that is monospaced throughout.
std::vector<std::pair<size_t, size_t>> find_code_runs(const std::vector<Row>& rows,
                                                      const PageFacts& facts);

// False for what layout may take for a listing by its typewriter type: mail addresses, CJK prose.
bool may_be_code(const std::vector<Row>& rows);

// The text of rows [begin, end): indents, inner gaps and blank lines as printed; no newline at the
// end.
std::string code_text(const std::vector<Row>& rows, size_t begin, size_t end);

// "python", "json", ... when the text leaves no doubt, else empty.
std::string code_language(const std::string& text);

}  // namespace octavo::document
