#include <cmath>
#include <utility>

#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

using Shape = std::vector<int64_t>;

// Attention that picks few tokens, and layers that add more than the token's own embedding: so that
// made models don't repeat one token for ever, and a wrong position or layer shows in the answer.
constexpr double kSharp = 2, kLoud = 3;
// Logits spread over a few units.
constexpr double kLogitGain = 1.5;

class List {
 public:
  List(const MadeModel& model, bool gguf) : model_(model), gguf_(gguf) {}

  // Values offset + gain * u, in doubles rounded once (built without fused multiply-add), so that
  // all machines agree. `source` names the numbers, whatever the file calls the tensor.
  void add(const std::string& name, Shape shape, const std::string& source, double offset,
           double gain, int64_t skip = 0) {
    // GGUF has its vectors in f32; they are rounded to the model's type all the same, by the
    // writer.
    tensors_.push_back({name, std::move(shape), model_.dtype,
                        [source, offset, gain, skip](int64_t first, std::span<float> out) {
                          fill_made(source, first + skip, out);
                          for (float& value : out)
                            value = static_cast<float>(offset + gain * double{value});
                        }});
  }
  void norm(const std::string& name, const std::string& source, int64_t size) {
    add(name + ".weight", {size}, source + ".weight", 1, 0.3);
  }
  void layer_norm(const std::string& name, const std::string& source, int64_t size) {
    norm(name, source, size);
    add(name + ".bias", {size}, source + ".bias", 0, 0.2);
  }
  // Keeps the scale of its input: u has the variance 1/3.
  void matrix(const std::string& name, const std::string& source, int64_t cols, int64_t depth,
              double gain = 1) {
    add(name + ".weight", {cols, depth}, source + ".weight", 0,
        gain * std::sqrt(3.0 / static_cast<double>(depth)));
  }
  void linear(const std::string& name, const std::string& source, int64_t cols, int64_t depth,
              double gain = 1) {
    matrix(name, source, cols, depth, gain);
    add(name + ".bias", {cols}, source + ".bias", 0, 0.4);
  }

  const MadeModel& model() const { return model_; }
  bool gguf() const { return gguf_; }
  std::vector<MadeTensor> take() { return std::move(tensors_); }
  void push(MadeTensor tensor) { tensors_.push_back(std::move(tensor)); }

 private:
  std::vector<MadeTensor> tensors_;
  const MadeModel& model_;
  bool gguf_;
};

void add_layer(List& list, int index) {
  const LanguageConfig& config = list.model().language;
  const std::string source = "layer." + std::to_string(index) + ".";
  const bool gguf = list.gguf();
  const std::string prefix =
      (gguf                                      ? std::string("blk.")
       : list.model().names == TensorNames::kNew ? "model.language_model.layers."
                                                 : "model.layers.") +
      std::to_string(index) + ".";
  const auto name = [&](const char* ours, const char* ggufs) {
    return prefix + (gguf ? ggufs : ours);
  };
  const int64_t hidden = config.hidden, inner = config.intermediate;
  const int64_t keys = int64_t(config.kv_heads) * config.head_dim;
  list.norm(name("input_layernorm", "attn_norm"), source + "norm1", hidden);
  list.linear(name("self_attn.q_proj", "attn_q"), source + "q", hidden, hidden, kSharp);
  list.linear(name("self_attn.k_proj", "attn_k"), source + "k", keys, hidden, kSharp);
  list.linear(name("self_attn.v_proj", "attn_v"), source + "v", keys, hidden);
  list.matrix(name("self_attn.o_proj", "attn_output"), source + "o", hidden, hidden, kLoud);
  list.norm(name("post_attention_layernorm", "ffn_norm"), source + "norm2", hidden);
  list.matrix(name("mlp.gate_proj", "ffn_gate"), source + "gate", inner, hidden);
  list.matrix(name("mlp.up_proj", "ffn_up"), source + "up", inner, hidden);
  list.matrix(name("mlp.down_proj", "ffn_down"), source + "down", hidden, inner, kLoud);
}

