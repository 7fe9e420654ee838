// Tensor names of the language model. Sources: transformers Qwen2VLForConditionalGeneration (its
// checkpoint conversion mapping has the old and the new scheme), llama.cpp gguf-py constants
// (QWEN2, QWEN2VL).
#include <array>
#include <string>
#include <string_view>

#include "engine/model/weights_binding.h"

namespace octavo::engine {
namespace {

// New files say model.language_model, old ones and text-only models just model.
constexpr std::array<std::string_view, 4> kPrefixes = {"model.language_model.", "model.",
                                                       "language_model.model.", "language_model."};
constexpr std::array<std::string_view, 2> kHeads = {"lm_head.weight",
                                                    "language_model.lm_head.weight"};

struct LayerNames {
  std::string input_norm, q, k, v, o, mlp_norm, gate, up, down;  // without ".weight" or ".bias"
};

LayerNames names_of(const std::string& layer, bool gguf) {
  if (gguf)
    return {.input_norm = layer + "attn_norm",
            .q = layer + "attn_q",
            .k = layer + "attn_k",
            .v = layer + "attn_v",
            .o = layer + "attn_output",
            .mlp_norm = layer + "ffn_norm",
            .gate = layer + "ffn_gate",
            .up = layer + "ffn_up",
            .down = layer + "ffn_down"};
  return {.input_norm = layer + "input_layernorm",
          .q = layer + "self_attn.q_proj",
          .k = layer + "self_attn.k_proj",
          .v = layer + "self_attn.v_proj",
          .o = layer + "self_attn.o_proj",
          .mlp_norm = layer + "post_attention_layernorm",
          .gate = layer + "mlp.gate_proj",
          .up = layer + "mlp.up_proj",
          .down = layer + "mlp.down_proj"};
}

std::string prefix_of(const TensorBinder& binder) {
  for (const std::string_view prefix : kPrefixes)
    if (binder.has(std::string(prefix) + "embed_tokens.weight")) return std::string(prefix);
  return "model.";
}

LanguageLayerWeights bind_layer(TensorBinder& binder, const LanguageConfig& config,
                                const LayerNames& names) {
  const auto weight = [](const std::string& name) { return name + ".weight"; };
  const auto bias = [](const std::string& name) { return name + ".bias"; };
  const int64_t hidden = config.hidden, inner = config.intermediate;
  const int64_t queries = int64_t(config.heads) * config.head_dim;
  const int64_t keys = int64_t(config.kv_heads) * config.head_dim;
  LanguageLayerWeights out;
  out.input_norm = binder.vector(weight(names.input_norm), hidden);
  out.q = binder.linear(weight(names.q), queries, hidden, bias(names.q));
  out.k = binder.linear(weight(names.k), keys, hidden, bias(names.k));
  out.v = binder.linear(weight(names.v), keys, hidden, bias(names.v));
  out.o = binder.linear(weight(names.o), hidden, queries);
  out.mlp_norm = binder.vector(weight(names.mlp_norm), hidden);
  out.gate = binder.linear(weight(names.gate), inner, hidden);
  out.up = binder.linear(weight(names.up), inner, hidden);
  out.down = binder.linear(weight(names.down), hidden, inner);
  return out;
}

WeightView bind_head(TensorBinder& binder, const LanguageConfig& config, bool gguf,
                     const WeightView& embedding) {
  if (gguf) {
    if (!binder.has("output.weight")) return embedding;
    return binder.linear("output.weight", config.vocabulary, config.hidden);
  }
  // A head that is there is used, whatever the configuration says: in tied models it is the same.
  for (const std::string_view name : kHeads)
    if (binder.has(std::string(name)))
      return binder.linear(std::string(name), config.vocabulary, config.hidden);
  if (config.tied_head) return embedding;
  return binder.linear(std::string(kHeads.front()), config.vocabulary, config.hidden);
}

}  // namespace

LanguageWeights bind_language(TensorBinder& binder, const LanguageConfig& config, bool gguf) {
  const std::string prefix = gguf ? "" : prefix_of(binder);
  const std::string layers = gguf ? "blk." : prefix + "layers.";
  LanguageWeights out;
  out.embedding = binder.linear(gguf ? "token_embd.weight" : prefix + "embed_tokens.weight",
                                config.vocabulary, config.hidden);
  for (int i = 0; i < config.layers; ++i)
    out.layers.push_back(
        bind_layer(binder, config, names_of(layers + std::to_string(i) + ".", gguf)));
  out.final_norm =
      binder.vector(gguf ? "output_norm.weight" : prefix + "norm.weight", config.hidden);
  out.head = bind_head(binder, config, gguf, out.embedding);
  // "rope_freqs" would stretch the angles.
  binder.refuse_others(gguf ? std::vector<std::string>{layers, "rope_freqs"}
                            : std::vector<std::string>{layers});
  return out;
}

}  // namespace octavo::engine
