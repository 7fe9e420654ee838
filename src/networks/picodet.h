// PicoDet's answer -> boxes: decoding of the four grids and suppression of doubles, without the
// network.
#pragma once

#include <span>
#include <vector>

#include "networks/layout_detector.h"

namespace octavo {

inline constexpr int kLayoutInputWidth = 608, kLayoutInputHeight = 800;
inline constexpr int kDistanceBins = 8;  // a side's distance: a distribution over 0 .. 7 strides

struct LayoutGrid {
  int stride = 8;                 // input pixels from one cell to the next
  std::span<const float> scores;  // [cells, kLayoutClasses], 0..1
  std::span<const float>
      distances;  // [cells, 4 sides (left, top, right, bottom), kDistanceBins], logits
};

// Cells of a grid of this stride; rows first, ceil(input / stride) a side.
size_t grid_cells(int stride);

// Boxes of at least `min_score`, highest score first. A grid of the wrong size is passed over.
std::vector<LayoutBox> decode_layout(std::span<const LayoutGrid> grids, float min_score);

}  // namespace octavo
