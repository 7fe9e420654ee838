// The weights of a model by their roles, whatever the file calls them: views into the mapped
// checkpoint, and the few small vectors (norms, biases) that are widened to f32 at load. Immutable
// and thread-safe; the checkpoints must outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/model/config.h"
#include "engine/ops/linear.h"
#include "engine/tensor/large_memory.h"

namespace octavo::engine {

class Checkpoint;

struct LanguageLayerWeights {
  const float* input_norm = nullptr;  // [hidden]
  WeightView q, k, v, o;
  const float* mlp_norm = nullptr;  // [hidden]
  WeightView gate, up, down;
};

struct LanguageWeights {
  WeightView embedding;  // [vocabulary, hidden]: one row a token
  std::vector<LanguageLayerWeights> layers;
  const float* final_norm = nullptr;
  WeightView head;  // the embedding itself when tied
};

struct VisionBlockWeights {
  const float* norm1 = nullptr;  // [width]
  const float* norm1_bias = nullptr;
  WeightView q, k, v, proj;  // rows of one fused matrix where the file has it so
  const float* norm2 = nullptr;
  const float* norm2_bias = nullptr;
  WeightView fc1, fc2;
};

struct VisionWeights {
  WeightView patch_embed;  // [width, channels * temporal_patch * patch * patch]
  std::vector<VisionBlockWeights> blocks;
  const float* merger_norm = nullptr;  // [width]
  const float* merger_norm_bias = nullptr;
  WeightView merger_fc1, merger_fc2;  // on merge * merge * width
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

  // For whoever puts weights together: memory that lives as long as they do.
  float* own(int64_t floats);
  // 64-byte aligned, in large pages where the system has them; nullptr when there is no memory.
  uint8_t* own_bytes(int64_t bytes);

 private:
  std::vector<std::unique_ptr<float[]>> owned_;  // what had to be widened or put together
  std::vector<LargeMemory> packed_;
  int64_t used_ = 0;  // of the last of them
};

}  // namespace octavo::engine
