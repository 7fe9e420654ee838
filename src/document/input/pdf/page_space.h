// From PDF user space (y up, before /Rotate) to the displayed page (points, y down, origin at the
// top left of the visible box). Pure geometry, no PDFium calls.
#pragma once

#include "document/input/pdf/pdfium.h"
#include "octavo/geometry.h"

namespace octavo::document {

struct Point {
  float x = 0, y = 0;
};

// `first`, then `second` (ISO 32000-1 8.3.4).
FsMatrix concat(const FsMatrix& first, const FsMatrix& second);
Point transform(const FsMatrix& matrix, Point point);
// Identity when the matrix has no inverse.
FsMatrix inverse(const FsMatrix& matrix);
// Bounding box of the transformed rectangle with these corners, in any order.
PointBox transform_box(const FsMatrix& matrix, Point corner, Point opposite);
// Factor by which lengths grow: square root of the area factor.
float scale_of(const FsMatrix& matrix);
bool is_finite(const PointBox& box);

// How one page lies: `visible` is the crop box inside the media box in user space, `rotation` the
// value of /Rotate in quarter turns clockwise (0..3).
struct PageSpace {
  PageSpace() = default;
  PageSpace(const FsRect& visible, int rotation);

  FsMatrix to_display;
  float width = 0, height = 0;  // displayed
  PointBox bounds() const { return {0, 0, width, height}; }
};

}  // namespace octavo::document
