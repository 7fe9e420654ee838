#include "engine/model/config_json_text.h"

#include <cstdio>

#include "base/json_text.h"

namespace octavo::engine {
namespace {

// Members of one object, in the order they are added.
class Members {
 public:
  void raw(std::string_view key, const std::string& value) {
    if (!text_.empty()) text_ += ",";
    append_json_string(text_, key);
    text_ += ":" + value;
  }
  void number(std::string_view key, int64_t value) { raw(key, std::to_string(value)); }
  // With all digits that a double has.
  void real(std::string_view key, double value) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    raw(key, digits);
  }
  void text(std::string_view key, std::string_view value) {
    std::string quoted;
    append_json_string(quoted, value);
    raw(key, quoted);
  }
  template <class List>
  void list(std::string_view key, const List& values) {
    std::string all;
    for (const auto value : values) {
      if (!all.empty()) all += ",";
      if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>)
        append_json_number(all, value);
      else
        all += std::to_string(value);
    }
    raw(key, "[" + all + "]");
  }
  const std::string& get() const { return text_; }

 private:
  std::string text_;
};

void add_language(const LanguageConfig& config, Members& out) {
  out.number("hidden_size", config.hidden);
  out.number("num_hidden_layers", config.layers);
  out.number("num_attention_heads", config.heads);
  out.number("num_key_value_heads", config.kv_heads);
  out.number("intermediate_size", config.intermediate);
  out.number("vocab_size", config.vocabulary);
  out.number("max_position_embeddings", config.max_positions);
  out.real("rms_norm_eps", double{config.rms_epsilon});
  out.real("rope_theta", config.rope_theta);
  out.raw("tie_word_embeddings", config.tied_head ? "true" : "false");
}

std::string vision_object(const VisionConfig& config, int hidden) {
  Members out;
  out.number("depth", config.depth);
  out.number("embed_dim", config.width);
  out.number("num_heads", config.heads);
  // Readers round the product down: half a unit more keeps it whole.
  out.real("mlp_ratio", (config.mlp + 0.5) / config.width);
  out.number("in_channels", config.channels);
  out.number("patch_size", config.patch);
  out.number("temporal_patch_size", config.temporal_patch);
  out.number("spatial_merge_size", config.merge);
  out.number("hidden_size", hidden);
  out.real("norm_epsilon", double{config.norm_epsilon});
  Members rope;
  rope.real("rope_theta", config.rope_theta);
  out.raw("rope_parameters", "{" + rope.get() + "}");
  const bool quick = config.activation == VisionConfig::Activation::kQuickGelu;
  out.text("hidden_act", quick ? "quick_gelu" : "gelu");
  return "{" + out.get() + "}";
}

std::string image_object(const ImageConfig& config) {
  Members out;
  out.number("min_pixels", config.min_pixels);
  out.number("max_pixels", config.max_pixels);
  out.list("image_mean", config.mean);
  out.list("image_std", config.std);
  return "{" + out.get() + "}";
}

}  // namespace

std::string config_members(const ModelConfig& config) {
  Members out;
  const bool multimodal = config.vision.depth > 0;
  out.text("model_type", multimodal ? "qwen2_vl" : "qwen2");
  add_language(config.language, out);
  out.list("eos_token_id", config.end_tokens);
  if (!multimodal) return out.get();
  Members rope;
  rope.list("mrope_section", config.language.mrope_sections);
  out.raw("rope_scaling", "{" + rope.get() + "}");
  out.raw("vision_config", vision_object(config.vision, config.language.hidden));
  out.raw("image_processor", image_object(config.image));
  out.number("image_token_id", config.image_pad);
  out.number("vision_start_token_id", config.vision_start);
  out.number("vision_end_token_id", config.vision_end);
  return out.get();
}

}  // namespace octavo::engine
