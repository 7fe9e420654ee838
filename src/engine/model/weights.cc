#include "engine/model/weights.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "engine/checkpoint/checkpoint.h"
#include "engine/model/weights_binding.h"

namespace octavo::engine {
namespace {

bool is_gguf(const Checkpoint& file) { return file.format() == Checkpoint::Format::kGguf; }

}  // namespace

float* ModelWeights::own(int64_t floats) {
  owned_.push_back(std::make_unique_for_overwrite<float[]>(static_cast<size_t>(floats)));
  return owned_.back().get();
}

uint8_t* ModelWeights::own_bytes(int64_t bytes) {
  // Many matrices share a piece: pages of their own would mostly be empty.
  constexpr int64_t kPiece = int64_t{64} << 20, kAlignment = 64;
  const int64_t whole = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (packed_.empty() || whole > packed_.back().bytes() - used_) {
    packed_.emplace_back(std::max(whole, kPiece));
    used_ = 0;
  }
  if (packed_.back().data() == nullptr) return nullptr;
  uint8_t* memory = packed_.back().data() + used_;
  used_ += whole;
  return memory;
}

Result<ModelWeights> ModelWeights::bind(const ModelConfig& config, const Checkpoint& language,
                                        const Checkpoint* vision, bool check_tensors) {
  ModelWeights weights;
  TensorBinder binder(language, weights.owned_);
  weights.language = bind_language(binder, config.language, is_gguf(language));
  const bool has_vision = config.vision.depth > 0;
  if (has_vision && vision == nullptr)
    weights.vision = bind_vision(binder, config.vision, config.language.hidden, is_gguf(language));
  if (check_tensors) binder.check_values();
  OCTAVO_TRY_STATUS(binder.status());
  if (has_vision && vision != nullptr) {
    TensorBinder vision_binder(*vision, weights.owned_);
    weights.vision =
        bind_vision(vision_binder, config.vision, config.language.hidden, is_gguf(*vision));
    if (check_tensors) vision_binder.check_values();
    OCTAVO_TRY_STATUS(vision_binder.status());
  }
  return weights;
}

}  // namespace octavo::engine
