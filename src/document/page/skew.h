// How askew a scan lies, told from its lines.
#pragma once

#include <span>

#include "document/page/page.h"

namespace octavo::document {

// Clockwise degrees by which most long lines run downhill, -15 .. 15; 0 when there are too few
// lines, when they disagree, or when it is too little to matter.
float skew_of(std::span<const PointQuad> quads);

// The quad after the page was turned clockwise by `degrees` about (center_x, center_y).
PointQuad turn_quad(const PointQuad& quad, float degrees, float center_x, float center_y);

}  // namespace octavo::document
