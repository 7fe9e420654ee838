#include "document/layout/analyze_layout.h"

#include <algorithm>
#include <iterator>

#include "base/try.h"
#include "document/layout/classify_regions.h"
#include "document/layout/count_columns.h"
#include "document/layout/cut_columns.h"
#include "document/layout/find_figures.h"
#include "document/layout/find_furniture.h"
#include "document/layout/find_ruled_tables.h"
#include "document/layout/find_separators.h"
#include "document/layout/find_sideways.h"
#include "document/layout/group_rows.h"
#include "document/layout/join_tables.h"
#include "document/layout/layout_facts.h"
#include "document/layout/line_grid.h"
#include "document/layout/network_parts.h"
#include "document/layout/pixel_parts.h"
#include "document/layout/place_page_title.h"
#include "document/layout/place_side_titles.h"

namespace octavo::document {
namespace {

// Takes a few turned words right beside a figure into it: the title of an axis.
bool join_figure(const LayoutFacts& facts, const RegionDraft& group,
                 std::vector<RegionDraft>& areas) {
  constexpr float kBeside = 2.5F;  // ems
  constexpr size_t kMostLines = 2;
  const float reach = kBeside * facts.body_size;
  std::vector<uint32_t> lines = group.lines;
  for (const RegionDraft& part : group.parts)
    lines.insert(lines.end(), part.lines.begin(), part.lines.end());
  if (lines.empty() || lines.size() > kMostLines) return false;
  for (RegionDraft& area : areas) {
    if (area.kind != RegionKind::kFigure || !area.parts.empty()) continue;
    const PointBox &a = area.box, &b = group.box;
    const float gap = std::max(a.x0 - b.x1, b.x0 - a.x1);
    if (gap > reach || b.y0 < a.y0 - reach || b.y1 > a.y1 + reach || b.height() > a.height())
      continue;
    area.lines.insert(area.lines.end(), lines.begin(), lines.end());
    area.box = hull(area.box, group.box);
    return true;
  }
  return false;
}

// Lines, areas and separators that the cut orders.
std::vector<PagePiece> make_pieces(const LayoutFacts& facts, const LineGrid& lines,
                                   const std::vector<RegionDraft>& areas,
                                   const std::vector<char>& taken) {
  std::vector<uint32_t> free;
  for (uint32_t i = 0; i < facts.lines.size(); ++i)
    if (facts.lines[i].usable && facts.lines[i].upright && !taken[i]) free.push_back(i);
  std::vector<PagePiece> pieces = line_pieces(facts, free);
  using Kind = PagePiece::Kind;
  for (uint32_t i = 0; i < areas.size(); ++i)
    pieces.push_back({Kind::kArea, i, areas[i].box, facts.body_size, nullptr});
  for (const PointBox& box : find_separators(facts, lines, areas))
    pieces.push_back({Kind::kSeparator, 0, box, facts.body_size, nullptr});
  return pieces;
}

// Heads before the text, feet and page numbers behind it.
void put_furniture(std::vector<RegionDraft> furniture, float height,
                   std::vector<RegionDraft>& drafts) {
  const auto foot = std::stable_partition(
      furniture.begin(), furniture.end(),
      [&](const RegionDraft& draft) { return draft.box.center_y() < height / 2; });
  drafts.insert(drafts.begin(), furniture.begin(), foot);
  drafts.insert(drafts.end(), foot, furniture.end());
}

Region to_region(const Page& page, const LayoutFacts& facts, RegionDraft draft) {
  Region region;
  region.kind = draft.kind;
  region.box = facts.frame.to_page(draft.box);
  region.score = draft.score;
  region.from_network = draft.from_network;
  region.angle = draft.angle;
  for (const uint32_t i : draft.lines)  // with the air around found lines
    region.box = hull(region.box, clean_box(page.lines[i].box, page.width, page.height));
  region.lines = std::move(draft.lines);
  // Rules found in pixels are not the page's.
  std::erase_if(draft.rules, [&](uint32_t i) { return i >= page.content.rules.size(); });
  region.rules = std::move(draft.rules);
  return region;
}

std::vector<Region> to_regions(const Page& page, const LayoutFacts& facts,
                               std::vector<RegionDraft> drafts) {
  std::vector<Region> regions;
  for (RegionDraft& draft : drafts) {
    if (draft.parts.empty()) {
      regions.push_back(to_region(page, facts, std::move(draft)));
      continue;
    }
    for (RegionDraft& part : draft.parts)
      regions.push_back(to_region(page, facts, std::move(part)));
  }
  // Lines whose boxes say nothing about where they are.
  Region lost;
  for (uint32_t i = 0; i < facts.lines.size(); ++i)
    if (!facts.lines[i].usable) lost.lines.push_back(i);
  if (!lost.lines.empty()) regions.push_back(std::move(lost));
  return regions;
}

// Finds the regions of a page whose facts are known. `parts`: what the network says, empty when it
// was not asked.
Layout analyze(const Page& page, const LayoutFacts& facts, const LineGrid& lines,
               const std::vector<NetworkPart>& parts);

std::vector<Region> analyze_by_geometry(const Page& page) {
  const LayoutFacts facts = gather_facts(page);
  return analyze(page, facts, LineGrid(facts), {}).regions;
}

Layout analyze(const Page& page, const LayoutFacts& facts, const LineGrid& lines,
               const std::vector<NetworkPart>& parts) {
  const auto append = [](std::vector<RegionDraft> from, std::vector<RegionDraft>& to) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  };
  std::vector<char> taken(facts.lines.size(), 0);
  std::vector<RegionDraft> areas = find_ruled_tables(page, facts);
  for (const RegionDraft& area : areas)
    for (const uint32_t i : area.lines) taken[i] = 1;
  append(find_figures(page, facts, lines, areas, taken), areas);
  add_network_areas(facts, lines, parts, areas, taken);
  std::vector<RegionDraft> furniture = find_furniture(page, facts, taken);
  std::vector<RegionDraft> asides;
  for (RegionDraft& group : find_sideways(page, facts, analyze_by_geometry, taken))
    if (!join_figure(facts, group, areas))
      (group.kind == RegionKind::kAside ? asides : areas).push_back(std::move(group));

