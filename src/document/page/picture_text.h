// Does a picture look like a page of text, or like a photo or a drawing? Told from its rows,
// without a network, so that ordinary figures never cost a text detection.
#pragma once

#include "image/image.h"

namespace octavo::document {

// `image` at about 70 to 110 dpi, grey or RGB. True when even paper carries several bands of rows
// that change between ink and paper many times, with paper between the bands. False for an empty
// image.
bool looks_like_text(ImageView image);

}  // namespace octavo::document
