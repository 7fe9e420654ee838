// Regions made of entries: references, footnotes, contents pages.
#pragma once

#include "document/block/draft.h"

namespace octavo::document {

// One kReference block an entry: [n] or n. numbers, or hanging indents, part them.
void build_references(BuildContext& context, uint32_t region, size_t begin, size_t end);
// "[1] ..." rows in sequence: references, whatever layout calls them.
bool are_references(const std::vector<Row>& rows);

// One kPageFootnote block a note; its mark stays at the front as a superscript or as printed.
void build_footnotes(BuildContext& context, uint32_t region);

// Captions of a region, parted where a new "Figure 2" opens. A sentence that only speaks of the
// figure is text.
void build_captions(BuildContext& context, uint32_t region);

// One kIndex block: an item an entry, leaders dropped, page number kept.
void build_contents(BuildContext& context, uint32_t region);
// Most rows are entry, leaders and page number. `titled`: a heading "Contents" stands above.
bool are_contents(const std::vector<Row>& rows, bool titled);

}  // namespace octavo::document
