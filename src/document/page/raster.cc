#include <cmath>

#include "document/page/page_source.h"

namespace octavo::document {
namespace {

// Pixel boxes grow by whole pixels; this much of one is rounding, not content.
constexpr float kSlack = 0.001f;

int clamp_to(float value, int most) {
  return static_cast<int>(std::clamp(value, 0.0f, static_cast<float>(most)));
}

}  // namespace

PixelBox Raster::to_pixels(const PointBox& box) const {
  return {clamp_to(std::floor((box.x0 - area.x0) * scale_x + kSlack), image.width()),
          clamp_to(std::floor((box.y0 - area.y0) * scale_y + kSlack), image.height()),
          clamp_to(std::ceil((box.x1 - area.x0) * scale_x - kSlack), image.width()),
          clamp_to(std::ceil((box.y1 - area.y0) * scale_y - kSlack), image.height())};
}

PointBox Raster::to_points(const PixelBox& box) const {
  return {area.x0 + static_cast<float>(box.x0) / scale_x,
          area.y0 + static_cast<float>(box.y0) / scale_y,
          area.x0 + static_cast<float>(box.x1) / scale_x,
          area.y0 + static_cast<float>(box.y1) / scale_y};
}

}  // namespace octavo::document
