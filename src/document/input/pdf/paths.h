// Vector paths -> Rules and Shapes. Straight thin strokes and thin filled bars along the axes are
// rules; everything else is a shape.
#pragma once

#include <vector>

#include "document/input/pdf/page_objects.h"
#include "document/page/page.h"

namespace octavo::document {

struct PathSegment {
  Point to;  // displayed page
  enum class Kind : uint8_t { kMove, kLine, kCurve } kind = Kind::kMove;
  bool close = false;  // a straight line back to the last move follows
};

struct PathStyle {
  bool filled = false, stroked = false;
  uint32_t fill_color = 0xFFFFFF, stroke_color = 0;
  float stroke_width = 1;  // points, displayed
};

// Where a path ends up. `shapes` gets at most `most` shapes and `rules` as many rules.
struct PathSinks {
  std::vector<Rule>& rules;
  std::vector<Shape>& shapes;
  size_t most;
};

// Adds what one path draws inside `clip`. Filled rectangles become one shape each, other fills one
// shape for the whole path. Returns false when something was left out because a sink is full.
bool add_path(const std::vector<PathSegment>& segments, const PathStyle& style,
              const PointBox& clip, PathSinks sinks);

}  // namespace octavo::document
