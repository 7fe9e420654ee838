// Angles of the rotary embeddings, as the reference computes them: frequencies and angles are
// rounded to f32, their sine and cosine are exact to f32. Sources: transformers
// Qwen2VLRotaryEmbedding with apply_multimodal_rotary_pos_emb, and VisionRotaryEmbedding.
#pragma once

#include <array>
#include <vector>

#include "engine/model/config.h"
#include "engine/model/positions.h"

namespace octavo::engine {

// theta^(-2 i / dim) for i < dim / 2.
std::vector<float> rope_frequencies(double theta, int dim);

// M-RoPE: each frequency follows one of the three axes of a position. Immutable.
class TextRope {
 public:
  explicit TextRope(const LanguageConfig& config);
  // cos, sin: [head_dim / 2].
  void angles(const Position& position, float* cos, float* sin) const;

 private:
  std::vector<float> frequencies_;
  std::vector<size_t> axes_;
};

// 2-D: the first half of the angles follows the row of a patch, the second its column. Immutable.
class PictureRope {
 public:
  explicit PictureRope(const VisionConfig& config)
      : frequencies_(rope_frequencies(config.rope_theta, config.head_dim / 2)) {}
  // cos, sin: [head_dim / 2].
  void angles(int y, int x, float* cos, float* sin) const;

 private:
  std::vector<float> frequencies_;
};

// Where the patch of row `index` is, {y, x}: rows come in blocks of merge x merge patches.
std::array<int, 2> patch_position(int64_t index, const ImageGrid& grid, int merge);

}  // namespace octavo::engine
