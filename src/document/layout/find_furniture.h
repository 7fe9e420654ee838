// Running heads, running feet and page numbers of one page, by position, isolation and form. Only
// clear cases: what repeats over pages is settled in order/.
#pragma once

#include <vector>

#include "document/layout/line_grid.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Drafts of kind kHeader, kFooter and kPageNumber, from top to bottom. Lines used are added to
// `taken`.
std::vector<RegionDraft> find_furniture(const Page& page, const LayoutFacts& facts,
                                        std::vector<char>& taken);

}  // namespace octavo::document
