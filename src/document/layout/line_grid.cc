#include "document/layout/line_grid.h"

#include <algorithm>

#include "document/layout/rows.h"

namespace octavo::document {

LineGrid::LineGrid(const LayoutFacts& facts) : facts_(facts) {
  for (uint32_t i = 0; i < facts.lines.size(); ++i)
    if (facts.lines[i].usable) by_middle_.push_back(i);
  std::sort(by_middle_.begin(), by_middle_.end(), [&](uint32_t a, uint32_t b) {
    const float ya = facts.lines[a].box.center_y(), yb = facts.lines[b].box.center_y();
    return ya != yb ? ya < yb : a < b;
  });
}

std::vector<uint32_t> LineGrid::centered_in(const PointBox& box) const {
  auto it =
      std::lower_bound(by_middle_.begin(), by_middle_.end(), box.y0,
                       [&](uint32_t i, float y) { return facts_.lines[i].box.center_y() < y; });
  std::vector<uint32_t> inside;
  for (; it != by_middle_.end() && facts_.lines[*it].box.center_y() < box.y1; ++it)
    if (box.contains(facts_.lines[*it].box.center_x(), facts_.lines[*it].box.center_y()))
      inside.push_back(*it);
  std::sort(inside.begin(), inside.end());
  return inside;
}

std::vector<PagePiece> line_pieces(const LayoutFacts& facts, std::span<const uint32_t> lines) {
  std::vector<PagePiece> pieces;
  pieces.reserve(lines.size());
  for (const uint32_t i : lines)
    pieces.push_back(
        {PagePiece::Kind::kLine, i, facts.lines[i].box, facts.lines[i].size, &facts.lines[i]});
  return pieces;
}

std::vector<uint32_t> in_rows(const LayoutFacts& facts, std::span<const uint32_t> lines) {
  const std::vector<PagePiece> pieces = line_pieces(facts, lines);
  std::vector<uint32_t> all(pieces.size()), result;
  for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  for (const PieceRow& row : rows_of(pieces, all))
    for (const uint32_t i : row) result.push_back(pieces[i].index);
  return result;
}

}  // namespace octavo::document
