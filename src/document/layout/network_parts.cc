#include "document/layout/network_parts.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "document/layout/cell_columns.h"
#include "document/layout/rows.h"
#include "document/layout/running_text.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

constexpr float kDpi = 72;              // 608 x 800 pixels are what the network sees of any page
constexpr float kSureArea = 0.5F;       // score of a figure or table that becomes one
constexpr float kSureLine = 0.5F;       // score of a box that labels lines
constexpr float kCovered = 0.6F;        // share of a line inside a box that labels it
constexpr float kLargestFigure = 0.6F;  // of the page
constexpr float kMostlyIn = 0.8F;       // share of a table that lies in a larger one
constexpr float kKnown = 0.3F;          // shared with an area found before: the same thing

bool is_known(const PointBox& box, const std::vector<RegionDraft>& known) {
  return std::any_of(known.begin(), known.end(), [&](const RegionDraft& area) {
    return coverage(box, area.box) > kKnown || coverage(area.box, box) > kKnown;
  });
}

// No sentences, and little that could be read at all.
bool is_figure(const LayoutFacts& facts, const std::vector<uint32_t>& inside, const PointBox& box) {
  constexpr float kTextArea = 0.15F;  // of a figure
  float area = 0;
  for (const uint32_t i : inside) area += facts.lines[i].box.area();
  return area < kTextArea * box.area() && !holds_running_text(facts, inside) &&
         share_in_sequence(facts, inside) < 0.5F;
}

// At least two rows with several cells, and no text columns.
bool has_cell_rows(const LayoutFacts& facts, const std::vector<uint32_t>& lines) {
  constexpr float kLongestCell = 20;  // ems
  const CellColumns found = find_cell_columns(facts, lines);
  return found.columns() >= 2 && found.rows >= 2 && found.longest_cell < kLongestCell &&
         !holds_text(found) && found.rows * 2 >= found.row_count;
}

// Does a line beside the known part of a table, at the top of the box, go on text above the box?
bool goes_on_outside(const LayoutFacts& facts, const LineGrid& lines, const PointBox& box,
                     const PointBox& known) {
  constexpr float kReach = 3;     // ems at the top of the box
  constexpr float kClose = 0.6F;  // ems of white between lines of one text
  const float reach = kReach * facts.body_size;
  for (const uint32_t i : lines.centered_in({box.x0, box.y0, box.x1, box.y0 + reach})) {
    const LineFacts& line = facts.lines[i];
    if (overlap_x(line.box, known) > 0) continue;
    const PointBox above{line.box.x0, line.box.y0 - reach, line.box.x1, line.box.y0};
    for (const uint32_t k : lines.centered_in({0, above.y0, facts.width(), above.y1})) {
      const PointBox& other = facts.lines[k].box;
      if (other.center_y() < box.y0 && overlap_x(other, line.box) > 0.5F * line.box.width() &&
          line.box.y0 - other.y1 < kClose * line.size)
        return true;
    }
  }
  return false;
}

// Sorts the lines downwards; result[k]: nothing else stands on the row of line k.
std::vector<char> lone_lines(const LayoutFacts& facts, std::vector<uint32_t>& lines) {
  std::sort(lines.begin(), lines.end(), [&](uint32_t a, uint32_t b) {
    const float ya = facts.lines[a].box.center_y(), yb = facts.lines[b].box.center_y();
    return ya != yb ? ya < yb : a < b;
  });
  const auto one_row = [&](size_t a, size_t b) {
    return on_one_row(facts.lines[lines[a]].box, facts.lines[lines[b]].box);
  };
  std::vector<char> alone(lines.size(), 1);
  for (size_t k = 1; k < lines.size(); ++k)
    if (one_row(k - 1, k)) alone[k - 1] = alone[k] = 0;
  return alone;
}

// Leaves out lines that stand alone on their row outside the known part: captions and notes.
// Returns how many lines outside remain.
size_t drop_lone_lines(const LayoutFacts& facts, const PointBox& known,
                       std::vector<uint32_t>& inside) {
  const std::vector<char> alone = lone_lines(facts, inside);
  std::vector<uint32_t> kept;
  size_t outside = 0;
  for (size_t k = 0; k < inside.size(); ++k) {
    const PointBox& box = facts.lines[inside[k]].box;
    const bool within = overlap_y(box, known) > 0.5F * box.height();
    if (!within && alone[k]) continue;
    kept.push_back(inside[k]);
    outside += !within || box.center_x() < known.x0 || box.center_x() > known.x1;
  }
  inside = std::move(kept);
  return outside;
}

// Lines alone on their row above the first rule over the whole table, or below the last one, are
// its caption and notes: leaves them out, also of the box.
void drop_outside_rules(const LayoutFacts& facts, PointBox& box, std::vector<uint32_t>& inside) {
  constexpr float kWhole = 0.7F;  // of the width
  constexpr float kPiece = 0.1F;  // the same: rules of skewed scans come in pieces
  constexpr float kLeast = 3;     // ems between the rules
  const float em = facts.body_size;
  std::vector<PointBox> rules;
  float top = box.y1, bottom = box.y0;
  for (const Rule& rule : facts.rules) {
    const float y = rule.box.center_y();
    if (!rule.horizontal || !(y > box.y0 - em && y < box.y1 + em)) continue;
    if (overlap_x(rule.box, box) < kPiece * box.width()) continue;
    rules.push_back(rule.box);
    top = std::min(top, y), bottom = std::max(bottom, y);
  }
  if (bottom - top < kLeast * em) return;
  const auto is_whole = [&](float y) {
    float width = 0;
    for (const PointBox& rule : rules)
      if (std::abs(rule.center_y() - y) < em) width += overlap_x(rule, box);
    return width > kWhole * box.width();
  };
  const std::vector<char> alone = lone_lines(facts, inside);
  bool caption = is_whole(top), notes = is_whole(bottom);
  for (size_t k = 0; k < inside.size(); ++k) {
    const float y = facts.lines[inside[k]].box.center_y();
    if (y < top) caption = caption && alone[k];
    if (y > bottom) notes = notes && alone[k];
  }
  if (caption) box.y0 = std::max(box.y0, top);
  if (notes) box.y1 = std::min(box.y1, bottom);
  std::erase_if(inside, [&](uint32_t i) {
    const float y = facts.lines[i].box.center_y();
    return (caption && y < top) || (notes && y > bottom);
  });
}

