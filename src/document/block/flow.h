// Regions of running text (text, titles, lists, form fields) -> drafts: paragraphs, headings, list
// items, listings, captions, contents and reference entries that layout did not tell apart.
#pragma once

#include "document/block/draft.h"

namespace octavo::document {

// Appends the drafts of one region to context.drafts, in reading order.
void build_flow(BuildContext& context, uint32_t region);

}  // namespace octavo::document
