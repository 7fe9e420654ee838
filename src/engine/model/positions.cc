#include "engine/model/positions.h"

#include <algorithm>

#include "base/check.h"

namespace octavo::engine {
namespace {

// A picture starting at `base`: token k is at (base, base + k / columns, base + k % columns).
void add_image(int32_t base, int32_t rows, int32_t columns, std::vector<Position>& out) {
  for (int32_t y = 0; y < rows; ++y)
    for (int32_t x = 0; x < columns; ++x) out.push_back({base, base + y, base + x});
}

}  // namespace

PromptPositions prompt_positions(int64_t prompt_length, std::span<const int64_t> image_starts,
                                 std::span<const ImageGrid> grids, int merge) {
  OCTAVO_CHECK(image_starts.size() == grids.size() && merge > 0);
  PromptPositions result;
  result.positions.reserve(static_cast<size_t>(prompt_length));
  const auto add_text = [&](int64_t end) {
    while (static_cast<int64_t>(result.positions.size()) < end) {
      result.positions.push_back({result.next, result.next, result.next});
      ++result.next;
    }
  };
  for (size_t i = 0; i < grids.size(); ++i) {
    OCTAVO_CHECK(image_starts[i] >= static_cast<int64_t>(result.positions.size()));
    add_text(image_starts[i]);
    const int32_t rows = grids[i].height / merge, columns = grids[i].width / merge;
    add_image(result.next, rows, columns, result.positions);
    result.next += std::max({1, rows, columns});
  }
  OCTAVO_CHECK(static_cast<int64_t>(result.positions.size()) <= prompt_length);
  add_text(prompt_length);
  return result;
}

}  // namespace octavo::engine
