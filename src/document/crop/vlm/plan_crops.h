// The second step, before any pixel is touched: which blocks of a page are asked about.
#pragma once

#include <cstddef>
#include <vector>

#include "document/layout/vlm/vlm_block.h"

namespace octavo::document::protocol {

struct CropRules {
  bool read_pictures = true;         // ask about images and charts too
  std::vector<BlockType> leave_out;  // types that are not asked about
};

// Indices of the blocks to ask about, in order. Changes the blocks first: captions inside a picture
// go (its own answer tells them), images inside a table are marked and covered by a code in it.
// `width` and `height` are the page picture's, positive. Thread-safe.
std::vector<size_t> plan_crops(std::vector<VlmBlock>& blocks, int width, int height,
                               const CropRules& rules = {});

// The block's pixels on a page of that size; each side rounded as Pillow's crop rounds (halves to
// even). May be empty.
PixelBox crop_box(const UnitBox& box, int width, int height);

}  // namespace octavo::document::protocol
