// Pixels -> unread lines: finds where text stands on a page (or in some areas of it) whose text
// layer cannot give it.
#pragma once

#include <vector>

#include "document/page/page.h"
#include "document/page/page_view.h"

namespace octavo {
class Networks;
}

namespace octavo::document {

// Resolution at which text is looked for and read: an A4 page has lines of about 40 pixels then,
// and a picture input without a resolution of its own shows all its pixels.
inline constexpr float kOcrDpi = 200;

// The em of a line's font, as a share of the thickness of the rectangle in which it was detected
// (median over set pages in Latin and CJK fonts).
inline constexpr float kEmOfThickness = 0.78F;

// Clockwise turn (0, 90, 180, 270) that makes the page upright: proposed by the orientation
// network, confirmed by how well some lines read; 0 when that is not sure.
Result<int> detect_turn(PageView& view, Networks& networks);

// Lines without words, Source::kOcr, boxes in the coordinates of the view. `areas` empty: the whole
// page, which is straightened first when it lies askew (PageView::set_skew).
Result<std::vector<TextLine>> detect_lines(PageView& view, const std::vector<PointBox>& areas,
                                           Networks& networks);

}  // namespace octavo::document
