#include "document/layout/find_figures.h"

#include <algorithm>

#include "document/layout/cell_columns.h"
#include "document/layout/drawing_clusters.h"
#include "document/layout/running_text.h"
#include "document/page/rules/ruled_grid.h"

namespace octavo::document {
namespace {

constexpr float kReach = 4;          // points between parts of one drawing
constexpr float kLeastPicture = 18;  // points, the longer side; smaller ones are bullets and icons
constexpr float kLeastDrawing = 36;  // points, the longer side of a drawing
constexpr float kLeastDrawingHeight = 16;
constexpr float kLeastTextBox = 6;      // points; text needs that much room
constexpr float kLongRule = 0.25F;      // of the page width: no part of a drawing by itself
constexpr float kBarHeight = 3.2F;      // times the height of the text: the ground of one row
constexpr size_t kListLines = 6;        // lines below each other, also short ones, are a list...
constexpr float kListShare = 0.7F;      // ...when so many of the lines in a drawing are
constexpr int kFrameObjects = 12;       // a frame with round corners and a shadow has fewer
constexpr float kFilledHeight = 0.25F;  // of a text box, that its lines fill at least
constexpr float kLabelReach = 0.9F;     // ems between a drawing and a label beside it
constexpr float kLabelSize = 1.4F;      // of the body size
constexpr float kLabelHeight = 0.35F;   // of the height of the drawing, for lines that run across
constexpr float kLabelLength = 14;      // ems; longer lines beside a drawing are text

struct Candidate {
  DrawingCluster cluster;
  std::vector<uint32_t> inside;
};

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

// Does a long rule carry at least three of the objects, as the axis of a chart does?
bool is_axis(const Rule& rule, const std::vector<DrawnObject>& objects) {
  constexpr float kTouch = 2;  // points
  constexpr size_t kMostObjects = 5000, kCarried = 3;
  const PointBox box{rule.box.x0 - kTouch, rule.box.y0 - kTouch, rule.box.x1 + kTouch,
                     rule.box.y1 + kTouch};
  size_t carried = 0;
  for (size_t i = 0; i < std::min(objects.size(), kMostObjects) && carried < kCarried; ++i)
    carried += objects[i].kind != DrawnObject::Kind::kRule && overlap_area(objects[i].box, box) > 0;
  return carried == kCarried;
}

// Rules of frames and grids, short ones, and axes. A long rule alone separates text.
void add_rules(const LayoutFacts& facts, const std::vector<char>& left_out,
               std::vector<DrawnObject>& objects) {
  constexpr int kMostAxes = 200;
  std::vector<char> framed(facts.rules.size(), 0);
  for (const RuledGrid& grid : find_ruled_grids(facts.rules))
    for (const uint32_t i : grid.rules) framed[i] = 1;
  std::vector<DrawnObject> found;
  int tried = 0;
  for (size_t i = 0; i < facts.rules.size(); ++i) {
    const Rule& rule = facts.rules[i];
    if (left_out[i]) continue;
    const bool alone = !framed[i] && rule.length() >= kLongRule * facts.width();
    if (alone && (++tried > kMostAxes || !is_axis(rule, objects))) continue;
    found.push_back({DrawnObject::Kind::kRule, rule.box});
  }
  objects.insert(objects.end(), found.begin(), found.end());
}

std::vector<DrawnObject> drawn_objects(const Page& page, const LayoutFacts& facts,
                                       const LineGrid& lines,
                                       const std::vector<RegionDraft>& tables) {
  const auto inside_table = [&](const PointBox& box) {
    return std::any_of(tables.begin(), tables.end(),
                       [&](const RegionDraft& t) { return coverage(box, t.box) > 0.8F; });
  };
  std::vector<DrawnObject> objects;
  using Kind = DrawnObject::Kind;
  for (const PointBox& box : facts.pictures)
    if (!box.empty() && !is_ground(facts, box) && !inside_table(box))
      objects.push_back({Kind::kPicture, box});
  constexpr size_t kMostTextBoxes = 5000;  // asked about; a page has fewer
  size_t asked = 0;
  for (size_t i = 0; i < facts.shapes.size(); ++i) {
    const PointBox& box = facts.shapes[i];
    if (box.empty() || is_ground(facts, box) || inside_table(box)) continue;
    const Shape& shape = page.content.shapes[i];
    // White fills paint over; nobody sees them.
    if (shape.filled && !shape.stroked && shape.fill_color == 0xFFFFFF) continue;
    if (!shape.curved && asked++ < kMostTextBoxes && holds_text(facts, lines, box)) continue;
    objects.push_back({shape.curved ? Kind::kCurve : Kind::kShape, box});
  }
  std::vector<char> left_out(facts.rules.size(), 0);
  for (const RegionDraft& table : tables)
    for (const uint32_t i : table.rules) left_out[i] = 1;
  for (size_t i = 0; i < facts.rules.size(); ++i)
    left_out[i] = left_out[i] || facts.rules[i].box.empty() || inside_table(facts.rules[i].box);
  add_rules(facts, left_out, objects);
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

// Long rules that run along or through a drawing for most of their length: axes, grid lines.
void add_axes(const LayoutFacts& facts, DrawingCluster& cluster) {
  const PointBox& b = cluster.box;
  const PointBox around{b.x0 - kReach, b.y0 - kReach, b.x1 + kReach, b.y1 + kReach};
  PointBox grown = b;
  for (const Rule& rule : facts.rules) {
    if (rule.box.empty() || rule.length() < kLongRule * facts.width()) continue;
    const PointBox part = intersection(rule.box, around);
    if (part.empty() || rule.length() * 0.6F > std::max(part.width(), part.height())) continue;
    grown = hull(grown, rule.box);
    ++cluster.objects;
    ++(rule.horizontal ? cluster.horizontal_rules : cluster.vertical_rules);
  }
  cluster.box = grown;
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
      if (line.caption.labelled || is_in_block(facts, lines, i) ||
          line.box.height() > kLabelHeight * box.height())
        continue;
      if (line.size > kLabelSize * facts.body_size) continue;
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

// Frames and grounds of text: one row of text in a bar, or rows that follow each other in a box
// that straight lines draw.
bool is_text_box(const LayoutFacts& facts, const Candidate& figure) {
  const DrawingCluster& c = figure.cluster;
  if (figure.inside.empty() || c.picture_count > 0) return false;
  float tallest = 0, widest = 0, heights = 0;
  for (const uint32_t i : figure.inside) {
    tallest = std::max(tallest, facts.lines[i].box.height());
    widest = std::max(widest, facts.lines[i].box.width());
    heights += facts.lines[i].box.height();
  }
  if (c.box.height() < kBarHeight * tallest) return true;
  // Few strokes around lines that fill them.
  if (c.objects <= kFrameObjects && widest > 0.5F * c.box.width() &&
      heights > kFilledHeight * c.box.height())
    return true;
  return c.curves == 0 && widest > 0.3F * c.box.width() &&
         share_in_sequence(facts, figure.inside) > 0.6F;
}

// Ruling lines and shaded bars with rows of cells between them: a table after all.
bool is_table(const LayoutFacts& facts, const LineGrid& lines, const std::vector<char>& taken,
              Candidate& figure) {
  const DrawingCluster& c = figure.cluster;
  if (c.picture_count > 0 || c.curves > 0) return false;
  figure.inside = lines.centered_in(c.box);
  std::erase_if(figure.inside, [&](uint32_t i) { return taken[i] != 0; });
  const CellColumns found = find_cell_columns(facts, figure.inside);
  return found.rows >= 3 && reads_as_table(found);
}

// Running text inside: a picture behind text, a decorated box. Then only a picture of its own stays
// a figure.
bool settle_text(const LayoutFacts& facts, const LineGrid& lines, const std::vector<char>& taken,
                 Candidate& figure) {
  const auto free_in = [&](const PointBox& box) {
    std::vector<uint32_t> inside = lines.centered_in(box);
    std::erase_if(inside, [&](uint32_t i) { return taken[i] != 0; });
    return inside;
  };
  figure.inside = free_in(figure.cluster.box);
  const auto is_text = [&](const std::vector<uint32_t>& inside) {
    return holds_running_text(facts, inside) ||
           (inside.size() >= kListLines && share_in_sequence(facts, inside) > kListShare);
  };
  if (!is_text(figure.inside)) {
    if (is_text_box(facts, figure)) return false;
    if (figure.cluster.objects > figure.cluster.picture_count)
      add_labels(facts, lines, taken, figure);
    return true;
  }
  if (figure.cluster.picture_count == 0) return false;
  figure.cluster.box = figure.cluster.pictures;
  figure.inside = free_in(figure.cluster.box);
  return !is_text(figure.inside);
}

}  // namespace

std::vector<RegionDraft> find_figures(const Page& page, const LayoutFacts& facts,
                                      const LineGrid& lines, const std::vector<RegionDraft>& tables,
                                      std::vector<char>& taken) {
  const std::vector<DrawnObject> objects = drawn_objects(page, facts, lines, tables);
  std::vector<DrawingCluster> clusters =
      cluster_drawings(objects, facts.width(), facts.height(), kReach);
  std::erase_if(clusters, [&](const DrawingCluster& c) { return is_ground(facts, c.box); });
  clusters = join_overlapping(std::move(clusters), facts.width(), facts.height());
  std::vector<RegionDraft> figures;
  for (DrawingCluster& cluster : clusters) {
    add_axes(facts, cluster);
    if (!is_figure(cluster) || is_ground(facts, cluster.box)) continue;
    Candidate figure{cluster, {}};
    const bool table = is_table(facts, lines, taken, figure);
    if (!table && !settle_text(facts, lines, taken, figure)) continue;
    for (const uint32_t i : figure.inside) taken[i] = 1;
    RegionDraft draft;
    draft.kind = table ? RegionKind::kTable : RegionKind::kFigure;
    draft.decided = true;
    draft.box = figure.cluster.box;
    draft.lines = in_rows(facts, figure.inside);
    figures.push_back(std::move(draft));
  }
  return figures;
}

}  // namespace octavo::document
