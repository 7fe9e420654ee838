#include "document/order/flow.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace octavo::document {

PointBox upright(const PointBox& box, const PageInfo& info) {
  switch (info.rotation) {
    case 90:
      return {info.height - box.y1, box.x0, info.height - box.y0, box.x1};
    case 180:
      return {info.width - box.x1, info.height - box.y1, info.width - box.x0, info.height - box.y0};
    case 270:
      return {box.y0, info.width - box.x1, box.y1, info.width - box.x0};
    default:
      return box;
  }
}

float upright_height(const PageInfo& info) {
  return info.rotation == 90 || info.rotation == 270 ? info.width : info.height;
}

float upright_width(const PageInfo& info) {
  return info.rotation == 90 || info.rotation == 270 ? info.height : info.width;
}

Flow make_flow(std::vector<PageBlocks>& pages) {
  Flow flow;
  for (size_t page = 0; page < pages.size(); ++page)
    for (PageBlock& page_block : pages[page].blocks) {
      FlowBlock item;
      item.page = page;
      item.page_index = pages[page].info.index;
      item.page_height = upright_height(pages[page].info);
      if (!page_block.block.boxes.empty())
        item.place = upright(page_block.block.boxes.front().box, pages[page].info);
      item.of_page = std::move(page_block);
      flow.push_back(std::move(item));
    }
  return flow;
}

bool is_transparent(BlockKind kind) {
  switch (kind) {
    case BlockKind::kHeader:
    case BlockKind::kFooter:
    case BlockKind::kPageNumber:
    case BlockKind::kAside:
    case BlockKind::kPageFootnote:
    case BlockKind::kImage:
    case BlockKind::kChart:
    case BlockKind::kTable:
    case BlockKind::kCode:
      return true;
    default:
      return false;
  }
}

std::string block_text(const Block& block) {
  std::string text = plain_text(block.content);
  for (const ListItem& item : block.items) {
    if (!text.empty()) text += '\n';
    if (!item.marker.empty()) text += item.marker + ' ';
    text += plain_text(item.content);
  }
  return text;
}

void absorb(Block& block, Block& next) {
  std::move(next.boxes.begin(), next.boxes.end(), std::back_inserter(block.boxes));
  std::move(next.lines.begin(), next.lines.end(), std::back_inserter(block.lines));
  block.confidence = std::min(block.confidence, next.confidence);
}

float body_size(const Flow& flow) {
  std::map<int, size_t> characters;
  for (const FlowBlock& item : flow) {
    const bool running = item.kind() == BlockKind::kText || item.kind() == BlockKind::kList ||
                         item.kind() == BlockKind::kReference;
    if (!running || !(item.of_page.size > 0) || item.of_page.size > 1000) continue;
    size_t bytes = 0;
    for (const Line& line : item.block().lines)
      for (const Inline& run : line.content) bytes += run.text.size();
    characters[static_cast<int>(std::lround(item.of_page.size * 2))] += bytes;
  }
  size_t most = 0;
  float size = 10;
  for (const auto& [half_points, count] : characters)
    if (count > most) {
      most = count;
      size = static_cast<float>(half_points) / 2;
    }
  return size;
}

}  // namespace octavo::document
