#include "document/layout/analyze_layout.h"

#include <algorithm>

#include "document/layout/classify_regions.h"
#include "document/layout/cut_columns.h"
#include "document/layout/find_figures.h"
#include "document/layout/find_furniture.h"
#include "document/layout/find_ruled_tables.h"
#include "document/layout/find_separators.h"
#include "document/layout/find_sideways.h"
#include "document/layout/group_rows.h"
#include "document/layout/layout_facts.h"
#include "document/layout/line_grid.h"

namespace octavo::document {
namespace {

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

Region to_region(const LayoutFacts& facts, RegionDraft draft) {
  Region region;
  region.kind = draft.kind;
  region.box = facts.frame.to_page(draft.box);
  region.score = draft.score;
  region.from_network = draft.from_network;
  region.angle = draft.angle;
  region.lines = std::move(draft.lines);
  region.rules = std::move(draft.rules);
  return region;
}

std::vector<Region> to_regions(const LayoutFacts& facts, std::vector<RegionDraft> drafts) {
  std::vector<Region> regions;
  for (RegionDraft& draft : drafts) {
    if (draft.parts.empty()) {
      regions.push_back(to_region(facts, std::move(draft)));
      continue;
    }
    for (RegionDraft& part : draft.parts) regions.push_back(to_region(facts, std::move(part)));
  }
  // Lines whose boxes say nothing about where they are.
  Region lost;
  for (uint32_t i = 0; i < facts.lines.size(); ++i)
    if (!facts.lines[i].usable) lost.lines.push_back(i);
  if (!lost.lines.empty()) regions.push_back(std::move(lost));
  return regions;
}

std::vector<Region> analyze(const Page& page) {
  const LayoutFacts facts = gather_facts(page);
  const LineGrid lines(facts);
  std::vector<char> taken(facts.lines.size(), 0);
  std::vector<RegionDraft> areas = find_ruled_tables(page, facts);
  for (const RegionDraft& area : areas)
    for (const uint32_t i : area.lines) taken[i] = 1;
  std::vector<RegionDraft> figures = find_figures(page, facts, lines, areas, taken);
  std::move(figures.begin(), figures.end(), std::back_inserter(areas));
  std::vector<RegionDraft> furniture = find_furniture(page, facts, taken);
  std::vector<RegionDraft> asides;
  for (RegionDraft& group : find_sideways(page, facts, analyze, taken))
    (group.kind == RegionKind::kAside ? asides : areas).push_back(std::move(group));

  const std::vector<PagePiece> pieces = make_pieces(facts, lines, areas, taken);
  std::vector<RegionDraft> drafts;
  const std::vector<PieceStack> stacks = cut_columns(pieces);
  for (uint32_t s = 0; s < stacks.size(); ++s)
    group_rows({facts, pieces, areas}, stacks[s], s, drafts);
  classify_regions(page, facts, drafts);
  std::stable_partition(drafts.begin(), drafts.end(),
                        [](const RegionDraft& d) { return d.kind != RegionKind::kFootnote; });
  std::move(asides.begin(), asides.end(), std::back_inserter(drafts));
  put_furniture(std::move(furniture), facts.height(), drafts);
  return to_regions(facts, std::move(drafts));
}

}  // namespace

Result<Layout> analyze_layout(const Page& page, PageView& view, Networks& networks) {
  static_cast<void>(view), static_cast<void>(networks);
  Layout layout;
  layout.regions = analyze(page);
  return layout;
}

}  // namespace octavo::document
