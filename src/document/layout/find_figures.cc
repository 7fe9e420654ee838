#include "document/layout/find_figures.h"

#include <algorithm>

#include "document/layout/drawing_clusters.h"
#include "document/layout/running_text.h"

namespace octavo::document {
namespace {

constexpr float kReach = 7;          // points between parts of one drawing
constexpr float kLeastPicture = 18;  // points, the longer side; smaller ones are bullets and icons
constexpr float kLeastDrawing = 36;  // points, the longer side of a drawing
constexpr float kLeastDrawingHeight = 16;
constexpr float kBackground = 0.75F;  // share of the page from which on it is the page's ground
constexpr float kLabelReach = 0.9F;   // ems between a drawing and a label beside it
constexpr float kLabelLength = 14;    // ems; longer lines beside a drawing are text

struct Candidate {
  DrawingCluster cluster;
  std::vector<uint32_t> inside;
};

bool is_ground(const LayoutFacts& facts, const PointBox& box) {
  return box.area() >= kBackground * facts.width() * facts.height();
}

// A rectangle with text on it is a text box, a table cell, a highlighted line: no part of a
// drawing.
bool holds_text(const LayoutFacts& facts, const LineGrid& lines, const PointBox& box) {
  float width = 0;
  for (const uint32_t i : lines.centered_in(box)) {
    width = std::max(width, facts.lines[i].box.width());
    if (width > 0.5F * box.width()) return true;
  }
  return false;
}

std::vector<DrawnObject> drawn_objects(const Page& page, const LayoutFacts& facts,
                                       const LineGrid& lines,
                                       const std::vector<RegionDraft>& tables) {
  std::vector<char> in_table(facts.rules.size(), 0);
  for (const RegionDraft& table : tables)
    for (const uint32_t i : table.rules) in_table[i] = 1;
  const auto inside_table = [&](const PointBox& box) {
    return std::any_of(tables.begin(), tables.end(),
                       [&](const RegionDraft& t) { return coverage(box, t.box) > 0.8F; });
  };
  std::vector<DrawnObject> objects;
  using Kind = DrawnObject::Kind;
  for (const PointBox& box : facts.pictures)
    if (!box.empty() && !is_ground(facts, box) && !inside_table(box))
      objects.push_back({Kind::kPicture, box});
  for (size_t i = 0; i < facts.shapes.size(); ++i) {
    const PointBox& box = facts.shapes[i];
    if (box.empty() || is_ground(facts, box) || inside_table(box)) continue;
    const Shape& shape = page.content.shapes[i];
    // White fills paint over; nobody sees them.
    if (shape.filled && !shape.stroked && shape.fill_color == 0xFFFFFF) continue;
    if (!shape.curved && holds_text(facts, lines, box)) continue;
    objects.push_back({shape.curved ? Kind::kCurve : Kind::kShape, box});
  }
  for (size_t i = 0; i < facts.rules.size(); ++i)
    if (!facts.rules[i].box.empty() && !in_table[i] && !inside_table(facts.rules[i].box))
      objects.push_back({Kind::kRule, facts.rules[i].box});
  return objects;
}

bool is_figure(const DrawingCluster& c) {
  const float longer = std::max(c.box.width(), c.box.height());
  if (c.picture_count > 0)
    return std::max(c.pictures.width(), c.pictures.height()) >= kLeastPicture;
  if (longer < kLeastDrawing || c.box.height() < kLeastDrawingHeight) return false;
  const int rules = c.horizontal_rules + c.vertical_rules;
  const int shapes = c.objects - rules;
  if (shapes == 0) return c.horizontal_rules >= 2 && c.vertical_rules >= 2 && rules >= 6;
  return c.curves >= 3 || shapes >= 4 || (shapes >= 1 && rules >= 3);
}

// Labels just outside: ticks and axis titles. Repeated, because ticks stand between a drawing and
// the title of its axis.
void add_labels(const LayoutFacts& facts, const LineGrid& lines, const std::vector<char>& taken,
                Candidate& figure) {
  PointBox& box = figure.cluster.box;
  std::vector<char> mine(facts.lines.size(), 0);
  for (const uint32_t i : figure.inside) mine[i] = 1;
  for (int round = 0; round < 2; ++round) {
    const float reach = kLabelReach * facts.body_size;
    const PointBox wide{box.x0 - 6 * reach, box.y0 - 2 * reach, box.x1 + 6 * reach,
                        box.y1 + 2 * reach};
    PointBox grown = box;
    for (const uint32_t i : lines.centered_in(wide)) {
      const LineFacts& line = facts.lines[i];
      if (mine[i] || taken[i] || line.em(line.box.width()) > kLabelLength) continue;
      if (line.size > 1.05F * facts.body_size) continue;
      const float dx = std::max({0.0F, box.x0 - line.box.x1, line.box.x0 - box.x1});
      const float dy = std::max({0.0F, box.y0 - line.box.y1, line.box.y0 - box.y1});
      if (dx > reach || dy > reach || is_running_text(facts, lines, i)) continue;
      mine[i] = 1;
      figure.inside.push_back(i);
      grown = hull(grown, line.box);
    }
    if (grown == box) break;
    box = grown;
  }
}

}  // namespace

std::vector<RegionDraft> find_figures(const Page& page, const LayoutFacts& facts,
                                      const LineGrid& lines, const std::vector<RegionDraft>& tables,
                                      std::vector<char>& taken) {
  std::vector<RegionDraft> figures;
  const std::vector<DrawnObject> objects = drawn_objects(page, facts, lines, tables);
  for (DrawingCluster& cluster : cluster_drawings(objects, facts.width(), facts.height(), kReach)) {
    if (!is_figure(cluster) || is_ground(facts, cluster.box)) continue;
    Candidate figure{cluster, {}};
    for (const uint32_t i : lines.centered_in(cluster.box))
      if (!taken[i]) figure.inside.push_back(i);
    if (holds_running_text(facts, figure.inside)) {
      // Text on a picture or in a decorated box: only a picture of its own stays a figure.
      if (cluster.picture_count == 0 ||
          holds_running_text(facts, lines.centered_in(cluster.pictures)))
        continue;
      figure.cluster.box = cluster.pictures;
      figure.inside.clear();
      for (const uint32_t i : lines.centered_in(cluster.pictures))
        if (!taken[i]) figure.inside.push_back(i);
    } else if (cluster.objects > cluster.picture_count) {
      add_labels(facts, lines, taken, figure);
    }
    for (const uint32_t i : figure.inside) taken[i] = 1;
    RegionDraft draft;
    draft.kind = RegionKind::kFigure;
    draft.decided = true;
    draft.box = figure.cluster.box;
    draft.lines = in_rows(facts, figure.inside);
    figures.push_back(std::move(draft));
  }
  return figures;
}

}  // namespace octavo::document
