// Lines that run in another direction than the page is read: turned tables and captions, stamps in
// the margin, vertical side titles.
#pragma once

#include <functional>
#include <vector>

#include "document/layout/layout.h"
#include "document/layout/layout_facts.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Finds the regions of a page all of whose lines are upright; used on each group, turned upright.
using AnalyzeUpright = std::function<std::vector<Region>(const Page&)>;

// One draft for each group of neighbouring lines of one direction; its `parts` are the regions
// found in it, their lines and rules indices of the page. Lines in `taken` are left out; those used
// are added.
std::vector<RegionDraft> find_sideways(const Page& page, const LayoutFacts& facts,
                                       const AnalyzeUpright& analyze, std::vector<char>& taken);

}  // namespace octavo::document
