#include "document/page/rules/merge_rules.h"

#include <algorithm>
#include <cmath>

namespace octavo::document {
namespace {

// Two strokes nearer than this are one line to a reader (a double line); no text fits between them.
constexpr float kDoubleLine = 2.5f;
// Strokes drawn cell by cell leave about a line width between them.
constexpr float kTouch = 2.0f;
// Dashes: pieces no longer than this may be this far apart.
constexpr float kDashLength = 12.0f;
constexpr float kDashGap = 6.0f;

bool is_finite(const Rule& rule) {
  return std::isfinite(rule.box.x0) && std::isfinite(rule.box.y0) && std::isfinite(rule.box.x1) &&
         std::isfinite(rule.box.y1) && rule.box.x1 >= rule.box.x0 && rule.box.y1 >= rule.box.y0;
}

float across(const Rule& rule) {
  return rule.horizontal ? rule.box.center_y() : rule.box.center_x();
}
float start(const Rule& rule) { return rule.horizontal ? rule.box.x0 : rule.box.y0; }
float end(const Rule& rule) { return rule.horizontal ? rule.box.x1 : rule.box.y1; }

// A box around both, also when one has no thickness (hull() ignores empty boxes).
PointBox around(const PointBox& a, const PointBox& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

// `line` holds indices of rules that lie on one line, sorted by start.
void join_line(std::span<const Rule> rules, std::span<const uint32_t> line,
               std::vector<MergedRule>& out) {
  float last_length = 0;
  bool open = false;
  for (const uint32_t index : line) {
    const Rule& rule = rules[index];
    const float length = rule.length();
    if (open) {
      MergedRule& merged = out.back();
      const float gap = start(rule) - end(merged.rule);
      const bool dashes = last_length <= kDashLength && length <= kDashLength && gap <= kDashGap;
      if (gap <= kTouch || dashes) {
        merged.rule.box = around(merged.rule.box, rule.box);
        merged.parts.push_back(index);
        last_length = length;
        continue;
      }
    }
    out.push_back({rule, {index}});
    last_length = length;
    open = true;
  }
}

void merge_direction(std::span<const Rule> rules, bool horizontal, std::vector<MergedRule>& out) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < rules.size(); ++i)
    if (rules[i].horizontal == horizontal && is_finite(rules[i])) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const float x = across(rules[a]), y = across(rules[b]);
    return x != y ? x < y : a < b;
  });
  for (size_t first = 0; first < order.size();) {
    size_t last = first + 1;
    while (last < order.size() &&
           across(rules[order[last]]) - across(rules[order[first]]) <= kDoubleLine)
      ++last;
    const auto line = std::span(order).subspan(first, last - first);
    std::sort(line.begin(), line.end(), [&](uint32_t a, uint32_t b) {
      const float x = start(rules[a]), y = start(rules[b]);
      return x != y ? x < y : a < b;
    });
    join_line(rules, line, out);
    first = last;
  }
}

}  // namespace

std::vector<MergedRule> merge_rules(std::span<const Rule> rules, size_t max_rules) {
  std::vector<MergedRule> merged;
  merge_direction(rules, true, merged);
  merge_direction(rules, false, merged);
  if (merged.size() > max_rules) {
    std::stable_sort(merged.begin(), merged.end(), [](const MergedRule& a, const MergedRule& b) {
      return a.rule.length() > b.rule.length();
    });
    merged.resize(max_rules);
  }
  for (MergedRule& rule : merged) std::sort(rule.parts.begin(), rule.parts.end());
  std::sort(merged.begin(), merged.end(), [](const MergedRule& a, const MergedRule& b) {
    if (a.rule.horizontal != b.rule.horizontal) return a.rule.horizontal;
    const float x = across(a.rule), y = across(b.rule);
    if (x != y) return x < y;
    if (start(a.rule) != start(b.rule)) return start(a.rule) < start(b.rule);
    return a.parts < b.parts;
  });
  return merged;
}

}  // namespace octavo::document
