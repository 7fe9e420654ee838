// Boxes of a page that was turned for reading, back onto the page as displayed.
#pragma once

#include "document/block/build_blocks.h"

namespace octavo {

// `box` on a page of reading size width x height that had been turned clockwise by `turn` degrees.
PointBox turn_box_back(const PointBox& box, int turn, float width, float height);

// The same for every box in the blocks, and their angles.
void turn_blocks_back(std::vector<document::PageBlock>& blocks, int turn, float width,
                      float height);

}  // namespace octavo
