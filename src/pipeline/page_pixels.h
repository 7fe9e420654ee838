// A page as MinerU renders it for the model.
#pragma once

#include "document/page/page_view.h"
#include "image/image.h"

namespace octavo {

// RGB, 200 dpi, less on sheets longer than 3,500 pixels so. `width` and `height` are the page's in
// points. Errors: those of PageView.
Result<Image> page_pixels(document::PageView& view, float width, float height);

}  // namespace octavo
