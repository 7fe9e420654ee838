#include "networks/picodet.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace octavo {
namespace {

constexpr float kMaxOverlap = 0.5F;      // of two boxes of one class, intersection over union
constexpr size_t kMaxCandidates = 1000;  // a class, before doubles are taken out
constexpr size_t kMaxBoxes = 100;        // a class, after

int cells_along(int side, int stride) { return (side + stride - 1) / stride; }

// Mean of the softmax distribution over 0 .. kDistanceBins - 1.
float expected_bin(std::span<const float> logits) {
  const float top = *std::max_element(logits.begin(), logits.end());
  float weights = 0, sum = 0;
  for (size_t i = 0; i < logits.size(); ++i) {
    const float weight = std::exp(logits[i] - top);
    weights += weight;
    sum += weight * static_cast<float>(i);
  }
  return sum / weights;
}

NormBox cell_box(const LayoutGrid& grid, size_t cell) {
  const auto columns = static_cast<size_t>(cells_along(kLayoutInputWidth, grid.stride));
  const auto stride = static_cast<float>(grid.stride);
  std::array<float, 4> reach{};
  for (size_t side = 0; side < 4; ++side)
    reach[side] = stride * expected_bin(grid.distances.subspan((cell * 4 + side) * kDistanceBins,
                                                               kDistanceBins));
  const float x = (static_cast<float>(cell % columns) + 0.5F) * stride;
  const float y = (static_cast<float>(cell / columns) + 0.5F) * stride;
  const auto unit = [](float v, int side) {
    return std::clamp(v / static_cast<float>(side), 0.0F, 1.0F);
  };
  return {unit(x - reach[0], kLayoutInputWidth), unit(y - reach[1], kLayoutInputHeight),
          unit(x + reach[2], kLayoutInputWidth), unit(y + reach[3], kLayoutInputHeight)};
}

std::vector<LayoutBox> candidates(std::span<const LayoutGrid> grids, size_t kind, float min_score) {
  struct Place {
    float score = 0;
    size_t grid = 0, cell = 0;
  };
  std::vector<Place> places;
  for (size_t g = 0; g < grids.size(); ++g) {
    const size_t cells = grid_cells(grids[g].stride);
    if (grids[g].scores.size() != cells * kLayoutClasses) continue;
    if (grids[g].distances.size() != cells * 4 * kDistanceBins) continue;
    for (size_t cell = 0; cell < cells; ++cell) {
      const float score = grids[g].scores[cell * kLayoutClasses + kind];
      if (score >= min_score) places.push_back({score, g, cell});
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.score > b.score; });
  if (places.size() > kMaxCandidates) places.resize(kMaxCandidates);
  std::vector<LayoutBox> boxes;
  for (const Place& place : places)
    boxes.push_back(
        {static_cast<LayoutClass>(kind), cell_box(grids[place.grid], place.cell), place.score});
  return boxes;
}

}  // namespace

size_t grid_cells(int stride) {
  return static_cast<size_t>(cells_along(kLayoutInputWidth, stride)) *
         static_cast<size_t>(cells_along(kLayoutInputHeight, stride));
}

std::vector<LayoutBox> decode_layout(std::span<const LayoutGrid> grids, float min_score) {
  std::vector<LayoutBox> all;
  for (size_t kind = 0; kind < kLayoutClasses; ++kind) {
    std::vector<LayoutBox> kept;
    for (const LayoutBox& box : candidates(grids, kind, min_score)) {
      if (kept.size() >= kMaxBoxes) break;
      if (box.box.empty()) continue;
      const bool doubled = std::any_of(kept.begin(), kept.end(), [&](const LayoutBox& other) {
        return intersection_over_union(box.box, other.box) > kMaxOverlap;
      });
      if (!doubled) kept.push_back(box);
    }
    all.insert(all.end(), kept.begin(), kept.end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const LayoutBox& a, const LayoutBox& b) { return a.score > b.score; });
  return all;
}

}  // namespace octavo
