// Boxes, one type for each coordinate space, so that they cannot be mixed up.
// All spaces have their origin at the top left of the page as a reader sees it (after /Rotate and
// CropBox, or EXIF orientation), x to the right, y down.
#pragma once

#include <algorithm>

namespace octavo {

// Half-open for integers: [x0, x1) x [y0, y1). Empty when x1 <= x0 or y1 <= y0.
template <class Space, class T>
struct Box {
  T x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  T width() const { return x1 - x0; }
  T height() const { return y1 - y0; }
  T area() const { return empty() ? T(0) : width() * height(); }
  bool empty() const { return !(x1 > x0 && y1 > y0); }
  T center_x() const { return (x0 + x1) / 2; }
  T center_y() const { return (y0 + y1) / 2; }
  bool contains(T x, T y) const { return x >= x0 && x < x1 && y >= y0 && y < y1; }
  bool operator==(const Box&) const = default;
};

struct PointSpace {};
struct PixelSpace {};
struct NormSpace {};

using PointBox = Box<PointSpace, float>;  // PDF points (1/72 inch) on the displayed page
using PixelBox = Box<PixelSpace, int>;    // pixels of one image
using NormBox = Box<NormSpace, float>;    // 0..1 of page width and height

template <class S, class T>
Box<S, T> intersection(const Box<S, T>& a, const Box<S, T>& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

// Smallest box around both; an empty box adds nothing.
template <class S, class T>
Box<S, T> hull(const Box<S, T>& a, const Box<S, T>& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

template <class S, class T>
T overlap_area(const Box<S, T>& a, const Box<S, T>& b) {
  return intersection(a, b).area();
}

// Length of the common x (or y) interval; 0 when apart.
template <class S, class T>
T overlap_x(const Box<S, T>& a, const Box<S, T>& b) {
  return std::max(T(0), std::min(a.x1, b.x1) - std::max(a.x0, b.x0));
}
template <class S, class T>
T overlap_y(const Box<S, T>& a, const Box<S, T>& b) {
  return std::max(T(0), std::min(a.y1, b.y1) - std::max(a.y0, b.y0));
}

// Share of `inner` that lies inside `outer`, 0..1; 0 for an empty `inner`.
template <class S>
float coverage(const Box<S, float>& inner, const Box<S, float>& outer) {
  const float area = inner.area();
  return area > 0 ? overlap_area(inner, outer) / area : 0;
}

template <class S>
float intersection_over_union(const Box<S, float>& a, const Box<S, float>& b) {
  const float common = overlap_area(a, b);
  const float all = a.area() + b.area() - common;
  return all > 0 ? common / all : 0;
}

}  // namespace octavo
