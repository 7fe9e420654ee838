// Every weight of a model by its role, in one list: what is quantised, written to a prepacked file
// and read from it. `Weights` may be const. The visitor has
//   vector(name, pointer, size)                 norms, f32
//   rows(name, view, cols, depth)               matrices that stay in their file's format
//   matrix(name, input, view, cols, depth)      matrices that may be 8-bit; `input` says what they
//                                               are multiplied with, as taps call it (taps.h)
#pragma once

#include <string>

#include "engine/model/smoothing.h"
#include "engine/model/weights.h"

namespace octavo::engine {

template <class Weights, class Visitor>
void visit_language(const LanguageConfig& config, Weights& weights, Visitor& visitor) {
  const int64_t hidden = config.hidden, inner = config.intermediate;
  const int64_t queries = int64_t{config.heads} * config.head_dim;
  const int64_t keys = int64_t{config.kv_heads} * config.head_dim;
  visitor.rows("language.embedding", weights.embedding, config.vocabulary, hidden);
  for (int i = 0; i < config.layers; ++i) {
    auto& layer = weights.layers[static_cast<size_t>(i)];
    const std::string name = "language.layers." + std::to_string(i) + ".";
    const InputName attention_in{"language.attention_input", i},
        attention_out{"language.attention_output", i}, mlp_in{"language.mlp_input", i},
        mlp_inner{"language.mlp_inner", i};
    visitor.vector(name + "input_norm", layer.input_norm, hidden);
    visitor.matrix(name + "q", attention_in, layer.q, queries, hidden);
    visitor.matrix(name + "k", attention_in, layer.k, keys, hidden);
    visitor.matrix(name + "v", attention_in, layer.v, keys, hidden);
    visitor.matrix(name + "o", attention_out, layer.o, hidden, queries);
    visitor.vector(name + "mlp_norm", layer.mlp_norm, hidden);
    visitor.matrix(name + "gate", mlp_in, layer.gate, inner, hidden);
    visitor.matrix(name + "up", mlp_in, layer.up, inner, hidden);
    visitor.matrix(name + "down", mlp_inner, layer.down, hidden, inner);
  }
  visitor.vector("language.final_norm", weights.final_norm, hidden);
  visitor.matrix("language.head", InputName{"language.norm", 0}, weights.head, config.vocabulary,
                 hidden);
}

template <class Weights, class Visitor>
void visit_vision(const VisionConfig& config, int64_t hidden, Weights& weights, Visitor& visitor) {
  const int64_t width = config.width, mlp = config.mlp;
  const int64_t area = int64_t{config.patch} * config.patch;
  const int64_t merged = int64_t{config.merge} * config.merge * width;
  visitor.rows("vision.patch_embed", weights.patch_embed, width,
               int64_t{config.channels} * config.temporal_patch * area);
  for (int i = 0; i < config.depth; ++i) {
    auto& block = weights.blocks[static_cast<size_t>(i)];
    const std::string name = "vision.blocks." + std::to_string(i) + ".";
    const InputName attention_in{"vision.attention_input", i},
        attention_out{"vision.attention_output", i}, mlp_in{"vision.mlp_input", i},
        mlp_inner{"vision.mlp_inner", i};
    visitor.vector(name + "norm1", block.norm1, width);
    visitor.vector(name + "norm1_bias", block.norm1_bias, width);
    visitor.matrix(name + "q", attention_in, block.q, width, width);
    visitor.matrix(name + "k", attention_in, block.k, width, width);
    visitor.matrix(name + "v", attention_in, block.v, width, width);
    visitor.matrix(name + "proj", attention_out, block.proj, width, width);
    visitor.vector(name + "norm2", block.norm2, width);
    visitor.vector(name + "norm2_bias", block.norm2_bias, width);
    visitor.matrix(name + "fc1", mlp_in, block.fc1, mlp, width);
    visitor.matrix(name + "fc2", mlp_inner, block.fc2, width, mlp);
  }
  visitor.vector("vision.merger_norm", weights.merger_norm, width);
  visitor.vector("vision.merger_norm_bias", weights.merger_norm_bias, width);
  visitor.matrix("vision.merger_fc1", InputName{"vision.merger_input", 0}, weights.merger_fc1,
                 merged, merged);
  visitor.matrix("vision.merger_fc2", InputName{"vision.merger_inner", 0}, weights.merger_fc2,
                 hidden, merged);
}

// Both halves; `config` is a ModelConfig, `weights` a ModelWeights.
template <class Weights, class Visitor>
void visit_weights(const ModelConfig& config, Weights& weights, Visitor& visitor) {
  visit_language(config.language, weights.language, visitor);
  if (config.vision.depth > 0)
    visit_vision(config.vision, config.language.hidden, weights.vision, visitor);
}

}  // namespace octavo::engine
