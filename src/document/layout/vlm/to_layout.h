// The model's blocks as a layout of the page: what text layer, OCR and networks then fill in.
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"
#include "document/page/page.h"

namespace octavo::document::protocol {

// A region for each block in the model's order, without those that only hold others. A line belongs
// to the region that holds the most of it, at least half; the smaller of equals. Lines that no
// block holds become text regions of their own, each behind the region that ends above it: nothing
// of the page is lost. `blocks` are of parse_layout, for the page in reading orientation.
// Thread-safe.
Layout to_layout(const std::vector<VlmBlock>& blocks, const Page& page);

RegionKind region_kind_of(BlockType type);
// The type that asks about a region with the right words.
BlockType block_type_for(RegionKind kind);

}  // namespace octavo::document::protocol
