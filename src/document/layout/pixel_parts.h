// What a scan shows besides text, from its pixels: ruling lines, and pictures as ink that neither
// text nor rules explain.
#pragma once

#include "document/layout/layout_facts.h"
#include "document/layout/line_grid.h"
#include "document/page/page_view.h"

namespace octavo::document {

// Adds to facts.rules and facts.pictures, behind those of the page. Errors: those of PageView.
Status add_pixel_parts(PageView& view, const LineGrid& lines, LayoutFacts& facts);

}  // namespace octavo::document
