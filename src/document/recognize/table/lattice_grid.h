// Ruling lines -> grid: the exact method, where a table is drawn cell by cell.
#pragma once

#include <optional>

#include "document/page/rules/ruled_grid.h"
#include "document/recognize/table/grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// The largest lattice among the region's rules, or nothing when none encloses a fair share of the
// words.
std::optional<RuledGrid> main_lattice(const TableInput& input);

// Words go into the cell that holds their centre; a word that a ruling cuts must have been split
// before (split_words). Words outside the lattice form rows of their own above and below it, and go
// into the nearest cell at its sides. Empty when the lattice has more than kMaxTablePlaces places.
Grid lattice_grid(const TableInput& input, const RuledGrid& lattice);

// Cuts words that reach over a drawn column line (text layers glue neighbours whose gap is small)
// at the character nearest to it. Returns how many were cut.
size_t split_words(TableInput& input, const RuledGrid& lattice);

}  // namespace octavo::document
