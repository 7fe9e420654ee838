#include "document/layout/find_separators.h"

#include <algorithm>

#include "document/page/rules/merge_rules.h"

namespace octavo::document {
namespace {

constexpr float kLeastLength = 3;        // ems of body text
constexpr size_t kMostSeparators = 300;  // a page with more is a drawing

bool inside_area(const PointBox& box, const std::vector<RegionDraft>& areas) {
  return std::any_of(areas.begin(), areas.end(), [&](const RegionDraft& area) {
    const PointBox& a = area.box;
    return box.center_y() > a.y0 - 2 && box.center_y() < a.y1 + 2 && box.x1 > a.x0 && box.x0 < a.x1;
  });
}

// A rule that starts and ends with the words just above it.
bool is_underline(const LayoutFacts& facts, const LineGrid& lines, const PointBox& rule) {
  const float reach = 1.5F * facts.body_size;
  const PointBox above{0, rule.y0 - reach, facts.width(), rule.y0 + 1};
  for (const uint32_t i : lines.centered_in(above)) {
    const LineFacts& line = facts.lines[i];
    const float slack = 0.3F * line.size;
    if (rule.x0 >= line.box.x0 - slack && rule.x1 <= line.box.x1 + slack &&
        rule.center_y() > line.box.center_y() && rule.center_y() < line.box.y1 + slack)
      return true;
  }
  return false;
}

}  // namespace

std::vector<PointBox> find_separators(const LayoutFacts& facts, const LineGrid& lines,
                                      const std::vector<RegionDraft>& areas) {
  std::vector<PointBox> found;
  for (const MergedRule& merged : merge_rules(facts.rules)) {
    const PointBox& box = merged.rule.box;
    if (!merged.rule.horizontal || box.width() < kLeastLength * facts.body_size) continue;
    if (inside_area(box, areas) || is_underline(facts, lines, box)) continue;
    found.push_back(box);
    if (found.size() == kMostSeparators) break;
  }
  return found;
}

}  // namespace octavo::document
