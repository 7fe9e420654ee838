#include "pipeline/turn_back.h"

#include "base/check.h"

namespace octavo {

PointBox turn_box_back(const PointBox& box, int turn, float width, float height) {
  switch (turn) {
    case 0:
      return box;
    // Clockwise by 90 took (x, y) to (H - y, x) with H the displayed height, which is now the
    // width.
    case 90:
      return {box.y0, width - box.x1, box.y1, width - box.x0};
    case 180:
      return {width - box.x1, height - box.y1, width - box.x0, height - box.y0};
    case 270:
      return {height - box.y1, box.x0, height - box.y0, box.x1};
    default:
      OCTAVO_CHECK(false && "turn is 0, 90, 180 or 270");
  }
  return box;
}

void turn_blocks_back(std::vector<document::PageBlock>& blocks, int turn, float width,
                      float height) {
  if (turn == 0) return;
  const auto back = [&](PageBox& place) {
    place.box = turn_box_back(place.box, turn, width, height);
  };
  for (auto& page_block : blocks) {
    Block& block = page_block.block;
    // The content had been upright only after the turn: on the page it is turned the other way.
    block.angle = (block.angle + 360 - turn) % 360;
    for (auto& place : block.boxes) back(place);
    for (auto& line : block.lines) back(line.box);
    for (auto& item : block.items)
      for (auto& place : item.boxes) back(place);
    for (auto& cell : block.table.cells) back(cell.box);
    for (auto& caption : block.captions) back(caption.box);
    for (auto& footnote : block.footnotes) back(footnote.box);
  }
}

}  // namespace octavo
