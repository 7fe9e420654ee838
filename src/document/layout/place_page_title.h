// A name or title in large letters beside a narrow column that begins below it is read first.
#pragma once

#include <vector>

#include "document/layout/region_draft.h"

namespace octavo::document {

// Drafts in reading order. Moves the largest title of the page, with what stands close below it,
// before the narrow column at its side.
void place_page_title(std::vector<RegionDraft>& drafts);

}  // namespace octavo::document