  const std::vector<PagePiece> pieces = make_pieces(facts, lines, areas, taken);
  std::vector<RegionDraft> drafts;
  const std::vector<PieceStack> stacks = cut_columns(pieces);
  for (uint32_t s = 0; s < stacks.size(); ++s)
    group_rows({facts, pieces, areas}, stacks[s], s, drafts);
  place_side_titles(drafts);
  place_page_title(drafts);
  join_tables(facts, drafts);
  classify_regions(page, facts, drafts);
  std::stable_partition(drafts.begin(), drafts.end(),
                        [](const RegionDraft& d) { return d.kind != RegionKind::kFootnote; });
  append(std::move(asides), drafts);
  put_furniture(std::move(furniture), facts.height(), drafts);
  Layout layout;
  layout.columns = count_columns(pieces, stacks);
  layout.regions = to_regions(page, facts, std::move(drafts));
  return layout;
}

// Characters in lines that were found in pixels and are not read yet, 0..1 of all.
float unread_share(const LayoutFacts& facts) {
  float unread = 0, all = 0;
  for (const LineFacts& line : facts.lines) {
    if (!line.usable) continue;
    all += line.characters;
    if (!line.read) unread += line.characters;
  }
  return all > 0 ? unread / all : 0;
}

}  // namespace

Result<Layout> analyze_layout(const Page& page, PageView& view, Networks& networks) {
  constexpr float kScan = 0.5F;
  LayoutFacts facts = gather_facts(page);
  const LineGrid lines(facts);
  std::vector<NetworkPart> parts;
  std::string reason = "the page's own geometry is certain";
  bool used = false;
  if (unread_share(facts) > kScan) {
    OCTAVO_TRY_STATUS(add_pixel_parts(view, lines, facts));
    reason = "the page is a picture";
    auto found = detect_parts(facts, view, networks);
    if (found.ok()) {
      parts = std::move(found).value();
      used = true;
      label_lines(parts, facts);
    } else if (found.error().code == Code::kModelMissing) {
      reason = "the layout network is missing";
      view.diagnostics().warn("layout_network_missing", found.error().what);
    } else {
      return std::move(found).error();
    }
  }
  Layout layout = analyze(page, facts, lines, parts);
  layout.used_network = used;
  layout.network_reason = std::move(reason);
  return layout;
}

}  // namespace octavo::document
