// read_config of a Hugging Face directory. Sources: transformers Qwen2VLConfig, Qwen2Config,
// Qwen2VLImageProcessor (which keys there are, and what holds when one is not there).
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "engine/checkpoint/model_file.h"
#include "engine/model/config.h"
#include "engine/model/config_checks.h"
#include "engine/model/config_json_text.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {
namespace {

constexpr double kSmallestStd = 1e-3;
constexpr int kRgb = 3;
constexpr int kBicubic = 3;  // PIL.Image.Resampling.BICUBIC

// New files nest the language model's keys; a root that has them as well may be stale.
KeyNames text(const std::string& key) { return {"text_config." + key, key}; }
KeyNames vision(const std::string& key) { return {"vision_config." + key}; }
// Rotary settings have had three homes.
KeyNames rope(const std::string& key) {
  return {"text_config.rope_parameters." + key, "text_config.rope_scaling." + key,
          "rope_parameters." + key, "rope_scaling." + key};
}

Status check_supported(const ConfigKeys& keys) {
  const std::string activation = OCTAVO_TRY(keys.text(text("hidden_act"), "silu"));
  if (activation != "silu") return keys.wrong(text("hidden_act"), "'silu'");
  if (OCTAVO_TRY(keys.flag(text("use_sliding_window"), false)))
    return keys.wrong(text("use_sliding_window"), "false: sliding windows are not supported");
  KeyNames rope_type = rope("rope_type");
  for (std::string& name : rope("type")) rope_type.push_back(std::move(name));
  const std::string type = OCTAVO_TRY(keys.text(rope_type, "default"));
  if (type != "default" && type != "mrope") return keys.wrong(rope_type, "'default' or 'mrope'");
  return success();
}

Result<LanguageConfig> read_language(const ConfigKeys& keys, bool multimodal) {
  OCTAVO_TRY_STATUS(check_supported(keys));
  LanguageConfig config;
  config.hidden = OCTAVO_TRY(keys.integer(text("hidden_size"), 1, kMaxWidth));
  config.layers = OCTAVO_TRY(keys.integer(text("num_hidden_layers"), 1, kMaxLayers));
  config.heads = OCTAVO_TRY(keys.integer(text("num_attention_heads"), 1, kMaxHeads));
  config.kv_heads = OCTAVO_TRY(keys.integer(text("num_key_value_heads"), 1, kMaxHeads));
  config.intermediate = OCTAVO_TRY(keys.integer(text("intermediate_size"), 1, kMaxInner));
  config.vocabulary = OCTAVO_TRY(keys.integer(text("vocab_size"), 1, kMaxVocabulary));
  config.max_positions =
      OCTAVO_TRY(keys.integer(text("max_position_embeddings"), 1, kMaxPositions));
  config.rms_epsilon = static_cast<float>(
      OCTAVO_TRY(keys.number(text("rms_norm_eps"), kSmallestEpsilon, kLargestEpsilon)));
  KeyNames theta = rope("rope_theta");
  for (std::string& name : text("rope_theta")) theta.push_back(std::move(name));
  config.rope_theta = OCTAVO_TRY(keys.number(theta, 1, kLargestTheta));
  OCTAVO_TRY_STATUS(set_head_dim(keys, text("num_attention_heads"), config));
  if (keys.has(text("head_dim")) &&
      OCTAVO_TRY(keys.integer(text("head_dim"), 1, kMaxWidth)) != config.head_dim)
    return keys.wrong(text("head_dim"),
                      "hidden size / attention heads, " + std::to_string(config.head_dim));
  OCTAVO_TRY_STATUS(check_kv_heads(keys, text("num_key_value_heads"), config));
  config.mrope_sections = {config.head_dim / 2, 0, 0};
  if (multimodal) OCTAVO_TRY_STATUS(set_mrope_sections(keys, rope("mrope_section"), config));
  // Either may say it; when neither does, the weights decide (a head that is there is used).
  const bool root = OCTAVO_TRY(keys.flag({"tie_word_embeddings"}, false));
  const bool nested = OCTAVO_TRY(keys.flag({"text_config.tie_word_embeddings"}, false));
  config.tied_head = root || nested || !keys.has(text("tie_word_embeddings"));
  return config;
}

// A number, or a list of equal ones (height and width).
Result<int> square(const ConfigKeys& keys, const KeyNames& names, int64_t high, int otherwise) {
  const std::vector<int64_t> sides = OCTAVO_TRY(keys.integers(names));
  if (sides.empty()) return otherwise;
  for (const int64_t side : sides)
    if (side < 1 || side > high || side != sides.front())
      return keys.wrong(names, "one whole number from 1 to " + std::to_string(high));
  return static_cast<int>(sides.front());
}

Result<VisionConfig> read_vision(const ConfigKeys& keys, const LanguageConfig& language) {
  VisionConfig config;
  config.depth = OCTAVO_TRY(keys.integer(vision("depth"), 1, kMaxLayers));
  config.width = OCTAVO_TRY(keys.integer(vision("embed_dim"), 1, kMaxWidth));
  config.heads = OCTAVO_TRY(keys.integer(vision("num_heads"), 1, kMaxHeads));
  OCTAVO_TRY_STATUS(set_vision_head_dim(keys, vision("num_heads"), config));
  const double ratio = OCTAVO_TRY(keys.number(vision("mlp_ratio"), 0, kMaxWidth, 4));
  const double mlp = config.width * ratio;
  if (mlp < 1 || mlp > static_cast<double>(kMaxInner))
    return keys.wrong(vision("mlp_ratio"), "an inner size from 1 to " + std::to_string(kMaxInner));
  config.mlp = static_cast<int>(mlp);
  const KeyNames channels = {"vision_config.in_channels", "vision_config.in_chans"};
  config.channels = OCTAVO_TRY(keys.integer(channels, kRgb, kRgb, kRgb));
  config.patch = OCTAVO_TRY(square(keys, vision("patch_size"), kMaxPatch, config.patch));
  config.temporal_patch =
      OCTAVO_TRY(square(keys, vision("temporal_patch_size"), kMaxTemporal, config.temporal_patch));
  config.merge = OCTAVO_TRY(keys.integer(vision("spatial_merge_size"), 1, kMaxMerge, config.merge));
  const int out = OCTAVO_TRY(keys.integer(vision("hidden_size"), 1, kMaxWidth));
  if (out != language.hidden)
    return keys.wrong(vision("hidden_size"),
                      "the language model's hidden size, " + std::to_string(language.hidden));
  config.rope_theta = OCTAVO_TRY(
      keys.number(vision("rope_parameters.rope_theta"), 1, kLargestTheta, config.rope_theta));
  // Prepacked files alone say it: in others it is always the same.
  config.norm_epsilon = static_cast<float>(OCTAVO_TRY(keys.number(
      vision("norm_epsilon"), kSmallestEpsilon, kLargestEpsilon, double{config.norm_epsilon})));
  const std::string activation = OCTAVO_TRY(keys.text(vision("hidden_act"), "quick_gelu"));
  if (activation == "gelu")
    config.activation = VisionConfig::Activation::kGelu;
  else if (activation != "quick_gelu")
    return keys.wrong(vision("hidden_act"), "'quick_gelu' or 'gelu'");
  return config;
}

// What the picture processor is told a second time must be the same.
Status check_same(const ConfigKeys& keys, const KeyNames& names, int expected) {
  if (!keys.has(names) || OCTAVO_TRY(keys.integer(names, 1, kMaxWidth)) == expected)
    return success();
  return keys.wrong(names, std::to_string(expected) + " as in config.json");
}

Result<ImageConfig> read_image(const ConfigKeys& keys, const std::string& prefix,
                               const VisionConfig& vision) {
  const auto at = [&](const std::string& key) { return KeyNames{prefix + key}; };
  OCTAVO_TRY_STATUS(check_same(keys, at("patch_size"), vision.patch));
  OCTAVO_TRY_STATUS(check_same(keys, at("temporal_patch_size"), vision.temporal_patch));
  OCTAVO_TRY_STATUS(check_same(keys, at("merge_size"), vision.merge));
  OCTAVO_TRY_STATUS(check_same(keys, at("resample"), kBicubic));
  for (const char* step : {"do_resize", "do_rescale", "do_normalize"})
    if (!OCTAVO_TRY(keys.flag(at(step), true)))
      return keys.wrong(at(step), "true: pictures are always prepared in full");
  const double factor = OCTAVO_TRY(keys.number(at("rescale_factor"), 0, 1, 1.0 / 255));
  if (factor < 0.99 / 255 || factor > 1.01 / 255) return keys.wrong(at("rescale_factor"), "1/255");
  ImageConfig config;
  // The older names win where both are there, as they do in the reference.
  const KeyNames low = {prefix + "min_pixels", prefix + "size.shortest_edge",
                        prefix + "size.min_pixels"};
  const KeyNames high = {prefix + "max_pixels", prefix + "size.longest_edge",
                         prefix + "size.max_pixels"};
  config.min_pixels = OCTAVO_TRY(keys.integer(low, 1, kMaxPixels));
  config.max_pixels = OCTAVO_TRY(keys.integer(high, config.min_pixels, kMaxPixels));
  config.mean = OCTAVO_TRY(mean_or_std(keys, at("image_mean"), -1));
  config.std = OCTAVO_TRY(mean_or_std(keys, at("image_std"), kSmallestStd));
  return config;
}

// transformers 5 writes one file for the whole processor.
Result<ImageConfig> read_image_files(const std::filesystem::path& root,
                                     const VisionConfig& vision) {
  const std::string own = (root / "preprocessor_config.json").string();
  const std::string shared = (root / "processor_config.json").string();
  std::error_code failure;
  const bool use_shared =
      !std::filesystem::exists(own, failure) && std::filesystem::exists(shared, failure);
  const std::string& path = use_shared ? shared : own;
  const Metadata values = OCTAVO_TRY(read_json_settings(path));
  return read_image(ConfigKeys(path, values), use_shared ? "image_processor." : "", vision);
}

Result<std::vector<TokenId>> token_ids(const ConfigKeys& keys, const KeyNames& names,
                                       int vocabulary) {
  std::vector<TokenId> ids;
  for (const int64_t id : OCTAVO_TRY(keys.integers(names))) {
    if (id < 0 || id >= vocabulary)
      return keys.wrong(names, "token ids from 0 to " + std::to_string(vocabulary - 1));
    ids.push_back(static_cast<TokenId>(id));
  }
  return ids;
}

// generation_config.json says what ends an answer; without it, config.json does.
Result<std::vector<TokenId>> read_end_tokens(const std::filesystem::path& root,
                                             const ConfigKeys& config, int vocabulary) {
  const std::string path = (root / "generation_config.json").string();
  std::error_code failure;
  if (std::filesystem::exists(path, failure)) {
    const Metadata values = OCTAVO_TRY(read_json_settings(path));
    const ConfigKeys keys(path, values);
    if (keys.has({"eos_token_id"})) return token_ids(keys, {"eos_token_id"}, vocabulary);
  }
  return token_ids(config, text("eos_token_id"), vocabulary);
}

// `ends` and `image` read what is in files of its own.
template <class Ends, class Image>
Result<ModelConfig> read_root(const ConfigKeys& keys, const Ends& ends, const Image& image) {
  const std::string type = OCTAVO_TRY(keys.text({"model_type"}));
  if (type != "qwen2_vl" && type != "qwen2")
    return keys.wrong({"model_type"}, "'qwen2_vl' or 'qwen2'");
  const bool multimodal = type == "qwen2_vl";
  ModelConfig config;
  config.language = OCTAVO_TRY(read_language(keys, multimodal));
  const int vocabulary = config.language.vocabulary;
  config.end_tokens = OCTAVO_TRY(ends(vocabulary));
  if (!multimodal) return config;
  config.vision = OCTAVO_TRY(read_vision(keys, config.language));
  config.image = OCTAVO_TRY(image(config.vision));
  config.image_pad = OCTAVO_TRY(keys.integer({"image_token_id"}, 0, vocabulary - 1));
  config.vision_start = OCTAVO_TRY(keys.integer({"vision_start_token_id"}, 0, vocabulary - 1));
  config.vision_end = OCTAVO_TRY(keys.integer({"vision_end_token_id"}, 0, vocabulary - 1));
  return config;
}

}  // namespace

Result<ModelConfig> read_config(const std::string& directory) {
  const std::filesystem::path root(directory);
  const std::string path = (root / "config.json").string();
  const Metadata values = OCTAVO_TRY(read_json_settings(path));
  const ConfigKeys keys(path, values);
  return read_root(
      keys, [&](int vocabulary) { return read_end_tokens(root, keys, vocabulary); },
      [&](const VisionConfig& vision) { return read_image_files(root, vision); });
}

Result<ModelConfig> read_config(const ConfigKeys& keys) {
  return read_root(
      keys, [&](int vocabulary) { return token_ids(keys, text("eos_token_id"), vocabulary); },
      [&](const VisionConfig& vision) { return read_image(keys, "image_processor.", vision); });
}

}  // namespace octavo::engine