// Tables that lie in what the network takes for one become one with all its lines. False: there is
// none.
bool grow_tables(const LayoutFacts& facts, const LineGrid& lines, const NetworkPart& part,
                 std::vector<RegionDraft>& areas, std::vector<char>& taken) {
  const auto lies_in = [&](const RegionDraft& area) {
    return area.kind == RegionKind::kTable && coverage(area.box, part.box) > kMostlyIn;
  };
  std::vector<uint32_t> inside = lines.centered_in(part.box);
  std::erase_if(inside, [&](uint32_t i) { return taken[i] != 0; });
  RegionDraft grown;
  for (const RegionDraft& area : areas) {
    if (!lies_in(area)) continue;
    inside.insert(inside.end(), area.lines.begin(), area.lines.end());
    grown.rules.insert(grown.rules.end(), area.rules.begin(), area.rules.end());
    grown.box = hull(grown.box, area.box);
  }
  if (grown.box.empty()) return false;
  if (drop_lone_lines(facts, grown.box, inside) == 0) return true;
  std::sort(inside.begin(), inside.end());
  std::sort(grown.rules.begin(), grown.rules.end());
  if (!reads_as_table(find_cell_columns(facts, inside)) ||
      goes_on_outside(facts, lines, part.box, grown.box))
    return true;
  const auto first = std::find_if(areas.begin(), areas.end(), lies_in);
  const auto at = first - areas.begin();
  std::erase_if(areas, lies_in);
  grown.kind = RegionKind::kTable;
  grown.decided = grown.from_network = true;
  grown.score = part.score;
  for (const uint32_t i : inside) taken[i] = 1, grown.box = hull(grown.box, facts.lines[i].box);
  grown.lines = in_rows(facts, inside);
  areas.insert(areas.begin() + at, std::move(grown));
  return true;
}

}  // namespace

Result<std::vector<NetworkPart>> detect_parts(const LayoutFacts& facts, PageView& view,
                                              Networks& networks) {
  const LayoutDetector* detector = OCTAVO_TRY(networks.layout_detector());
  const Raster* raster = OCTAVO_TRY(view.whole(kDpi));
  const PointBox area = raster->area;
  std::vector<NetworkPart> parts;
  for (const LayoutBox& found : OCTAVO_TRY(detector->detect(raster->image))) {
    const PointBox box{
        area.x0 + found.box.x0 * area.width(), area.y0 + found.box.y0 * area.height(),
        area.x0 + found.box.x1 * area.width(), area.y0 + found.box.y1 * area.height()};
    const PointBox clean = clean_box(box, facts.frame.page_width, facts.frame.page_height);
    if (!clean.empty()) parts.push_back({found.kind, facts.frame.to_reading(clean), found.score});
  }
  return parts;
}

void add_network_areas(const LayoutFacts& facts, const LineGrid& lines,
                       const std::vector<NetworkPart>& parts, std::vector<RegionDraft>& areas,
                       std::vector<char>& taken) {
  const float page = facts.width() * facts.height();
  for (const NetworkPart& part : parts) {
    const bool figure = part.kind == LayoutClass::kFigure, table = part.kind == LayoutClass::kTable;
    if ((!figure && !table) || part.score < kSureArea) continue;
    if (table && grow_tables(facts, lines, part, areas, taken)) continue;
    if (is_known(part.box, areas)) continue;
    std::vector<uint32_t> inside = lines.centered_in(part.box);
    std::erase_if(inside, [&](uint32_t i) { return taken[i] != 0; });
    PointBox box = part.box;
    if (table) drop_outside_rules(facts, box, inside);
    const bool fits =
        figure ? part.box.area() < kLargestFigure * page && is_figure(facts, inside, part.box)
               : has_cell_rows(facts, inside);
    if (!fits) continue;
    RegionDraft draft;
    draft.kind = figure ? RegionKind::kFigure : RegionKind::kTable;
    draft.decided = draft.from_network = true;
    draft.score = part.score;
    draft.box = box;
    for (const uint32_t i : inside) taken[i] = 1, draft.box = hull(draft.box, facts.lines[i].box);
    draft.lines = in_rows(facts, inside);
    areas.push_back(std::move(draft));
  }
}

void label_lines(const std::vector<NetworkPart>& parts, LayoutFacts& facts) {
  for (LineFacts& line : facts.lines) {
    if (!line.usable) continue;
    for (const NetworkPart& part : parts) {  // the surest box wins
      if (part.score < kSureLine) break;
      if (coverage(line.box, part.box) < kCovered) continue;
      line.part = part.kind;
      break;
    }
  }
}

}  // namespace octavo::document
