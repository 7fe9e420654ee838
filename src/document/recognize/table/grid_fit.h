// How well a grid fits the text in it, whatever method made it.
#pragma once

#include "document/recognize/table/grid.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

struct GridFit {
  float torn =
      0;  // share of the filled cells with a gap in a line that is as wide as one of columns
  float stacked = 0;  // share of the filled cells that hold numbers one under the other
  float hollow = 0;   // share of the rows and columns without any text of their own

  float faults() const { return torn + stacked + hollow; }
};
GridFit fit_of(const TableInput& input, const Grid& grid);

}  // namespace octavo::document
