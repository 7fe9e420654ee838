// Boxes that say again what another box says.
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

// A block is inside another when at least this share of it is.
inline constexpr double kInside = 0.9;

// Drops each block whose intersection over union with an earlier kept one of the same type and
// angle is more than 0.9. Returns how many.
int drop_repeated(std::vector<VlmBlock>& blocks);

// Drops text, equations and equation blocks inside a table. Returns how many.
int drop_inside_tables(std::vector<VlmBlock>& blocks);

// One a block: true when its type is among `inner` and it lies inside another block whose type is
// among `outer`.
std::vector<bool> find_inside(const std::vector<VlmBlock>& blocks,
                              const std::vector<BlockType>& inner,
                              const std::vector<BlockType>& outer);

}  // namespace octavo::document::protocol
