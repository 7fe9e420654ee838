#include "document/layout/find_sideways.h"

#include <algorithm>
#include <map>
#include <utility>

#include "document/layout/drawing_clusters.h"
#include "document/page/turn.h"

namespace octavo::document {
namespace {

constexpr float kReach = 1.5F;       // ems between lines of one group
constexpr float kReachAlong = 5;     // ems between cells of one row
constexpr size_t kMostAside = 3;     // so few short lines are a stamp or a side note
constexpr float kMargin = 0.1F;      // of the page width, where such stamps stand
constexpr float kTitleSize = 1.5F;   // of the body size
constexpr size_t kMostGroups = 200;  // more is noise: the rest stays in one group

struct Group {
  int angle = 0;
  PointBox box;  // in the reading frame
  std::vector<uint32_t> lines;
};

// Lines of one direction, in sets of neighbours.
std::vector<Group> neighbouring(const LayoutFacts& facts, int angle, bool across_page,
                                const std::vector<uint32_t>& lines) {
  std::vector<DrawnObject> objects;
  for (const uint32_t i : lines) {
    // Cells of a row stand farther apart than rows do.
    PointBox box = facts.lines[i].box;
    const float along = kReachAlong * facts.lines[i].size;
    (across_page ? box.y0 : box.x0) -= along;
    (across_page ? box.y1 : box.x1) += along;
    objects.push_back({DrawnObject::Kind::kShape, box});
  }
  std::vector<Group> groups;
  for (const DrawingCluster& cluster :
       cluster_drawings(objects, facts.width(), facts.height(), kReach * facts.body_size)) {
    if (groups.size() == kMostGroups) break;
    groups.push_back({angle, cluster.box, {}});
  }
  for (const uint32_t i : lines) {
    const PointBox& box = facts.lines[i].box;
    const auto holds = [&](const Group& g) { return coverage(box, g.box) > 0.99F; };
    auto group = std::find_if(groups.begin(), groups.end(), holds);
    if (group == groups.end()) group = std::prev(groups.end());
    group->lines.push_back(i);
  }
  for (Group& group : groups) {
    group.box = {};
    for (const uint32_t i : group.lines) group.box = hull(group.box, facts.lines[i].box);
  }
  return groups;
}

// The group alone on a page that is turned so that its lines are upright.
Page upright_page(const Page& page, const Group& group, const PointBox& area,
                  std::vector<uint32_t>& rules) {
  const int turn = (360 - group.angle) % 360;
  const bool sideways = turn % 180 != 0;
  Page part;
  part.width = sideways ? page.height : page.width;
  part.height = sideways ? page.width : page.height;
  part.content.fonts = page.content.fonts;
  for (const uint32_t i : group.lines) {
    TextLine line = page.lines[i];
    line.box = turn_box(line.box, turn, page.width, page.height);
    line.angle = 0;
    line.baseline = line.vertical ? line.box.center_x() : line.box.y1;
    part.lines.push_back(std::move(line));
  }
  for (uint32_t i = 0; i < page.content.rules.size(); ++i) {
    const Rule& rule = page.content.rules[i];
    if (!area.contains(rule.box.center_x(), rule.box.center_y())) continue;
    rules.push_back(i);
    part.content.rules.push_back({turn_box(rule.box, turn, page.width, page.height),
                                  sideways ? !rule.horizontal : rule.horizontal});
  }
  return part;
}

std::vector<RegionDraft> regions_of(const Page& page, const LayoutFacts& facts, const Group& group,
                                    const AnalyzeUpright& analyze) {
  PointBox area = facts.frame.to_page(group.box);
  const float margin = 2 * facts.body_size;
  area = {area.x0 - margin, area.y0 - margin, area.x1 + margin, area.y1 + margin};
  std::vector<uint32_t> rules;
  const Page part = upright_page(page, group, area, rules);
  const int turn = (360 - group.angle) % 360;
  std::vector<RegionDraft> drafts;
  for (Region& region : analyze(part)) {
    RegionDraft draft;
    draft.kind = region.kind;
    draft.decided = true;
    draft.angle = group.angle;
    draft.box = facts.frame.to_reading(turn_box_back(region.box, turn, page.width, page.height));
    for (const uint32_t i : region.lines) draft.lines.push_back(group.lines[i]);
    for (const uint32_t i : region.rules) draft.rules.push_back(rules[i]);
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

}  // namespace

std::vector<RegionDraft> find_sideways(const Page& page, const LayoutFacts& facts,
                                       const AnalyzeUpright& analyze, std::vector<char>& taken) {
  std::map<std::pair<int, bool>, std::vector<uint32_t>> directions;
  for (uint32_t i = 0; i < facts.lines.size(); ++i)
    if (facts.lines[i].usable && !facts.lines[i].upright && !taken[i])
      directions[{page.lines[i].angle, page.lines[i].vertical}].push_back(i);
  std::vector<RegionDraft> found;
  for (const auto& [direction, lines] : directions) {
    // Do they run at a right angle to the lines of the page?
    const bool across_page =
        (direction.first % 180 != 0) != (direction.second != facts.frame.vertical);
    for (Group& group : neighbouring(facts, direction.first, across_page, lines)) {
      if (group.lines.empty()) continue;
      RegionDraft draft;
      draft.box = group.box;
      draft.decided = true;
      draft.angle = direction.first;
      for (const uint32_t i : group.lines)
        taken[i] = 1, draft.box = hull(draft.box, facts.lines[i].box);
      const bool margin = draft.box.center_x() < kMargin * facts.width() ||
                          draft.box.center_x() > (1 - kMargin) * facts.width();
      if (group.lines.size() <= kMostAside && margin && direction.first != 0) {
        draft.kind = RegionKind::kAside;
        draft.lines = group.lines;
      } else {
        draft.parts = regions_of(page, facts, group, analyze);
        for (RegionDraft& part : draft.parts) {
          draft.box = hull(draft.box, part.box);
          // Alone in its direction, a line shows no body to compare with.
          if (part.kind == RegionKind::kText && group.lines.size() <= kMostAside &&
              facts.lines[part.lines.front()].size > kTitleSize * facts.body_size)
            part.kind = RegionKind::kTitle;
        }
      }
      found.push_back(std::move(draft));
    }
  }
  return found;
}

}  // namespace octavo::document
