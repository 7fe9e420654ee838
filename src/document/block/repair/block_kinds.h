// The protocol's types in the words of the rest of the house.
#pragma once

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

struct Kinds {
  BlockKind block;
  RegionKind region;
};
Kinds kinds_of(BlockType type);

// Pictures, tables and listings: what captions and notes belong to.
bool is_main(BlockKind kind);

}  // namespace octavo::document::protocol
