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

// Clockwise turn (0, 90, 180, 270) that makes the page upright, by the orientation network; 0 when
// the network is not sure.
Result<int> detect_turn(PageView& view, Networks& networks);

// Lines without words, Source::kOcr, boxes in the coordinates of the view. `areas` empty: whole
// page.
Result<std::vector<TextLine>> detect_lines(PageView& view, const std::vector<PointBox>& areas,
                                           Networks& networks);

}  // namespace octavo::document
