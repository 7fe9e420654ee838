// Drafts in reading order -> their kinds, from style, place and, where it is known, text.
#pragma once

#include <vector>

#include "document/layout/layout_facts.h"
#include "document/layout/region_draft.h"

namespace octavo::document {

// Sets the kind of every draft that is not decided: title, equation, code, caption, footnote,
// reference, or text.
void classify_regions(const Page& page, const LayoutFacts& facts, std::vector<RegionDraft>& drafts);

}  // namespace octavo::document
