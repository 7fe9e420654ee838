// Pieces of a page -> stacks in reading order: a recursive cut into bands and columns.
//
// At each step the vertical strip with most evidence for a gutter is taken (gutter.h). Pieces that
// cross it (titles, wide figures) divide the page into bands; in bands where the gutter is real the
// left column comes before the right one, and what stands above a wide piece comes before it, what
// stands below after it. What cannot be cut is a stack, read row by row. The idea of cutting at
// white strips is Nagy and Seth's XY-cut (1984); taking the crossing pieces out first follows
// XY-Cut++ (2025).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/layout/page_piece.h"

namespace octavo::document {

struct PieceStack {
  std::vector<uint32_t>
      pieces;  // indices into the input: rows from top to bottom, each left to right
  PointBox box;
  bool beside = false;  // stands beside another stack: a column of several
};

// Every piece is in exactly one stack. Deterministic; O(n log n) for each level of nesting, and the
// levels are bounded.
std::vector<PieceStack> cut_columns(std::span<const PagePiece> pieces);

}  // namespace octavo::document
