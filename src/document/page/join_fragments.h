// Pieces of one line that the detector saw apart.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

// Joins rectangles that stand in a row: the same height, the same slope, nearly touching. Nothing
// is split, and columns are far apart compared with what is joined. Order of the result: by top,
// then left.
std::vector<PointQuad> join_fragments(std::vector<PointQuad> quads);

}  // namespace octavo::document
