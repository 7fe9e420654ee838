// Pictures and drawings of a page -> figure areas with the lines inside them (labels, ticks,
// legends).
#pragma once

#include <vector>

#include "document/layout/line_grid.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// `taken` marks lines and `drawn` rules that are part of a table already; lines of figures are
// added to `taken`. Backgrounds (things behind running text) and frames around text are no figures.
std::vector<RegionDraft> find_figures(const Page& page, const LayoutFacts& facts,
                                      const LineGrid& lines, const std::vector<RegionDraft>& tables,
                                      std::vector<char>& taken);

}  // namespace octavo::document
