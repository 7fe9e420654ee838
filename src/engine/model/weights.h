// The weights of a model by their roles, whatever the file calls them: views into the mapped
// checkpoint, and the few small vectors (norms, biases) that are widened to f32 at load. Immutable
// and thread-safe; the checkpoints must outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/config.h"
#include "engine/tensor/dtype.h"

namespace octavo::engine {

class Checkpoint;

// y = W x + b, W [cols, depth] in its file's format.
struct LinearWeights {
  DType dtype = DType::kF32;
  const uint8_t* data = nullptr;
  int64_t stride = 0;  // bytes from one row of W to the next
  int64_t cols = 0, depth = 0;
  const float* bias = nullptr;  // [cols] or none
};

struct LanguageLayerWeights {
  const float* input_norm = nullptr;  // [hidden]
  LinearWeights q, k, v, o;
  const float* mlp_norm = nullptr;  // [hidden]
  LinearWeights gate, up, down;
};

struct LanguageWeights {
  LinearWeights embedding;  // [vocabulary, hidden]: one row a token
  std::vector<LanguageLayerWeights> layers;
  const float* final_norm = nullptr;
  LinearWeights head;  // the embedding itself when tied
};

struct VisionBlockWeights {
  const float* norm1 = nullptr;  // [width]
  const float* norm1_bias = nullptr;
  LinearWeights q, k, v, proj;  // rows of one fused matrix where the file has it so
  const float* norm2 = nullptr;
  const float* norm2_bias = nullptr;
  LinearWeights fc1, fc2;
};

struct VisionWeights {
  LinearWeights patch_embed;  // [width, channels * temporal_patch * patch * patch]
  std::vector<VisionBlockWeights> blocks;
  const float* merger_norm = nullptr;  // [width]
  const float* merger_norm_bias = nullptr;
  LinearWeights merger_fc1, merger_fc2;  // on merge * merge * width
};

class ModelWeights {
 public:
  // Binds and checks every tensor that `config` needs. `vision`: the mmproj file of a GGUF model,
  // else nullptr. Errors: kModelInvalid that names the file and lists all tensors that are missing
  // or have a wrong shape, expected and actual; a NaN or Inf in a norm or bias (with
  // `check_tensors`, in any tensor).
  static Result<ModelWeights> bind(const ModelConfig& config, const Checkpoint& language,
                                   const Checkpoint* vision, bool check_tensors);

  LanguageWeights language;
  VisionWeights vision;  // no blocks: a text-only model

 private:
  std::vector<std::unique_ptr<float[]>> owned_;  // what had to be widened or put together
};

}  // namespace octavo::engine
