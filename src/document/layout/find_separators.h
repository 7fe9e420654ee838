// Ruling lines that part what is above them from what is below: not those of tables and figures,
// not underlines.
#pragma once

#include <vector>

#include "document/layout/line_grid.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Boxes of horizontal rules, from top to bottom. At most a few hundred.
std::vector<PointBox> find_separators(const LayoutFacts& facts, const LineGrid& lines,
                                      const std::vector<RegionDraft>& areas);

}  // namespace octavo::document
