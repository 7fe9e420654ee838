// The ruling lines that a table's pixels show, for tables that are not drawn but pictured.
#pragma once

#include "document/page/page_source.h"
#include "document/recognize/table/table_input.h"

namespace octavo::document {

// Adds them to `input.rules`. `pixels` is the region upright. When the lines show that the table
// lies askew, or `lines_skew` (see skew_of_lines) where there are hardly any, words and rules are
// sheared so that rows and columns are straight. Strokes of letters and lines through words are
// left out.
void add_picture_rules(const Raster& pixels, float lines_skew, TableInput& input);

// Where the raster lies in the upright frame of the table.
PointBox area_in_frame(const Raster& pixels, const UprightFrame& frame);

}  // namespace octavo::document
