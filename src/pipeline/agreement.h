// Does a model's answer say what the text layer says?
#pragma once

#include <vector>

#include "document/block/build_blocks.h"

namespace octavo {

// Share of the letters and digits of `lines` that the blocks have too, in whatever order; 1 when
// there are too few to tell.
float shared_characters(const std::vector<document::TextLine>& lines,
                        const std::vector<document::PageBlock>& blocks);

}  // namespace octavo
