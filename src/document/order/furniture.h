// Headers, footers and page numbers, settled by what repeats over the pages. Only kinds change.
#pragma once

#include "document/order/flow.h"

namespace octavo::document {

// A text that stands in the same place at the edge of several pages (digits apart) is furniture,
// whatever layout took it for; alternating left and right pages and a different first page are no
// obstacle. Numbers that count with the pages are page numbers. What layout took for a header
// although it is large, long or ends a sentence, and nothing repeats it, is text again. Tables
// never become furniture.
void settle_furniture(Flow& flow, const std::vector<PageBlocks>& pages);

}  // namespace octavo::document
