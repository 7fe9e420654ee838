// The vision encoder of Qwen2-VL: patches of one picture -> features for the language half.
// Source: transformers Qwen2VisionTransformerPretrainedModel; docs/model.md.
#pragma once

#include <functional>

#include "engine/model/activations.h"
#include "engine/model/rope_tables.h"
#include "engine/model/taps.h"
#include "engine/model/weights.h"

namespace octavo::engine {

// Immutable and thread-safe; config, weights and kernels must outlive it. See Model for the meaning
// of the call.
class VisionForward {
 public:
  VisionForward(const VisionConfig& config, const VisionWeights& weights, const Kernels& kernels);

  // `done`: called with each block's number once its weights are not needed any more, the last
  // one's behind the merger. When it says false the work ends there: false, and `out` is not made.
  bool run(MatView<const float> patches, const ImageGrid& grid, VisionScratch& scratch,
           ThreadPool& pool, MatView<float> out, const Tap* tap = nullptr,
           const std::function<bool(int block)>& done = {}) const;

 private:
  struct Pass;
  void set_angles(const Pass& pass, const ImageGrid& grid) const;
  void attention(const Pass& pass, int block) const;
  void project(const Pass& pass, const WeightView& matrix) const;
  template <class Heads>
  void attend_packed(const Pass& pass, const VisionBlockWeights& weights) const;
  void attend_in_floats(const Pass& pass, const VisionBlockWeights& weights) const;
  void store_keys(const Pass& pass) const;
  void store_values(const Pass& pass) const;
  void turn_all(const Pass& pass) const;
  void attend_all(const Pass& pass) const;
  void mlp(const Pass& pass, int block) const;
  void merge(const Pass& pass, MatView<float> out) const;

  const VisionConfig& config_;
  const VisionWeights& weights_;
  const Kernels& kernels_;
  PictureRope rope_;
  bool in_bytes_ = false;  // attention, as its matrices are
  bool in_bf16_ = false;   // else, where products are
};

}  // namespace octavo::engine
