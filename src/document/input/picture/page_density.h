// How large a picture is as a page.
#pragma once

#include "image/decode/decode.h"

namespace octavo::document {

// Stored pixels an inch, both positive.
struct PageDensity {
  float x = 0, y = 0;
};

// The file's own values when both are believable, else 200, or more where that would make a page
// larger than A2: what costs by the square inch (rendering, OCR) stays bounded for pictures of any
// size. Cameras and screen grabs write 72 or 96 for "unknown": a low value is not believed beyond
// A2 either.
PageDensity page_density(const FrameInfo& info);

}  // namespace octavo::document
