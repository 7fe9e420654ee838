// Which lines lie in a box, without looking at all of them; and lines as pieces, in rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/layout/page_piece.h"

namespace octavo::document {

// Upright usable lines of a page, sorted by their middles. Holds a reference to the facts.
class LineGrid {
 public:
  explicit LineGrid(const LayoutFacts& facts);
  // Ascending indices of the lines whose middle lies in `box`.
  std::vector<uint32_t> centered_in(const PointBox& box) const;

 private:
  const LayoutFacts& facts_;
  std::vector<uint32_t> by_middle_;
};

std::vector<PagePiece> line_pieces(const LayoutFacts& facts, std::span<const uint32_t> lines);

// The same lines, row by row.
std::vector<uint32_t> in_rows(const LayoutFacts& facts, std::span<const uint32_t> lines);

}  // namespace octavo::document
