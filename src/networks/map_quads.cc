// quads_of_map: threshold, connected parts from runs of pixels (Rosenfeld & Pfaltz 1966, on runs),
// convex hull (Andrew 1979), smallest rectangle by rotating calipers (Toussaint 1983), growth.
// Linear in the map but for the sorts; nothing depends on what the network says beyond that.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "networks/text_detector.h"

namespace octavo {
namespace {

constexpr float kInside = 0.3F;    // a pixel is part of a line (PaddleOCR det_db_thresh)
constexpr float kMinScore = 0.5F;  // mean of a rectangle (RapidOCR box_thresh)
constexpr float kGrowth = 1.6F;    // what shrinking took away, area / perimeter (unclip_ratio)
constexpr float kMinSide = 3;      // pixels of the map before growth; less is a speck

struct Point {
  float x = 0, y = 0;
};

struct Run {  // pixels [x0, x1) of row y
  int y = 0, x0 = 0, x1 = 0;
  uint32_t part = 0;
};

uint32_t find_root(std::vector<uint32_t>& parent, uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Runs in reading order, each labelled with its 8-connected part; parts numbered in order of first
// run.
std::vector<Run> find_runs(std::span<const float> map, int width, int height, uint32_t& parts) {
  std::vector<Run> runs;
  std::vector<uint32_t> parent;
  size_t above = 0, above_end = 0;  // runs of the row before
  for (int y = 0; y < height; ++y) {
    const float* row = map.data() + static_cast<size_t>(y) * static_cast<size_t>(width);
    const size_t begin = runs.size();
    for (int x = 0; x < width;) {
      if (!(row[x] > kInside)) {
        ++x;
        continue;
      }
      const int x0 = x;
      while (x < width && row[x] > kInside) ++x;
      const auto self = static_cast<uint32_t>(runs.size());
      runs.push_back({y, x0, x, self});
      parent.push_back(self);
      // Runs touch when they overlap or meet at a corner.
      while (above < above_end && runs[above].x1 < x0) ++above;
      for (size_t i = above; i < above_end && runs[i].x0 <= x; ++i) {
        const uint32_t a = find_root(parent, static_cast<uint32_t>(i)), b = find_root(parent, self);
        parent[std::max(a, b)] = std::min(a, b);
      }
    }
    above = begin;
    above_end = runs.size();
  }
  std::vector<uint32_t> number(runs.size(), UINT32_MAX);
  parts = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    const uint32_t root = find_root(parent, static_cast<uint32_t>(i));
    if (number[root] == UINT32_MAX) number[root] = parts++;
    runs[i].part = number[root];
  }
  return runs;
}

float cross(Point o, Point a, Point b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Convex hull of the pixels' corners. `runs` in reading order, so that points come sorted by y.
std::vector<Point> hull_of(std::span<const Run> runs) {
  std::vector<Point> left, right;
  const auto push = [](std::vector<Point>& chain, Point p, float side) {
    while (chain.size() > 1 && side * cross(chain[chain.size() - 2], chain.back(), p) <= 0)
      chain.pop_back();
    chain.push_back(p);
  };
  for (size_t i = 0; i < runs.size();) {
    int x0 = runs[i].x0, x1 = runs[i].x1;
    const int y = runs[i].y;
    for (; i < runs.size() && runs[i].y == y; ++i) {
      x0 = std::min(x0, runs[i].x0);
      x1 = std::max(x1, runs[i].x1);
    }
    for (const int edge : {y, y + 1}) {
      push(left, {static_cast<float>(x0), static_cast<float>(edge)}, -1);
      push(right, {static_cast<float>(x1), static_cast<float>(edge)}, 1);
    }
  }
  right.insert(right.end(), left.rbegin(), left.rend());
  return right;  // clockwise as seen (y down)
}

struct Rectangle {
  Point center;
  Point along;                      // unit vector of the first axis, within 45 degrees of +x
  float length = 0, thickness = 0;  // extent along that axis, and across
};

// The rectangle on the hull edge with direction (ux, uy).
Rectangle rectangle_on(std::span<const Point> hull, float ux, float uy) {
  float a0 = 1e30F, a1 = -1e30F, b0 = 1e30F, b1 = -1e30F;
  for (const Point& p : hull) {
    const float a = p.x * ux + p.y * uy, b = p.y * ux - p.x * uy;
    a0 = std::min(a0, a);
    a1 = std::max(a1, a);
    b0 = std::min(b0, b);
    b1 = std::max(b1, b);
  }
  const float a = (a0 + a1) / 2, b = (b0 + b1) / 2;
  return {{a * ux - b * uy, a * uy + b * ux}, {ux, uy}, a1 - a0, b1 - b0};
}

Rectangle smallest_rectangle(std::span<const Point> hull) {
  // The upright one first: an equally small turned one must not win by rounding.
  Rectangle best = rectangle_on(hull, 1, 0);
  float best_area = best.length * best.thickness * (1 - 1e-4F);
  for (size_t i = 0; i < hull.size(); ++i) {
    const Point p = hull[i], q = hull[(i + 1) % hull.size()];
    float ux = q.x - p.x, uy = q.y - p.y;
    const float size = std::hypot(ux, uy);
    if (size < 1e-6F) continue;
    ux /= size;
    uy /= size;
    // Quarter turns until the direction is within 45 degrees of +x.
    while (!(ux > std::abs(uy) || (ux == uy && ux > 0))) {
      const float turned = uy;
      uy = -ux;
      ux = turned;
    }
    const Rectangle candidate = rectangle_on(hull, ux, uy);
    if (candidate.length * candidate.thickness < best_area) {
      best = candidate;
      best_area = best.length * best.thickness;
    }
  }
  return best;
}

TextQuad corners_of(const Rectangle& r) {
  const float lx = r.along.x * r.length / 2, ly = r.along.y * r.length / 2;
  const float tx = -r.along.y * r.thickness / 2, ty = r.along.x * r.thickness / 2;
  TextQuad quad;
  quad.x = {r.center.x - lx - tx, r.center.x + lx - tx, r.center.x + lx + tx, r.center.x - lx + tx};
  quad.y = {r.center.y - ly - ty, r.center.y + ly - ty, r.center.y + ly + ty, r.center.y - ly + ty};
  return quad;
}

// Row sums, so that the mean of a rectangle costs its height and not its area.
class RowSums {
 public:
  RowSums(std::span<const float> map, int width, int height)
      : width_(width),
        height_(height),
        sums_(static_cast<size_t>(width + 1) * static_cast<size_t>(height)) {
    for (int y = 0; y < height; ++y) {
      const float* row = map.data() + static_cast<size_t>(y) * static_cast<size_t>(width);
      double* sums = row_sums(y);
      for (int x = 0; x < width; ++x) sums[x + 1] = sums[x] + static_cast<double>(row[x]);
    }
  }

  // Mean over the pixels whose centres lie inside.
  float mean(const TextQuad& quad) {
    const auto [top, bottom] = std::minmax_element(quad.y.begin(), quad.y.end());
    const int y0 = std::max(0, static_cast<int>(std::floor(*top)));
    const int y1 = std::min(height_, static_cast<int>(std::ceil(*bottom)));
    double sum = 0;
    int64_t count = 0;
    for (int y = y0; y < y1; ++y) {
      const auto [left, right] = crossing(quad, static_cast<float>(y) + 0.5F);
      const int x0 = std::clamp(static_cast<int>(std::ceil(left - 0.5F)), 0, width_);
      const int x1 = std::clamp(static_cast<int>(std::floor(right - 0.5F)) + 1, 0, width_);
      if (x1 <= x0) continue;
      sum += row_sums(y)[x1] - row_sums(y)[x0];
      count += x1 - x0;
    }
    return count > 0 ? static_cast<float>(sum / static_cast<double>(count)) : 0;
  }

 private:
  double* row_sums(int y) {
    return sums_.data() + static_cast<size_t>(y) * (static_cast<size_t>(width_) + 1);
  }

  // Where the horizontal at y enters and leaves the quad; an empty interval when it misses.
  static std::pair<float, float> crossing(const TextQuad& quad, float y) {
    float left = 1e9F, right = -1e9F;
    for (size_t i = 0; i < 4; ++i) {
      const size_t j = (i + 1) % 4;
      const float ya = quad.y[i], yb = quad.y[j];
      if ((y < ya) == (y < yb)) continue;
      const float x = quad.x[i] + (quad.x[j] - quad.x[i]) * (y - ya) / (yb - ya);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    return {left, right};
  }

  int width_, height_;
  std::vector<double> sums_;
};

}  // namespace

std::vector<TextQuad> quads_of_map(std::span<const float> map, int width, int height) {
  uint32_t parts = 0;
  std::vector<Run> runs = find_runs(map, width, height, parts);
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Run& a, const Run& b) { return a.part < b.part; });
  RowSums sums(map, width, height);
  std::vector<TextQuad> quads;
  for (size_t begin = 0; begin < runs.size();) {
    size_t end = begin;
    while (end < runs.size() && runs[end].part == runs[begin].part) ++end;
    const auto hull = hull_of({runs.data() + begin, end - begin});
    begin = end;
    Rectangle rectangle = smallest_rectangle(hull);
    if (std::min(rectangle.length, rectangle.thickness) < kMinSide) continue;
    const float score = sums.mean(corners_of(rectangle));
    if (score < kMinScore) continue;
    const float grow = kGrowth * rectangle.length * rectangle.thickness /
                       (2 * (rectangle.length + rectangle.thickness));
    rectangle.length += 2 * grow;
    rectangle.thickness += 2 * grow;
    quads.push_back(corners_of(rectangle));
    quads.back().score = score;
  }
  return quads;
}

}  // namespace octavo
