#include "document/input/pdf/paths.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// A bar thicker than this is a shape: headings sit on such bars, tables are not ruled with them.
constexpr float kMaxRuleThickness = 3.0f;
constexpr float kMinRuleLength = 2.0f;
// A bar must be this many times longer than thick; less is a bullet or a check box.
constexpr float kMinRuleAspect = 3.0f;
// PDF draws width 0 as one device pixel; half a point is what that is on a usual screen.
constexpr float kHairline = 0.5f;
// How far from the axis a straight line may lean: rounding of producers, not a slope one sees.
constexpr float kMaxLean = 0.35f;
// A path with curves or slopes may still be a box with round corners: its long straight sides
// count, when it has few segments (a chart line has many).
constexpr size_t kMaxRoundBoxSegments = 20;
constexpr float kMinRoundBoxSide = 18.0f;

struct Subpath {
  std::vector<Point> points;
  bool curved = false;
  bool closed = false;
};

std::vector<Subpath> split(const std::vector<PathSegment>& segments) {
  std::vector<Subpath> all;
  for (const PathSegment& segment : segments) {
    if (segment.kind == PathSegment::Kind::kMove || all.empty()) all.emplace_back();
    Subpath& last = all.back();
    last.points.push_back(segment.to);
    last.curved |= segment.kind == PathSegment::Kind::kCurve;
    last.closed |= segment.close;
  }
  return all;
}

bool level(Point a, Point b) {
  return std::fabs(a.y - b.y) <= kMaxLean && std::fabs(a.x - b.x) > std::fabs(a.y - b.y);
}
bool upright(Point a, Point b) { return level({a.y, a.x}, {b.y, b.x}); }
bool same(Point a, Point b) {
  return std::fabs(a.x - b.x) <= kMaxLean && std::fabs(a.y - b.y) <= kMaxLean;
}

PointBox hull_of(const std::vector<Point>& points) {
  PointBox box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const Point& p : points)
    box = {std::min(box.x0, p.x), std::min(box.y0, p.y), std::max(box.x1, p.x),
           std::max(box.y1, p.y)};
  return box;
}

// Four corners joined by lines along the axes (a degenerate one may have fewer distinct corners).
bool is_rectangle(const Subpath& path) {
  const size_t count = path.points.size();
  if (path.curved || count < 4 || count > 6) return false;
  for (size_t i = 0; i + 1 < count; ++i)
    if (!same(path.points[i], path.points[i + 1]) && !level(path.points[i], path.points[i + 1]) &&
        !upright(path.points[i], path.points[i + 1]))
      return false;
  const Point first = path.points.front(), last = path.points.back();
  if (!same(first, last) && !level(first, last) && !upright(first, last)) return false;
  const PointBox box = hull_of(path.points);
  int corners = 0;
  for (const Point corner :
       {Point{box.x0, box.y0}, Point{box.x1, box.y0}, Point{box.x0, box.y1}, Point{box.x1, box.y1}})
    corners += std::any_of(path.points.begin(), path.points.end(),
                           [&](Point p) { return same(p, corner); });
  return corners == 4;
}

class PathReader {
 public:
  PathReader(const PathStyle& style, const PointBox& clip, PathSinks sinks)
      : style_(style), clip_(clip), sinks_(sinks) {}

  void read(const std::vector<PathSegment>& segments) {
    const std::vector<Subpath> paths = split(segments);
    if (style_.filled) fill(paths);
    if (style_.stroked) stroke(paths, segments.size());
  }
  bool complete() const { return complete_; }

 private:
  void fill(const std::vector<Subpath>& paths) {
    PointBox rest;
    bool has_rest = false;
    for (const Subpath& path : paths) {
      if (path.points.size() < 2) continue;
      const PointBox box = hull_of(path.points);
      if (is_rectangle(path)) {
        if (!add_bar(box)) add_shape({.box = box, .filled = true, .fill_color = style_.fill_color});
        continue;
      }
      rest = has_rest ? PointBox{std::min(rest.x0, box.x0), std::min(rest.y0, box.y0),
                                 std::max(rest.x1, box.x1), std::max(rest.y1, box.y1)}
                      : box;
      has_rest = true;
    }
    // Slopes count as curves: either way the shape is not its box.
    if (has_rest)
      add_shape({.box = rest, .filled = true, .curved = true, .fill_color = style_.fill_color});
  }

