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

// A rule with something short close above and close below it that does not reach over its ends, and
// fills it on one side at least.
bool is_fraction_bar(const LayoutFacts& facts, const LineGrid& lines, const PointBox& rule) {
  constexpr float kClose = 0.6F;     // ems between the bar and what it divides
  constexpr float kLongest = 20;     // ems
  constexpr float kOverhang = 1.5F;  // ems by which the bar is longer than what it divides
  const float em = facts.body_size;
  if (rule.width() > kLongest * em) return false;
  const auto part = [&](float y0, float y1) {
    PointBox found;
    for (const uint32_t i : lines.centered_in({0, y0, facts.width(), y1})) {
      const PointBox& box = facts.lines[i].box;
      const float gap = std::max(rule.y0 - box.y1, box.y0 - rule.y1);
      if (overlap_x(box, rule) > 0 && gap < kClose * em) found = hull(found, box);
    }
    return found;
  };
  const PointBox above = part(rule.y0 - 2 * em, rule.y0), below = part(rule.y1, rule.y1 + 2 * em);
  if (above.empty() || below.empty()) return false;
  const PointBox both = hull(above, below);
  const float slack = 0.3F * em;
  return both.x0 > rule.x0 - slack && both.x1 < rule.x1 + slack &&
         both.width() > rule.width() - kOverhang * em;
}

}  // namespace

std::vector<PointBox> find_separators(const LayoutFacts& facts, const LineGrid& lines,
                                      const std::vector<RegionDraft>& areas) {
  std::vector<PointBox> found;
  for (const MergedRule& merged : merge_rules(facts.rules)) {
    const PointBox& box = merged.rule.box;
    if (!merged.rule.horizontal || box.width() < kLeastLength * facts.body_size) continue;
    if (inside_area(box, areas) || is_underline(facts, lines, box) ||
        is_fraction_bar(facts, lines, box))
      continue;
    found.push_back(box);
    if (found.size() == kMostSeparators) break;
  }
  return found;
}

}  // namespace octavo::document
