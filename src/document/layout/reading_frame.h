// Pages are analysed in a frame in which lines run to the right and follow each other downwards, so
// that every strategy is written once. Right-to-left pages are mirrored into it, pages written top
// to bottom (columns from the right) are turned into it.
#pragma once

#include "octavo/geometry.h"

namespace octavo::document {

struct ReadingFrame {
  float page_width = 0, page_height = 0;  // points, as displayed
  bool mirrored = false;                  // right-to-left writing
  bool vertical = false;                  // top-to-bottom writing; then `mirrored` is false

  float width() const { return vertical ? page_height : page_width; }
  float height() const { return vertical ? page_width : page_height; }

  PointBox to_reading(const PointBox& b) const {
    if (vertical) return {b.y0, page_width - b.x1, b.y1, page_width - b.x0};
    if (mirrored) return {page_width - b.x1, b.y0, page_width - b.x0, b.y1};
    return b;
  }
  PointBox to_page(const PointBox& b) const {
    if (vertical) return {page_width - b.y1, b.x0, page_width - b.y0, b.x1};
    return to_reading(b);  // mirroring is its own inverse
  }
};

}  // namespace octavo::document
