#include "pipeline/page_pixels.h"

#include <algorithm>

#include "base/try.h"
#include "image/convert.h"

namespace octavo {

Result<Image> page_pixels(document::PageView& view, float width, float height) {
  constexpr float kDpi = 200, kMaxSide = 3500, kPointsAnInch = 72;
  const float side = std::max({width, height, 1.0F});
  const auto* raster = OCTAVO_TRY(view.whole(std::min(kDpi, kMaxSide / side * kPointsAnInch)));
  Image page = raster->image.channels() == 1 ? to_rgb(raster->image) : Image::copy(raster->image);
  view.release();
  return page;
}

}  // namespace octavo
