// Cells that a page break cut in two: the last row of one page's table goes on in the first row of
// the next one's. Only who understands the text can tell; these functions say what to show them and
// put the halves together. Rule: MinerU 3.4.4 (cell_merge of mineru-vl-utils 2.0.7).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "octavo/document.h"

namespace octavo::document {

// Texts of the row above and below the break, equally many -> which of the lower ones go on from
// the one above; empty: nobody knows.
using AskCells = std::function<std::vector<bool>(const std::vector<std::string>& above,
                                                 const std::vector<std::string>& below)>;

// Indices into `table.cells` of what shows in a row, from the left: cells that began above count
// too.
std::vector<size_t> row_segments(const Table& table, int row);
std::vector<std::string> segment_texts(const Table& table, const std::vector<size_t>& segments);

// Moves the content of the cells of `row` of `below` that go on into the last row of `above`; when
// nothing is left of the row, it goes. `go_on` is one flag a segment; cells over several rows stay.
void join_cells(Table& above, Table& below, int row, const std::vector<bool>& go_on);

}  // namespace octavo::document
