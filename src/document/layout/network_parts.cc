#include "document/layout/network_parts.h"

#include <algorithm>

#include "base/try.h"
#include "document/layout/cell_columns.h"
#include "document/layout/running_text.h"
#include "networks/networks.h"

namespace octavo::document {
namespace {

constexpr float kDpi = 72;              // 608 x 800 pixels are what the network sees of any page
constexpr float kSureArea = 0.5F;       // score of a figure or table that becomes one
constexpr float kSureLine = 0.5F;       // score of a box that labels lines
constexpr float kCovered = 0.6F;        // share of a line inside a box that labels it
constexpr float kLargestFigure = 0.6F;  // of the page
constexpr float kKnown = 0.3F;          // shared with an area found before: the same thing

bool is_known(const PointBox& box, const std::vector<RegionDraft>& known) {
  return std::any_of(known.begin(), known.end(), [&](const RegionDraft& area) {
    return coverage(box, area.box) > kKnown || coverage(area.box, box) > kKnown;
  });
}

// At least two rows with several cells, and no text columns.
bool has_cell_rows(const LayoutFacts& facts, const std::vector<uint32_t>& lines) {
  constexpr float kLongestCell = 20;  // ems
  const CellColumns found = find_cell_columns(facts, lines);
  return found.columns() >= 2 && found.rows >= 2 && found.longest_cell < kLongestCell &&
         !holds_text_columns(found) && found.rows * 2 >= found.row_count;
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

std::vector<RegionDraft> network_areas(const LayoutFacts& facts, const LineGrid& lines,
                                       const std::vector<NetworkPart>& parts,
                                       const std::vector<RegionDraft>& known,
                                       std::vector<char>& taken) {
  std::vector<RegionDraft> areas;
  const float page = facts.width() * facts.height();
  for (const NetworkPart& part : parts) {
    const bool figure = part.kind == LayoutClass::kFigure, table = part.kind == LayoutClass::kTable;
    if ((!figure && !table) || part.score < kSureArea) continue;
    if (is_known(part.box, known) || is_known(part.box, areas)) continue;
    std::vector<uint32_t> inside = lines.centered_in(part.box);
    std::erase_if(inside, [&](uint32_t i) { return taken[i] != 0; });
    const bool fits = figure ? part.box.area() < kLargestFigure * page &&
                                   !holds_running_text(facts, inside) &&
                                   share_in_sequence(facts, inside) < 0.5F
                             : has_cell_rows(facts, inside);
    if (!fits) continue;
    RegionDraft draft;
    draft.kind = figure ? RegionKind::kFigure : RegionKind::kTable;
    draft.decided = draft.from_network = true;
    draft.score = part.score;
    draft.box = part.box;
    for (const uint32_t i : inside) taken[i] = 1, draft.box = hull(draft.box, facts.lines[i].box);
    draft.lines = in_rows(facts, inside);
    areas.push_back(std::move(draft));
  }
  return areas;
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
