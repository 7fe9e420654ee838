#include "document/layout/vlm/to_layout.h"

#include <algorithm>
#include <utility>

namespace octavo::document::protocol {
namespace {

constexpr float kBelongs = 0.5F;    // share of a line inside a region
constexpr float kMostPitch = 1.8F;  // line heights from one free line to the next of its group

// Other blocks stand for what is in it. A list that holds none is read as it is.
bool is_mere_container(const VlmBlock& block, const std::vector<VlmBlock>& all) {
  constexpr double kInside = 0.8;  // of an item
  if (block.type == BlockType::kEquationBlock || block.type == BlockType::kImageBlock) return true;
  if (block.type != BlockType::kList) return false;
  return std::any_of(all.begin(), all.end(), [&](const VlmBlock& other) {
    return other.type != BlockType::kList && covered_share(other.box, block.box) >= kInside;
  });
}

bool is_furniture(RegionKind kind) {
  return kind == RegionKind::kHeader || kind == RegionKind::kFooter ||
         kind == RegionKind::kPageNumber || kind == RegionKind::kFootnote ||
         kind == RegionKind::kAside;
}

// Rows from the top, each from the left; a row is what starts before its first line's middle.
void sort_for_reading(std::vector<uint32_t>& indices, const Page& page) {
  const auto box = [&](uint32_t i) -> const PointBox& { return page.lines[i].box; };
  std::sort(indices.begin(), indices.end(), [&](uint32_t a, uint32_t b) {
    return std::make_pair(box(a).y0, a) < std::make_pair(box(b).y0, b);
  });
  for (auto begin = indices.begin(); begin != indices.end();) {
    const float middle = box(*begin).center_y();
    auto end = begin;
    while (end != indices.end() && box(*end).y0 < middle) ++end;
    if (end == begin) ++end;  // a box without height
    std::sort(begin, end, [&](uint32_t a, uint32_t b) {
      return std::make_pair(box(a).x0, a) < std::make_pair(box(b).x0, b);
    });
    begin = end;
  }
}

std::vector<Region> group_free_lines(std::vector<uint32_t> lines, const Page& page) {
  sort_for_reading(lines, page);
  std::vector<Region> groups;
  for (const uint32_t i : lines) {
    const PointBox& box = page.lines[i].box;
    const bool goes_on = !groups.empty() && overlap_x(groups.back().box, box) > 0 &&
                         box.y0 - groups.back().box.y1 < (kMostPitch - 1) * box.height();
    if (!goes_on) groups.emplace_back();
    groups.back().box = hull(groups.back().box, box);
    groups.back().lines.push_back(i);
    groups.back().score = kBelongs;  // the model did not see it
  }
  return groups;
}

// Furniture may come last in the model's order, wherever it stands.
void insert_in_order(Region region, std::vector<Region>& regions) {
  size_t place = 0;
  for (size_t i = 0; i < regions.size(); ++i)
    if (!is_furniture(regions[i].kind) && regions[i].box.center_y() < region.box.center_y() &&
        overlap_x(regions[i].box, region.box) > 0)
      place = i + 1;
  regions.insert(regions.begin() + static_cast<std::ptrdiff_t>(place), std::move(region));
}

}  // namespace

Layout to_layout(const std::vector<VlmBlock>& blocks, const Page& page) {
  Layout layout;
  for (const VlmBlock& block : blocks) {
    if (is_mere_container(block, blocks)) continue;
    Region& region = layout.regions.emplace_back();
    region.kind = region_kind_of(block.type);
    region.box = page_box(block.box, page.width, page.height);
    region.angle = block.angle.value_or(0);
    region.from_network = true;
  }
  std::vector<uint32_t> free;
  for (uint32_t i = 0; i < page.lines.size(); ++i) {
    const PointBox& line = page.lines[i].box;
    Region* best = nullptr;
    float most = kBelongs;
    for (Region& region : layout.regions) {
      const float share = coverage(line, region.box);
      const bool better = best == nullptr ? share >= most : share > most;
      const bool smaller = best != nullptr && share == most && region.box.area() < best->box.area();
      if (!better && !smaller) continue;
      best = &region;
      most = share;
    }
    if (best != nullptr)
      best->lines.push_back(i);
    else
      free.push_back(i);
  }
  for (Region& region : layout.regions) sort_for_reading(region.lines, page);
  for (Region& group : group_free_lines(std::move(free), page))
    insert_in_order(std::move(group), layout.regions);
  layout.network_reason = "the model found the blocks";
  return layout;
}

RegionKind region_kind_of(BlockType type) {
  switch (type) {
    case BlockType::kTitle:
    case BlockType::kDocTitle:
    case BlockType::kParagraphTitle:
      return RegionKind::kTitle;
    case BlockType::kTable:
      return RegionKind::kTable;
    case BlockType::kEquation:
    case BlockType::kEquationBlock:
      return RegionKind::kEquation;
    case BlockType::kCode:
    case BlockType::kAlgorithm:
      return RegionKind::kCode;
    case BlockType::kAsideText:
      return RegionKind::kAside;
    case BlockType::kRefText:
      return RegionKind::kReference;
    case BlockType::kIndex:
    case BlockType::kList:
      return RegionKind::kList;
    case BlockType::kCaption:
    case BlockType::kTableCaption:
    case BlockType::kImageCaption:
    case BlockType::kCodeCaption:
      return RegionKind::kCaption;
    case BlockType::kHeader:
      return RegionKind::kHeader;
    case BlockType::kFooter:
      return RegionKind::kFooter;
    case BlockType::kPageNumber:
      return RegionKind::kPageNumber;
    case BlockType::kPageFootnote:
      return RegionKind::kFootnote;
    case BlockType::kImage:
    case BlockType::kImageBlock:
      return RegionKind::kFigure;
    case BlockType::kChart:
      return RegionKind::kChart;
    default:
      return RegionKind::kText;
  }
}

BlockType block_type_for(RegionKind kind) {
  switch (kind) {
    case RegionKind::kTitle:
      return BlockType::kTitle;
    case RegionKind::kTable:
      return BlockType::kTable;
    case RegionKind::kFigure:
      return BlockType::kImage;
    case RegionKind::kChart:
      return BlockType::kChart;
    case RegionKind::kEquation:
      return BlockType::kEquation;
    case RegionKind::kCode:
      return BlockType::kCode;
    case RegionKind::kReference:
      return BlockType::kRefText;
    case RegionKind::kCaption:
      return BlockType::kCaption;
    case RegionKind::kFootnote:
      return BlockType::kPageFootnote;
    case RegionKind::kHeader:
      return BlockType::kHeader;
    case RegionKind::kFooter:
      return BlockType::kFooter;
    case RegionKind::kPageNumber:
      return BlockType::kPageNumber;
    case RegionKind::kAside:
      return BlockType::kAsideText;
    default:
      return BlockType::kText;
  }
}

}  // namespace octavo::document::protocol
