// Is the white strip between two groups of pieces the gutter between text columns, which are read
// one after the other, or the space between the cells of rows, which are read row by row?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/layout/page_piece.h"

namespace octavo::document {

// Pieces of one band, those left and those right of a vertical line that crosses none of them.
// Indices into `pieces`, sorted by the top.
struct Sides {
  std::vector<uint32_t> left, right;
};

// How many points of height speak for a gutter: the smaller of the heights of what stands beside
// the other side. 0: no gutter. `neighbours` is right_neighbours() of all pieces.
//
// Text columns have long lines that fill them, or baselines that do not agree; cells are short and
// stand on common baselines.
float gutter_evidence(std::span<const PagePiece> pieces, std::span<const uint32_t> neighbours,
                      const Sides& sides);

}  // namespace octavo::document
