#include "image/image.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace octavo {

ImageView ImageView::part(const PixelBox& box) const {
  const PixelBox inside = intersection(box, PixelBox{0, 0, width, height});
  if (inside.empty()) return {nullptr, 0, 0, channels, stride};
  return {pixel(inside.x0, inside.y0), inside.width(), inside.height(), channels, stride};
}

Image::Image(int width, int height, int channels, uint8_t fill)
    : width_(width), height_(height), channels_(channels) {
  OCTAVO_CHECK(width > 0 && height > 0 && (channels == 1 || channels == 3));
  pixels_.assign(stride() * static_cast<size_t>(height), fill);
}

Image Image::copy(ImageView view) {
  if (view.empty()) return {};
  Image result(view.width, view.height, view.channels);
  for (int y = 0; y < view.height; ++y) std::memcpy(result.row(y), view.row(y), result.stride());
  return result;
}

}  // namespace octavo
