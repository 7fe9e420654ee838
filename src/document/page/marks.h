// Glyphs in the coordinates of their own text direction: u runs along the line, v across it and
// down. Line and word rules are written once, for text that runs to the right.
#pragma once

#include <vector>

#include "document/page/page.h"

namespace octavo::document {

struct Mark {
  float u0 = 0, u1 = 0;       // advance: where the pen stood before and after
  float ink0 = 0, ink1 = 0;   // ink along the line
  float top = 0, bottom = 0;  // ink across the line
  float v = 0;                // baseline
  float size = 0;             // points
  uint32_t glyph = 0;         // index into PageContent::glyphs
  bool space = false;
};

// All marks of one direction, content order.
struct Frame {
  float degrees = 0;      // clockwise direction of the text
  bool vertical = false;  // top-to-bottom writing: u runs down the page, v to the left
  float cosine = 1, sine = 0;
  std::vector<Mark> marks;

  float u_of(float x, float y) const { return x * cosine + y * sine; }
  float v_of(float x, float y) const { return y * cosine - x * sine; }
  float x_of(float u, float v) const { return u * cosine - v * sine; }
  float y_of(float u, float v) const { return u * sine + v * cosine; }
  // Bounding box on the page of a box in the frame, and the other way round.
  PointBox to_page(float u0, float v0, float u1, float v1) const;
  PointBox from_page(const PointBox& box) const;  // x is u, y is v
  int quarter() const;                            // 0, 90, 180, 270: nearest to `degrees`
};

// Angles within a few degrees of an axis count as that axis (scans lean a little); others keep
// their own frame, to the nearest degree. Frames come in order of first appearance.
std::vector<Frame> make_frames(const PageContent& content, const std::vector<uint32_t>& glyphs);

}  // namespace octavo::document
