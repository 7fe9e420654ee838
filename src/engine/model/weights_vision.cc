// Tensor names of the vision encoder. Sources: transformers Qwen2VisionTransformerPretrainedModel;
// llama.cpp conversion/qwenvl.py (the patch convolution is split by frame, attention into q, k and
// v), gguf-py tensor_mapping.py, and clip.cpp for files of old converters.
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/checkpoint/dequantize.h"
#include "engine/model/weights_binding.h"

namespace octavo::engine {
namespace {

struct BlockNames {
  std::string norm1, qkv, q, k, v, proj, norm2, fc1, fc2;
};

BlockNames names_of(const std::string& block, bool gguf) {
  if (gguf)
    return {.norm1 = block + "ln1",
            .qkv = block + "attn_qkv",
            .q = block + "attn_q",
            .k = block + "attn_k",
            .v = block + "attn_v",
            .proj = block + "attn_out",
            .norm2 = block + "ln2",
            .fc1 = block + "ffn_up",
            .fc2 = block + "ffn_down"};
  return {.norm1 = block + "norm1",
          .qkv = block + "attn.qkv",
          .q = "",
          .k = "",
          .v = "",
          .proj = block + "attn.proj",
          .norm2 = block + "norm2",
          .fc1 = block + "mlp.fc1",
          .fc2 = block + "mlp.fc2"};
}

WeightView with_bias(TensorBinder& binder, const std::string& name, int64_t cols, int64_t depth) {
  return binder.linear(name + ".weight", cols, depth, name + ".bias");
}

// Rows [first, first + cols) of a matrix.
WeightView rows_of(const WeightView& all, int64_t first, int64_t cols) {
  WeightView out = all;
  out.cols = cols;
  if (all.data != nullptr) out.data = all.data + first * all.stride;
  if (all.bias != nullptr) out.bias = all.bias + first;
  return out;
}

void bind_attention(TensorBinder& binder, const BlockNames& names, int64_t width,
                    VisionBlockWeights& out) {
  if (!names.q.empty() && !binder.has(names.qkv + ".weight")) {
    out.q = with_bias(binder, names.q, width, width);
    out.k = with_bias(binder, names.k, width, width);
    out.v = with_bias(binder, names.v, width, width);
    return;
  }
  const WeightView fused = with_bias(binder, names.qkv, 3 * width, width);
  out.q = rows_of(fused, 0, width);
  out.k = rows_of(fused, width, width);
  out.v = rows_of(fused, 2 * width, width);
}

VisionBlockWeights bind_block(TensorBinder& binder, const VisionConfig& config, BlockNames names,
                              bool swapped) {
  const int64_t width = config.width;
  if (swapped) std::swap(names.fc1, names.fc2);
  VisionBlockWeights out;
  out.norm1 = binder.vector(names.norm1 + ".weight", width);
  out.norm1_bias = binder.vector(names.norm1 + ".bias", width);
  bind_attention(binder, names, width, out);
  out.proj = with_bias(binder, names.proj, width, width);
  out.norm2 = binder.vector(names.norm2 + ".weight", width);
  out.norm2_bias = binder.vector(names.norm2 + ".bias", width);
  out.fc1 = with_bias(binder, names.fc1, config.mlp, width);
  out.fc2 = with_bias(binder, names.fc2, width, config.mlp);
  return out;
}

// One matrix [width, channels, patch, patch] a frame, put together to [width, channels, frame,
// patch, patch].
WeightView join_frames(TensorBinder& binder, const VisionConfig& config) {
  const int64_t area = int64_t(config.patch) * config.patch;
  const int64_t rows = int64_t(config.width) * config.channels;
  WeightView out{.dtype = DType::kF32,
                 .data = nullptr,
                 .stride = config.channels * config.temporal_patch * area * 4,
                 .cols = config.width,
                 .depth = config.channels * config.temporal_patch * area,
                 .bias = nullptr};
  float* joined = binder.own(rows * config.temporal_patch * area);
  for (int frame = 0; frame < config.temporal_patch; ++frame) {
    const std::string name =
        frame == 0 ? "v.patch_embd.weight" : "v.patch_embd.weight." + std::to_string(frame);
    const TensorRef* tensor =
        binder.plain(name, {config.width, config.channels, config.patch, config.patch});
    if (tensor == nullptr) return out;
    const int64_t row_bytes = bytes_for(tensor->dtype, area);
    for (int64_t row = 0; row < rows; ++row)
      dequantize(tensor->dtype, tensor->data + row * row_bytes, area,
                 joined + (row * config.temporal_patch + frame) * area);
  }
  out.data = reinterpret_cast<const uint8_t*>(joined);
  return out;
}

// Converters of 2024 had ffn_up and ffn_down the wrong way round.
bool is_swapped(const TensorBinder& binder, const VisionConfig& config) {
  return config.mlp != config.width &&
         binder.has_shape("v.blk.0.ffn_down.weight", {config.mlp, config.width});
}

}  // namespace

VisionWeights bind_vision(TensorBinder& binder, const VisionConfig& config, int64_t hidden,
                          bool gguf) {
  const std::string prefix = gguf                                                 ? "v."
                             : binder.has("model.visual.patch_embed.proj.weight") ? "model.visual."
                                                                                  : "visual.";
  const std::string blocks = prefix + (gguf ? "blk." : "blocks.");
  const std::string norm = gguf ? "v.post_ln" : prefix + "merger.ln_q";
  const std::string merger = gguf ? "mm." : prefix + "merger.mlp.";
  const int64_t group = int64_t(config.merge) * config.merge * config.width;
  const int64_t pixels =
      int64_t(config.channels) * config.temporal_patch * config.patch * config.patch;
  const bool swapped = gguf && is_swapped(binder, config);
  VisionWeights out;
  out.patch_embed = gguf ? join_frames(binder, config)
                         : binder.linear(prefix + "patch_embed.proj.weight", config.width, pixels);
  for (int i = 0; i < config.depth; ++i)
    out.blocks.push_back(
        bind_block(binder, config, names_of(blocks + std::to_string(i) + ".", gguf), swapped));
  out.merger_norm = binder.vector(norm + ".weight", config.width);
  out.merger_norm_bias = binder.vector(norm + ".bias", config.width);
  out.merger_fc1 = with_bias(binder, merger + "0", group, group);
  out.merger_fc2 = with_bias(binder, merger + "2", hidden, group);
  // All that starts with the prefix is this encoder's: a class token or learned positions, say.
  binder.refuse_others(gguf ? std::vector<std::string>{"v.", "mm."}
                            : std::vector<std::string>{prefix});
  return out;
}

}  // namespace octavo::engine