  void stroke(const std::vector<Subpath>& paths, size_t segment_count) {
    bool straight = true;
    PointBox all{INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (const Subpath& path : paths) {
      straight = straight && along_axes(path);
      const PointBox box = hull_of(path.points);
      all = {std::min(all.x0, box.x0), std::min(all.y0, box.y0), std::max(all.x1, box.x1),
             std::max(all.y1, box.y1)};
    }
    if (!straight) add_shape({.box = all, .stroked = true, .curved = true});
    if (!straight && segment_count > kMaxRoundBoxSegments) return;
    const float least = straight ? kMinRuleLength : kMinRoundBoxSide;
    for (const Subpath& path : paths) add_sides(path, least);
  }

  static bool along_axes(const Subpath& path) {
    if (path.curved) return false;
    for (size_t i = 0; i + 1 < path.points.size(); ++i)
      if (!same(path.points[i], path.points[i + 1]) && !level(path.points[i], path.points[i + 1]) &&
          !upright(path.points[i], path.points[i + 1]))
        return false;
    return !path.closed || same(path.points.front(), path.points.back()) ||
           level(path.points.front(), path.points.back()) ||
           upright(path.points.front(), path.points.back());
  }

  void add_sides(const Subpath& path, float least) {
    const size_t count = path.points.size();
    for (size_t i = 0; i + 1 < count; ++i) add_side(path.points[i], path.points[i + 1], least);
    if (path.closed && count > 2) add_side(path.points.back(), path.points.front(), least);
  }

  void add_side(Point a, Point b, float least) {
    const bool horizontal = level(a, b);
    if (!horizontal && !upright(a, b)) return;
    if (std::max(std::fabs(a.x - b.x), std::fabs(a.y - b.y)) < least) return;
    const float half = (style_.stroke_width > 0 ? style_.stroke_width : kHairline) / 2;
    PointBox box = hull_of({a, b});
    if (horizontal)
      box = {box.x0, (box.y0 + box.y1) / 2 - half, box.x1, (box.y0 + box.y1) / 2 + half};
    else
      box = {(box.x0 + box.x1) / 2 - half, box.y0, (box.x0 + box.x1) / 2 + half, box.y1};
    if (2 * half > kMaxRuleThickness)
      add_shape({.box = box, .filled = true, .fill_color = style_.stroke_color});
    else
      add_rule(box, horizontal);
  }

  // A filled rectangle that is thin enough to be a rule.
  bool add_bar(const PointBox& box) {
    const bool horizontal = box.width() >= box.height();
    const float thickness = horizontal ? box.height() : box.width();
    const float length = horizontal ? box.width() : box.height();
    if (thickness > kMaxRuleThickness || length < kMinRuleLength ||
        length < kMinRuleAspect * thickness)
      return false;
    add_rule(box, horizontal);
    return true;
  }

  void add_rule(PointBox box, bool horizontal) {
    // A bar of no thickness is still drawn; give it some before clipping drops it.
    if (box.height() < 0.1f) box.y1 = box.y0 + 0.1f;
    if (box.width() < 0.1f) box.x1 = box.x0 + 0.1f;
    box = intersection(box, clip_);
    if (box.empty()) return;
    if (sinks_.rules.size() >= sinks_.most)
      complete_ = false;
    else
      sinks_.rules.push_back({box, horizontal});
  }

  void add_shape(Shape shape) {
    shape.box = intersection(shape.box, clip_);
    const PointBox& box = shape.box;
    if (!is_finite(box) || box.x1 < box.x0 || box.y1 < box.y0) return;
    if (box.empty() && !shape.stroked) return;
    if (sinks_.shapes.size() >= sinks_.most)
      complete_ = false;
    else
      sinks_.shapes.push_back(shape);
  }

  const PathStyle& style_;
  const PointBox& clip_;
  PathSinks sinks_;
  bool complete_ = true;
};

}  // namespace

bool add_path(const std::vector<PathSegment>& segments, const PathStyle& style,
              const PointBox& clip, PathSinks sinks) {
  PathReader reader(style, clip, sinks);
  reader.read(segments);
  return reader.complete();
}

}  // namespace octavo::document
