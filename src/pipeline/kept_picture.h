// A part of a page as a picture of the output.
#pragma once

#include "document/layout/vlm/vlm_block.h"
#include "image/image.h"
#include "octavo/result.h"

namespace octavo {

// Upright, as JPEG; no picture when the block is smaller than a pixel. Errors: the encoder's.
Result<Picture> kept_picture(ImageView page, const document::protocol::VlmBlock& block);

}  // namespace octavo
