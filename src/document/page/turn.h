// A page and its mirror turned clockwise by quarter turns: boxes, glyphs, drawings.
#pragma once

#include "document/page/page.h"

namespace octavo::document {

// Where a box of a `width` x `height` page lies after the page was turned clockwise by `degrees`
// (0, 90, 180, 270; anything else turns nothing).
PointBox turn_box(const PointBox& box, int degrees, float width, float height);

// The inverse of turn_box; `width` and `height` are still those of the page before the turn.
PointBox turn_box_back(const PointBox& box, int degrees, float width, float height);

// Everything on the page turned in place, sizes and angles included.
void turn_content(PageContent& content, int degrees);

}  // namespace octavo::document
