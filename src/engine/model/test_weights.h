// For tests: weights of small models, filled with repeatable numbers.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <list>
#include <vector>

#include "engine/kernels/test_data.h"
#include "engine/model/weights.h"
#include "engine/tensor/half.h"

namespace octavo::engine {

// Owns what the views it makes look at.
class TestWeights {
 public:
  explicit TestWeights(uint64_t seed) : numbers_(seed) {}

  // Values around `center`.
  const float* vector(int64_t count, float center, float spread = 0.5f) {
    std::vector<float> values = numbers_.many(static_cast<size_t>(count), spread);
    for (float& value : values) value += center;
    return vectors_.emplace_back(std::move(values)).data();
  }

  // `dtype`: f32, f16 or bf16.
  WeightView linear(DType dtype, int64_t cols, int64_t depth, bool bias) {
    const auto width = static_cast<size_t>(facts_of(dtype).block_bytes);
    std::vector<uint8_t>& bytes = bytes_.emplace_back(static_cast<size_t>(cols * depth) * width);
    // Products are about as large as what they are made of: attention has opinions, and
    // activations bend.
    const float spread = 2 / std::sqrt(static_cast<float>(depth));
    for (size_t i = 0; i < bytes.size(); i += width) {
      const float value = numbers_.next() * spread;
      const uint16_t half = dtype == DType::kF16 ? f16_from_float(value) : bf16_from_float(value);
      if (dtype == DType::kF32)
        std::memcpy(&bytes[i], &value, width);
      else
        std::memcpy(&bytes[i], &half, width);
    }
    return {.dtype = dtype,
            .data = bytes.data(),
            .stride = bytes_for(dtype, depth),
            .cols = cols,
            .depth = depth,
            .bias = bias ? vector(cols, 0) : nullptr};
  }

  LanguageWeights language(const LanguageConfig& config, DType dtype) {
    const int64_t hidden = config.hidden, all = int64_t(config.heads) * config.head_dim,
                  few = int64_t(config.kv_heads) * config.head_dim;
    LanguageWeights weights;
    weights.embedding = linear(dtype, config.vocabulary, hidden, false);
    for (int layer = 0; layer < config.layers; ++layer)
      weights.layers.push_back({.input_norm = vector(hidden, 1),
                                .q = linear(dtype, all, hidden, true),
                                .k = linear(dtype, few, hidden, true),
                                .v = linear(dtype, few, hidden, true),
                                .o = linear(dtype, hidden, all, false),
                                .mlp_norm = vector(hidden, 1),
                                .gate = linear(dtype, config.intermediate, hidden, false),
                                .up = linear(dtype, config.intermediate, hidden, false),
                                .down = linear(dtype, hidden, config.intermediate, false)});
    weights.final_norm = vector(hidden, 1);
    weights.head =
        config.tied_head ? weights.embedding : linear(dtype, config.vocabulary, hidden, false);
    return weights;
  }

  VisionWeights vision(const VisionConfig& config, int64_t hidden, DType dtype) {
    const int64_t width = config.width, merged = width * config.merge * config.merge;
    const int64_t patch =
        int64_t(config.channels) * config.temporal_patch * config.patch * config.patch;
    VisionWeights weights;
    weights.patch_embed = linear(dtype, width, patch, false);
    for (int block = 0; block < config.depth; ++block)
      weights.blocks.push_back({.norm1 = vector(width, 1),
                                .norm1_bias = vector(width, 0),
                                .q = linear(dtype, width, width, true),
                                .k = linear(dtype, width, width, true),
                                .v = linear(dtype, width, width, true),
                                .proj = linear(dtype, width, width, true),
                                .norm2 = vector(width, 1),
                                .norm2_bias = vector(width, 0),
                                .fc1 = linear(dtype, config.mlp, width, true),
                                .fc2 = linear(dtype, width, config.mlp, true)});
    weights.merger_norm = vector(width, 1);
    weights.merger_norm_bias = vector(width, 0);
    weights.merger_fc1 = linear(dtype, merged, merged, true);
    weights.merger_fc2 = linear(dtype, hidden, merged, true);
    return weights;
  }

 private:
  Numbers numbers_;
  std::list<std::vector<float>> vectors_;
  std::list<std::vector<uint8_t>> bytes_;
};

}  // namespace octavo::engine
