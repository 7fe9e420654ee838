// Pictures inside tables. The model can not write a picture into a cell, so it is painted over with
// a code that it can read; in the answer the code stands for the picture.
#pragma once

#include <vector>

#include "document/layout/vlm/vlm_block.h"
#include "image/image.h"

namespace octavo::document::protocol {

// Each image of which 0.9 and more lie in a table is given to the table that holds the most of it
// (the smallest of equals) and marked `in_table`; tables get their codes, from the top down. Codes
// of one table differ and depend on nothing but the boxes.
void assign_codes(std::vector<VlmBlock>& blocks, int width, int height);

// Where the picture lies on the table's crop, which is turned upright already; `width` and `height`
// are the page's. The right and lower sides belong to it (Pillow paints them); clip before use.
PixelBox place_in_table(const UnitBox& picture, const VlmBlock& table, int width, int height);

// Paints the place in the mean colour around it and writes "[code]" in its middle, as large as 0.7
// of it hold. A place too small for the smallest letters stays without.
void cover_picture(Image& table, const PixelBox& place, std::string_view code);

}  // namespace octavo::document::protocol
