#include "engine/kernels/int4/pack.h"

#include <algorithm>
#include <cmath>

#include "engine/kernels/int8/pack.h"

namespace octavo::engine {
namespace {

constexpr float kMost = 127;
constexpr float kHighest = kInt4Codes - 1;
constexpr int64_t kHalf = kInt8Panel / 2;

// 1.5 * 2^23 rounds to the nearest whole number, ties to even; unlike std::round it is vectorised.
float rounded(float x) {
  constexpr float kShift = 12582912;
  return x + kShift - kShift;
}

// One group of a column, in the column's 8-bit steps; what is beyond the depth has no weight.
struct Values {
  float x[kInt4Group], importance[kInt4Group];
};

struct Grid {
  float factor = 0, offset = 0;
  float code(float x) const {
    return std::clamp(rounded((x - offset) * (1 / factor)), 0.0F, kHighest);
  }
};

// Where a grid with such a factor may begin.
float in_range(float offset, float factor) {
  return std::clamp(rounded(offset), -kMost, kMost - kHighest * factor);
}

// The sum of term(t) over a group, in several chains that can be worked off together.
template <class Term>
float sum_over(const Term& term) {
  constexpr int64_t kChains = 8;
  float sums[kChains] = {};
  for (int64_t t = 0; t < kInt4Group; t += kChains)
    for (int64_t chain = 0; chain < kChains; ++chain) sums[chain] += term(t + chain);
  float sum = 0;
  for (const float part : sums) sum += part;
  return sum;
}

float error_of(const Values& values, const Grid& grid) {
  return sum_over([&](int64_t t) {
    const float off = values.x[t] - (grid.code(values.x[t]) * grid.factor + grid.offset);
    return values.importance[t] * off * off;
  });
}

// The offset that suits the codes that `grid` leads to best.
float better_offset(const Values& values, const Grid& grid) {
  const float sum = sum_over([&](int64_t t) {
    return values.importance[t] * (values.x[t] - grid.code(values.x[t]) * grid.factor);
  });
  const float weight = sum_over([&](int64_t t) { return values.importance[t]; });
  return weight > 0 ? in_range(sum / weight, grid.factor) : grid.offset;
}

// Tries factors from one that covers the group down to one that cuts its ends off by a third: the
// rest is the finer for it.
Grid best_grid(const Values& values) {
  constexpr float kNarrowest = 0.6F;
  constexpr int kRounds = 2;
  const auto [least, most] = std::minmax_element(values.x, values.x + kInt4Group);
  const float middle = (*least + *most) / 2, wide = (*most - *least) / kHighest;
  Grid best;
  float best_error = 0;
  const float first = std::clamp(std::ceil(wide), 1.0F, static_cast<float>(kInt4MostFactor));
  for (float factor = first; factor >= 1 && factor >= kNarrowest * wide; --factor) {
    Grid grid{factor, in_range(middle - factor * kHighest / 2, factor)};
    for (int round = 0; round < kRounds; ++round) {
      const float error = error_of(values, grid);
      if (best.factor == 0 || error < best_error) {
        best = grid;
        best_error = error;
      }
      const float offset = better_offset(values, grid);
      if (offset == grid.offset) break;
      grid.offset = offset;
    }
    const float error = error_of(values, grid);
    if (error < best_error) {
      best = grid;
      best_error = error;
    }
  }
  return best;
}

// One group of column j; returns the sum of its weights in steps.
int32_t pack_group(const Values& values, int64_t depths, int64_t j, uint8_t* group) {
  const Grid grid = best_grid(values);
  group[j] = static_cast<uint8_t>(grid.factor);
  group[kInt8Panel + j] = static_cast<uint8_t>(static_cast<int8_t>(grid.offset));
  int32_t sum = 0;
  for (int64_t t = 0; t < depths; ++t) {
    const auto code = static_cast<int>(grid.code(values.x[t]));
    sum += code * static_cast<int>(grid.factor) + static_cast<int>(grid.offset);
    const int64_t at = (t / kInt8Depths * kHalf + j % kHalf) * kInt8Depths + t % kInt8Depths;
    group[kInt4Head + at] |= static_cast<uint8_t>(j < kHalf ? code : code << 4);
  }
  return sum;
}

}  // namespace

void pack_int4_panel(const Int4Columns& columns, uint8_t* panel, float* scales, int32_t* sums) {
  std::fill_n(panel, int4_panel_bytes(columns.depth), uint8_t{0});
  std::fill_n(scales, kInt8Panel, 0.0F);
  std::fill_n(sums, kInt8Panel, 0);
  for (int64_t j = 0; j < columns.cols; ++j) {
    const float* weights = columns.weights + j * columns.stride;
    const auto [steps, scale] = int8_scale_of(weights, columns.depth);
    if (steps == 0) continue;
    scales[j] = scale;
    for (int64_t t = 0; t < columns.depth; t += kInt4Group) {
      const int64_t depths = std::min(kInt4Group, columns.depth - t);
      Values values{};
      for (int64_t s = 0; s < kInt4Group; ++s) {
        // The padding repeats the first value: it must not widen the group.
        values.x[s] = weights[t + (s < depths ? s : 0)] * steps;
        if (s < depths)
          values.importance[s] = columns.importance == nullptr ? 1 : columns.importance[t + s];
      }
      sums[j] += pack_group(values, depths, j, panel + t / kInt4Group * kInt4GroupBytes);
    }
  }
}

}  // namespace octavo::engine
