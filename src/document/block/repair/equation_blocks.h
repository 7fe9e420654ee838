// Equations that the model boxed line by line and as a whole.
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

// An equation block with two and more equations inside (more than 0.9 of their area) becomes one
// equation, an array of theirs in its place; those leave. Several \tag in one equation are no
// LaTeX: they become (..). Other equation blocks are dropped. An equation without content counts as
// "".
std::vector<VlmBlock> merge_equation_blocks(std::vector<VlmBlock> blocks);

}  // namespace octavo::document::protocol
