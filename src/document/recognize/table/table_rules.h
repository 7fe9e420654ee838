// The rules of a table region, sorted by what they say about its structure.
#pragma once

#include <vector>

#include "document/recognize/table/table_input.h"

namespace octavo::document {

struct TableRules {
  PointBox text;            // around all words
  std::vector<float> full;  // y of horizontal rules through (nearly) all of the table, ascending
  std::vector<float> wide;  // those, and y of partial rules under much of it
  std::vector<PointBox> partial;  // horizontal rules under some columns only, by y then x
  std::vector<float> columns;     // x of upright rules through (nearly) all of the table, ascending
};

TableRules sort_rules(const TableInput& input);

}  // namespace octavo::document
