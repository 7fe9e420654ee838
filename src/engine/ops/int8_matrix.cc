#include "engine/ops/int8_matrix.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "engine/checkpoint/dequantize.h"
#include "engine/kernels/int4/pack.h"
#include "engine/kernels/int8/pack.h"

namespace octavo::engine {
namespace {

constexpr int64_t kAlignment = 64;
constexpr auto kFloat = static_cast<int64_t>(sizeof(float));

int64_t aligned(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

float* floats_at(uint8_t* memory, int64_t place) {
  return reinterpret_cast<float*>(memory + place);
}

int64_t panel_bytes(WeightBits bits, int64_t depth) {
  return bits == WeightBits::k4 ? int4_panel_bytes(depth) : int8_panel_bytes(depth);
}

// The columns of one panel, widened and divided.
void pack_panel(const WeightView& weights, const InputFacts& facts, int64_t panel,
                const Int8Layout& layout, uint8_t* memory) {
  const int64_t first = panel * kInt8Panel, depth = weights.depth;
  const int64_t cols = std::min(kInt8Panel, weights.cols - first);
  std::vector<float> values(static_cast<size_t>(cols * depth));
  for (int64_t j = 0; j < cols; ++j) {
    float* column = values.data() + j * depth;
    dequantize(weights.dtype, weights.data + (first + j) * weights.stride, depth, column);
    for (int64_t t = 0; !facts.smooth.empty() && t < depth; ++t)
      column[t] /= facts.smooth[static_cast<size_t>(t)];
  }
  uint8_t* packed = memory + layout.panels + panel * panel_bytes(layout.bits, depth);
  float* scales = floats_at(memory, layout.scales) + first;
  auto* sums = reinterpret_cast<int32_t*>(memory + layout.sums) + first;
  if (layout.bits == WeightBits::k4)
    pack_int4_panel({values.data(), depth, cols, depth,
                     facts.importance.empty() ? nullptr : facts.importance.data()},
                    packed, scales, sums);
  else
    pack_int8_panel({values.data(), depth, cols, depth}, reinterpret_cast<int8_t*>(packed), scales,
                    sums);
}

}  // namespace

Int8Layout::Int8Layout(int64_t cols, int64_t depth, bool has_bias, WeightBits of_one)
    : bits(of_one) {
  OCTAVO_CHECK(fits_int8(cols, depth));
  const int64_t padded = int8_padded_cols(cols);
  const auto take = [this](int64_t size) {
    const int64_t place = bytes;
    bytes += aligned(size);
    return place;
  };
  panels = take(padded / kInt8Panel * panel_bytes(bits, depth));
  scales = take(padded * kFloat);
  sums = take(padded * kFloat);
  if (has_bias) bias = take(padded * kFloat);
}

bool fits_int8(int64_t cols, int64_t depth) {
  constexpr int64_t kMostCols = int64_t{1} << 24;
  return cols > 0 && cols <= kMostCols && depth > 0 && depth <= kInt8MostDepth;
}

Int8View view_int8(const uint8_t* memory, const Int8Layout& layout) {
  const auto floats = [memory](int64_t place) {
    return place < 0 ? nullptr : reinterpret_cast<const float*>(memory + place);
  };
  const uint8_t* panels = memory + layout.panels;
  const bool codes = layout.bits == WeightBits::k4;
  return {.panels = codes ? nullptr : reinterpret_cast<const int8_t*>(panels),
          .codes = codes ? panels : nullptr,
          .scales = floats(layout.scales),
          .sums = reinterpret_cast<const int32_t*>(memory + layout.sums),
          .bias = floats(layout.bias)};
}

void pack_int8(const WeightView& weights, const InputFacts& facts, const Int8Layout& layout,
               ThreadPool& pool, uint8_t* memory) {
  for (const std::span<const float> fact : {facts.smooth, facts.importance})
    OCTAVO_CHECK(fact.empty() || static_cast<int64_t>(fact.size()) == weights.depth);
  OCTAVO_CHECK((layout.bias >= 0) == (weights.bias != nullptr));
  const int64_t padded = int8_padded_cols(weights.cols);
  pool.parallel_for(static_cast<size_t>(padded / kInt8Panel), [&](size_t panel) {
    pack_panel(weights, facts, static_cast<int64_t>(panel), layout, memory);
  });
  if (weights.bias == nullptr) return;
  float* bias = floats_at(memory, layout.bias);
  std::fill_n(bias, padded, 0.0F);
  std::copy_n(weights.bias, weights.cols, bias);
}

}  // namespace octavo::engine
