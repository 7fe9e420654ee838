// Hyper-parameters, always from the checkpoint's own files; nothing about one size is hard-coded.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/tokenizer/tokenizer.h"
#include "octavo/result.h"

namespace octavo::engine {

class Checkpoint;

struct LanguageConfig {
  int hidden = 0, layers = 0, heads = 0, kv_heads = 0, head_dim = 0, intermediate = 0,
      vocabulary = 0;
  int max_positions = 0;
  float rms_epsilon = 1e-6f;
  double rope_theta = 1e6;
  // Half-pairs that follow the temporal, height and width position (M-RoPE); {head_dim/2, 0, 0} for
  // a plain text model, which is the same arithmetic as 1-D RoPE.
  std::array<int, 3> mrope_sections{};
  bool tied_head = true;
};

struct VisionConfig {
  int depth = 0, width = 0, heads = 0, head_dim = 0, mlp = 0;
  int channels = 3, patch = 14, temporal_patch = 2, merge = 2;
  float norm_epsilon = 1e-6f;
  double rope_theta = 10000;
  enum class Activation : uint8_t { kQuickGelu, kGelu } activation = Activation::kQuickGelu;
};

struct ImageConfig {
  int64_t min_pixels = 0, max_pixels = 0;
  std::array<float, 3> mean{}, std{};
};

struct ModelConfig {
  LanguageConfig language;
  VisionConfig vision;  // depth == 0: a text-only model
  ImageConfig image;
  std::vector<TokenId> end_tokens;
  TokenId image_pad = -1, vision_start = -1, vision_end = -1;
};

// config.json, generation_config.json and preprocessor_config.json of a Hugging Face directory
// (nested text_config wins over root; see docs/model.md), or GGUF metadata (with the mmproj file
// for vision). Errors: kModelInvalid with file, key, expected and actual.
Result<ModelConfig> read_config(const std::string& directory);
Result<ModelConfig> read_config(const Checkpoint& language, const Checkpoint* vision);

}  // namespace octavo::engine
