// One block's pixels as the model wants them.
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"
#include "image/image.h"

namespace octavo::document::protocol {

// Block `index` of a page: cut out, its turn undone, pictures in a table covered, then padded and
// enlarged by need (see fit_edges). `page` is RGB and the block is one of plan_crops. Equal to the
// reference's crops pixel by pixel, but for the letters of the codes.
Image cut_crop(ImageView page, const std::vector<VlmBlock>& blocks, size_t index);

// The block's pixels upright, and nothing else: what a reader is shown.
Image cut_upright(ImageView page, const VlmBlock& block);

// A picture more than 50 times as long as wide is padded with white to both sides; one with a side
// under 28 pixels (a patch of the model) is enlarged.
Image fit_edges(Image picture);

}  // namespace octavo::document::protocol
