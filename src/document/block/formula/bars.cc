#include "document/block/formula/bars.h"

#include <algorithm>

namespace octavo::document {
namespace {

// Lengths in sizes of the formula.
constexpr float kAbove = 0.5F;      // from the bar of a root to the top of its content
constexpr float kLeastRoot = 0.8F;  // height of a drawn root
constexpr size_t kMostBars = 60;    // and roots; a formula has fewer

}  // namespace

std::vector<Bar> bars_in(const PointBox& box, float size, const std::vector<Rule>& rules,
                         const std::vector<Shape>& shapes) {
  const auto is_inside = [&](const PointBox& b) {
    const float middle = b.center_y();
    return middle >= box.y0 - kAbove * size && middle <= box.y1 && b.x0 >= box.x0 - size &&
           b.x1 <= box.x1 + size;
  };
  std::vector<Bar> bars;
  for (const Rule& rule : rules) {
    if (bars.size() == kMostBars) break;
    if (rule.horizontal && is_inside(rule.box)) bars.push_back({rule.box, false});
  }
  size_t roots = 0;
  for (const Shape& shape : shapes) {
    if (roots == kMostBars) break;
    if (!shape.curved || !is_inside(shape.box) || shape.box.height() < kLeastRoot * size) continue;
    bars.push_back({shape.box, true});
    ++roots;
  }
  std::stable_sort(bars.begin(), bars.end(),
                   [](const Bar& a, const Bar& b) { return a.box.width() < b.box.width(); });
  return bars;
}

}  // namespace octavo::document
