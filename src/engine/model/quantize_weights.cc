#include "engine/model/quantize_weights.h"

#include <algorithm>

#include "engine/ops/int8_matrix.h"

namespace octavo::engine {
namespace {

class Quantizer {
 public:
  Quantizer(const Smoothing& smoothing, ThreadPool& pool, ModelWeights& weights)
      : smoothing_(smoothing), pool_(pool), weights_(weights) {}

  void vector(const std::string&, const float*, int64_t) {}
  void rows(const std::string&, const WeightView&, int64_t, int64_t) {}
  void matrix(const std::string&, const InputName& input, WeightView& view, int64_t, int64_t) {
    if (!fits_int8(view.cols, view.depth)) return;
    const std::span<const float> smooth = smooth_of(input);
    const Int8Layout layout(view.cols, view.depth, view.bias != nullptr);
    uint8_t* memory = weights_.own_bytes(layout.bytes);
    pack_int8(view, smooth, pool_, memory);
    view.int8 = view_int8(memory, layout);
    view.int8.smooth = smooth.data();
  }

 private:
  // One copy for all matrices of an input.
  std::span<const float> smooth_of(const InputName& input) {
    const auto found = smoothing_.find(input);
    if (found == smoothing_.end()) return {};
    const auto [at, added] = owned_.emplace(input, std::span<const float>());
    if (added) {
      float* copy = weights_.own(static_cast<int64_t>(found->second.size()));
      std::copy(found->second.begin(), found->second.end(), copy);
      at->second = {copy, found->second.size()};
    }
    return at->second;
  }

  const Smoothing& smoothing_;
  ThreadPool& pool_;
  ModelWeights& weights_;
  std::map<InputName, std::span<const float>> owned_;
};

}  // namespace

void quantize_weights(const ModelConfig& config, const Smoothing& smoothing, ThreadPool& pool,
                      ModelWeights& weights) {
  Quantizer quantizer(smoothing, pool, weights);
  visit_weights(config, weights, quantizer);
}

}  // namespace octavo::engine
