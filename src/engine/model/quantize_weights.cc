#include "engine/model/quantize_weights.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "engine/checkpoint/dequantize.h"
#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

class Quantizer {
 public:
  Quantizer(const QuantizeFacts& facts, ThreadPool& pool, ModelWeights& weights)
      : facts_(facts), pool_(pool), weights_(weights) {}

  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string& name, const InputName& input, WeightView& view, int64_t, int64_t) {
    if (!fits_int8(view.cols, view.depth)) return;
    const bool in_layer = name.starts_with("language.layers.");
    const WeightBits bits = in_layer ? facts_.language : WeightBits::k8;
    // Weights that are smoothed have larger and smaller ones side by side: with 16 steps for them
    // that costs more than it saves (docs/model.md, "4-bit weights").
    const std::span<const float> smooth =
        bits == WeightBits::k4 ? std::span<const float>() : smooth_of(input);
    const Int8Layout layout(view.cols, view.depth, view.bias != nullptr, bits);
    uint8_t* memory = weights_.own_bytes(layout.bytes);
    OCTAVO_CHECK(memory != nullptr);
    pack_int8(view, {smooth, importance_of(input)}, layout, pool_, memory);
    view.int8 = view_int8(memory, layout);
    view.int8.smooth = smooth.data();
  }

 private:
  // One copy for all matrices of an input.
  std::span<const float> smooth_of(const InputName& input) {
    const auto found = facts_.smoothing.find(input);
    if (found == facts_.smoothing.end()) return {};
    const auto [at, added] = owned_.emplace(input, std::span<const float>());
    if (added) {
      float* copy = weights_.own(static_cast<int64_t>(found->second.size()));
      std::copy(found->second.begin(), found->second.end(), copy);
      at->second = {copy, found->second.size()};
    }
    return at->second;
  }

  std::span<const float> importance_of(const InputName& input) const {
    if (facts_.squares == nullptr) return {};
    const auto found = facts_.squares->find(input);
    if (found == facts_.squares->end()) return {};
    return found->second;
  }

  const QuantizeFacts& facts_;
  ThreadPool& pool_;
  ModelWeights& weights_;
  std::map<InputName, std::span<const float>> owned_;
};

// The largest weight that meets each column of each input.
class WeightRanges {
 public:
  explicit WeightRanges(const InputRanges& wanted) : wanted_(wanted) {}

  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName& input, const WeightView& view, int64_t,
              int64_t) {
    if (!wanted_.contains(input)) return;
    std::vector<float>& ranges = found_[input];
    ranges.resize(static_cast<size_t>(view.depth));
    std::vector<float> column(static_cast<size_t>(view.depth));
    for (int64_t j = 0; j < view.cols; ++j) {
      dequantize(view.dtype, view.data + j * view.stride, view.depth, column.data());
      for (size_t t = 0; t < column.size(); ++t)
        ranges[t] = std::max(ranges[t], std::abs(column[t]));
    }
  }
  const InputRanges& found() const { return found_; }

 private:
  const InputRanges& wanted_;
  InputRanges found_;
};

}  // namespace

Smoothing smoothing_of(const ModelConfig& config, const ModelWeights& weights,
                       const InputRanges& ranges) {
  // Columns that samples leave empty, or weights, say nothing about their size.
  constexpr float kLeast = 1e-5F;
  WeightRanges visitor(ranges);
  visit_weights(config, weights, visitor);
  Smoothing smoothing;
  for (const auto& [input, weight] : visitor.found()) {
    const std::vector<float>& seen = ranges.at(input);
    OCTAVO_CHECK(seen.size() == weight.size());
    std::vector<float>& factors = smoothing[input];
    for (size_t t = 0; t < seen.size(); ++t)
      factors.push_back(std::sqrt(std::max(weight[t], kLeast)) /
                        std::sqrt(std::max(seen[t], kLeast)));
  }
  return smoothing;
}

void quantize_weights(const ModelConfig& config, const QuantizeFacts& facts, ThreadPool& pool,
                      ModelWeights& weights) {
  Quantizer quantizer(facts, pool, weights);
  visit_weights(config, weights, quantizer);
}

}  // namespace octavo::engine
