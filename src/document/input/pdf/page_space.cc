#include "document/input/pdf/page_space.h"

#include <cmath>

namespace octavo::document {

FsMatrix concat(const FsMatrix& first, const FsMatrix& second) {
  return {first.a * second.a + first.b * second.c,
          first.a * second.b + first.b * second.d,
          first.c * second.a + first.d * second.c,
          first.c * second.b + first.d * second.d,
          first.e * second.a + first.f * second.c + second.e,
          first.e * second.b + first.f * second.d + second.f};
}

Point transform(const FsMatrix& m, Point p) {
  return {m.a * p.x + m.c * p.y + m.e, m.b * p.x + m.d * p.y + m.f};
}

FsMatrix inverse(const FsMatrix& m) {
  const float determinant = m.a * m.d - m.b * m.c;
  if (determinant == 0 || !std::isfinite(determinant)) return {};
  const FsMatrix turn{
      m.d / determinant, -m.b / determinant, -m.c / determinant, m.a / determinant, 0, 0};
  const Point moved = transform(turn, {m.e, m.f});
  return {turn.a, turn.b, turn.c, turn.d, -moved.x, -moved.y};
}

PointBox transform_box(const FsMatrix& matrix, Point corner, Point opposite) {
  const Point points[] = {transform(matrix, corner), transform(matrix, {opposite.x, corner.y}),
                          transform(matrix, opposite), transform(matrix, {corner.x, opposite.y})};
  PointBox box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Point& p : points) {
    box.x0 = std::min(box.x0, p.x);
    box.y0 = std::min(box.y0, p.y);
    box.x1 = std::max(box.x1, p.x);
    box.y1 = std::max(box.y1, p.y);
  }
  return box;
}

float scale_of(const FsMatrix& m) { return std::sqrt(std::fabs(m.a * m.d - m.b * m.c)); }

bool is_finite(const PointBox& box) {
  return std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
         std::isfinite(box.y1);
}

PageSpace::PageSpace(const FsRect& visible, int rotation) {
  const float w = visible.right - visible.left;
  const float h = visible.top - visible.bottom;
  switch (rotation & 3) {
    case 0:
      to_display = {1, 0, 0, -1, -visible.left, visible.top};
      break;
    case 1:
      to_display = {0, 1, 1, 0, -visible.bottom, -visible.left};
      break;
    case 2:
      to_display = {-1, 0, 0, 1, visible.right, -visible.bottom};
      break;
    default:
      to_display = {0, -1, -1, 0, visible.top, visible.right};
      break;
  }
  const bool sideways = (rotation & 1) != 0;
  width = sideways ? h : w;
  height = sideways ? w : h;
}

}  // namespace octavo::document