void add_block(List& list, int index) {
  const VisionConfig& config = list.model().vision;
  const std::string source = "block." + std::to_string(index) + ".";
  const bool gguf = list.gguf();
  const std::string prefix = (gguf                                      ? std::string("v.blk.")
                              : list.model().names == TensorNames::kNew ? "model.visual.blocks."
                                                                        : "visual.blocks.") +
                             std::to_string(index) + ".";
  const auto name = [&](const char* ours, const char* ggufs) {
    return prefix + (gguf ? ggufs : ours);
  };
  const int64_t width = config.width;
  list.layer_norm(name("norm1", "ln1"), source + "norm1", width);
  const bool other = list.model().other_gguf;
  if (gguf && !other) {
    const double gain = std::sqrt(3.0 / static_cast<double>(width));
    int64_t part = 0;
    for (const char* which : {"attn_q", "attn_k", "attn_v"}) {
      list.add(prefix + which + ".weight", {width, width}, source + "qkv.weight", 0, gain,
               part * width * width);
      list.add(prefix + which + ".bias", {width}, source + "qkv.bias", 0, 0.4, part * width);
      ++part;
    }
  } else {
    list.linear(prefix + (gguf ? "attn_qkv" : "attn.qkv"), source + "qkv", 3 * width, width);
  }
  list.linear(name("attn.proj", "attn_out"), source + "proj", width, width);
  list.layer_norm(name("norm2", "ln2"), source + "norm2", width);
  list.linear(name("mlp.fc1", other ? "ffn_down" : "ffn_up"), source + "fc1", config.mlp, width);
  list.linear(name("mlp.fc2", other ? "ffn_up" : "ffn_down"), source + "fc2", width, config.mlp);
}

// [width, channels, frames, patch, patch]; in GGUF one tensor a frame.
void add_patch_embed(List& list, const std::string& prefix) {
  const VisionConfig& config = list.model().vision;
  const int64_t area = int64_t(config.patch) * config.patch;
  const int64_t frames = config.temporal_patch;
  const double gain = std::sqrt(3.0 / static_cast<double>(config.channels * frames * area));
  const Shape whole = {config.width, config.channels, frames, config.patch, config.patch};
  if (!list.gguf()) return list.add(prefix + "patch_embed.proj.weight", whole, "patch", 0, gain);
  for (int64_t frame = 0; frame < frames; ++frame) {
    const std::string name =
        "v.patch_embd.weight" + (frame == 0 ? "" : "." + std::to_string(frame));
    list.push({name,
               {config.width, config.channels, config.patch, config.patch},
               list.model().dtype,
               [=](int64_t first, std::span<float> out) {
                 for (size_t i = 0; i < out.size(); ++i) {
                   const int64_t at = first + static_cast<int64_t>(i);
                   fill_made("patch", (at / area * frames + frame) * area + at % area,
                             {&out[i], 1});
                   out[i] = static_cast<float>(gain * double{out[i]});
                 }
               }});
  }
}

}  // namespace

std::vector<MadeTensor> made_language_tensors(const MadeModel& model) {
  const bool gguf = model.names == TensorNames::kGguf;
  const LanguageConfig& config = model.language;
  List list(model, gguf);
  const std::string prefix = gguf                               ? ""
                             : model.names == TensorNames::kNew ? "model.language_model."
                                                                : "model.";
  list.matrix(gguf ? "token_embd" : prefix + "embed_tokens", "embed", config.vocabulary,
              config.hidden, kLogitGain);
  for (int i = 0; i < config.layers; ++i) add_layer(list, i);
  list.norm(gguf ? "output_norm" : prefix + "norm", "norm", config.hidden);
  if (!config.tied_head)
    list.matrix(gguf ? "output" : "lm_head", "head", config.vocabulary, config.hidden, kLogitGain);
  return list.take();
}

std::vector<MadeTensor> made_vision_tensors(const MadeModel& model) {
  if (model.vision.depth == 0) return {};
  const bool gguf = model.names == TensorNames::kGguf;
  const std::string prefix = model.names == TensorNames::kNew ? "model.visual." : "visual.";
  const int64_t group = int64_t(model.vision.merge) * model.vision.merge * model.vision.width;
  List list(model, gguf);
  add_patch_embed(list, prefix);
  for (int i = 0; i < model.vision.depth; ++i) add_block(list, i);
  list.layer_norm(gguf ? "v.post_ln" : prefix + "merger.ln_q", "merger.norm", model.vision.width);
  list.linear(gguf ? "mm.0" : prefix + "merger.mlp.0", "merger.0", group, group);
  list.linear(gguf ? "mm.2" : prefix + "merger.mlp.2", "merger.2", model.language.hidden, group);
  return list.take();
}

}  // namespace octavo::engine
