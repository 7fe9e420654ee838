// Boxes -> for each, the next one to its right on the same row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "octavo/geometry.h"

namespace octavo::document {

inline constexpr uint32_t kNoNeighbour = UINT32_MAX;

// result[i]: the box that starts nearest behind the end of box i among those that share at least a
// third of the lower one's height with it. O(n log n) on ordinary pages, bounded on hostile ones:
// then some neighbours may be missed, never invented.
std::vector<uint32_t> right_neighbours(std::span<const PointBox> boxes);

}  // namespace octavo::document
