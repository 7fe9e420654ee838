// Titles written down the side of their article come before it, on whichever side they stand.
#pragma once

#include <vector>

#include "document/layout/region_draft.h"

namespace octavo::document {

// Drafts in reading order. Moves groups of turned or vertical titles before the column they stand
// beside.
void place_side_titles(std::vector<RegionDraft>& drafts);

}  // namespace octavo::document
