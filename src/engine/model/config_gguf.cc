// read_config of GGUF files. Sources: llama.cpp's converter (conversion/qwenvl.py and base.py
// there) and clip.cpp: which keys they write and read, and what holds without one.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "engine/checkpoint/model_file.h"
#include "engine/model/config.h"
#include "engine/model/config_checks.h"
#include "engine/model/config_keys.h"

namespace octavo::engine {
namespace {

constexpr double kSmallestStd = 1e-3;
// The files don't say between which sizes pictures are taken: MinerU2.5's own limits, in merged
// tokens (its preprocessor_config.json: 50,176 and 1,605,632 pixels at 28 x 28 a token).
constexpr int64_t kMinTokens = 64, kMaxTokens = 2048;

Result<std::string> read_architecture(const ConfigKeys& keys) {
  const std::string name = OCTAVO_TRY(keys.text({"general.architecture"}));
  if (name != "qwen2" && name != "qwen2vl")
    return keys.wrong({"general.architecture"}, "'qwen2' or 'qwen2vl'");
  return name;
}

Result<const std::vector<std::string>*> token_list(const Checkpoint& file) {
  const auto at = file.metadata().find("tokenizer.ggml.tokens");
  const auto* array =
      at == file.metadata().end() ? nullptr : std::get_if<MetadataArray>(&at->second);
  const auto* list = array == nullptr ? nullptr : std::get_if<std::vector<std::string>>(array);
  if (list == nullptr)
    return ConfigKeys(file.path(), file.metadata())
        .wrong({"tokenizer.ggml.tokens"}, "a list of strings");
  return list;
}

TokenId find_token(const std::vector<std::string>& tokens, std::string_view text) {
  const auto at = std::find(tokens.begin(), tokens.end(), text);
  return at == tokens.end() ? -1 : static_cast<TokenId>(at - tokens.begin());
}

Result<LanguageConfig> read_language(const Checkpoint& file, const ConfigKeys& keys,
                                     const std::string& architecture) {
  const auto at = [&](const std::string& key) { return KeyNames{architecture + "." + key}; };
  LanguageConfig config;
  config.hidden = OCTAVO_TRY(keys.integer(at("embedding_length"), 1, kMaxWidth));
  config.layers = OCTAVO_TRY(keys.integer(at("block_count"), 1, kMaxLayers));
  config.heads = OCTAVO_TRY(keys.integer(at("attention.head_count"), 1, kMaxHeads));
  config.kv_heads =
      OCTAVO_TRY(keys.integer(at("attention.head_count_kv"), 1, kMaxHeads, config.heads));
  config.intermediate = OCTAVO_TRY(keys.integer(at("feed_forward_length"), 1, kMaxInner));
  config.max_positions = OCTAVO_TRY(keys.integer(at("context_length"), 1, kMaxPositions));
  config.rms_epsilon = static_cast<float>(OCTAVO_TRY(
      keys.number(at("attention.layer_norm_rms_epsilon"), kSmallestEpsilon, kLargestEpsilon)));
  config.rope_theta = OCTAVO_TRY(keys.number(at("rope.freq_base"), 1, kLargestTheta, 10000));
  OCTAVO_TRY_STATUS(set_head_dim(keys, at("attention.head_count"), config));
  OCTAVO_TRY_STATUS(check_kv_heads(keys, at("attention.head_count_kv"), config));
  for (const char* length : {"attention.key_length", "attention.value_length"})
    if (OCTAVO_TRY(keys.integer(at(length), 1, kMaxWidth, config.head_dim)) != config.head_dim)
      return keys.wrong(at(length), std::to_string(config.head_dim));
  if (OCTAVO_TRY(keys.text(at("rope.scaling.type"), "none")) != "none")
    return keys.wrong(at("rope.scaling.type"), "'none'");
  config.mrope_sections = {config.head_dim / 2, 0, 0};
  if (architecture == "qwen2vl")
    OCTAVO_TRY_STATUS(set_mrope_sections(keys, at("rope.dimension_sections"), config));
  const auto* tokens = OCTAVO_TRY(token_list(file));
  if (tokens->empty() || static_cast<int64_t>(tokens->size()) > kMaxVocabulary)
    return broken_model(file.path(), "tokenizer.ggml.tokens: expected 1 to " +
                                         std::to_string(kMaxVocabulary) + " tokens, found " +
                                         std::to_string(tokens->size()));
  config.vocabulary = static_cast<int>(tokens->size());
  config.tied_head = file.find("output.weight") == nullptr;
  return config;
}

// What ends an answer: the ids that the file names, and as in llama.cpp the known ends by name.
Result<std::vector<TokenId>> read_end_tokens(const ConfigKeys& keys,
                                             const std::vector<std::string>& tokens) {
  std::vector<TokenId> ends;
  const auto add = [&](TokenId id) {
    if (id >= 0 && std::find(ends.begin(), ends.end(), id) == ends.end()) ends.push_back(id);
  };
  for (const char* key : {"tokenizer.ggml.eos_token_id", "tokenizer.ggml.eot_token_id"})
    add(OCTAVO_TRY(keys.integer({key}, 0, static_cast<int64_t>(tokens.size()) - 1, -1)));
  for (const char* name : {"<|im_end|>", "<|endoftext|>"}) add(find_token(tokens, name));
  return ends;
}

// The converter writes a wrong vision.feed_forward_length for this family; the tensor is right. Old
// converters swapped ffn_up and ffn_down, and either has the inner size as its other side.
Result<int> inner_size(const Checkpoint& file, const VisionConfig& config) {
  const TensorRef& up = *OCTAVO_TRY(file.need("v.blk.0.ffn_up.weight"));
  const int64_t inner = up.rank != 2                  ? 0
                        : up.shape[1] == config.width ? up.shape[0]
                        : up.shape[0] == config.width ? up.shape[1]
                                                      : 0;
  if (inner < 1 || inner > kMaxInner)
    return broken_model(file.path(), "tensor 'v.blk.0.ffn_up.weight': expected shape [inner, " +
                                         std::to_string(config.width) + "], found " +
                                         up.shape_text());
  return static_cast<int>(inner);
}

Result<VisionConfig> read_vision(const Checkpoint& file, const ConfigKeys& keys, int hidden) {
  const auto at = [](const std::string& key) { return KeyNames{"clip.vision." + key}; };
  const KeyNames projector = {"clip.projector_type", "clip.vision.projector_type"};
  if (OCTAVO_TRY(keys.text(projector)) != "qwen2vl_merger")
    return keys.wrong(projector, "'qwen2vl_merger'");
  VisionConfig config;
  config.depth = OCTAVO_TRY(keys.integer(at("block_count"), 1, kMaxLayers));
  config.width = OCTAVO_TRY(keys.integer(at("embedding_length"), 1, kMaxWidth));
  config.heads = OCTAVO_TRY(keys.integer(at("attention.head_count"), 1, kMaxHeads));
  OCTAVO_TRY_STATUS(set_vision_head_dim(keys, at("attention.head_count"), config));
  config.patch = OCTAVO_TRY(keys.integer(at("patch_size"), 1, kMaxPatch));
  config.merge = OCTAVO_TRY(keys.integer(at("spatial_merge_size"), 1, kMaxMerge, config.merge));
  config.norm_epsilon = static_cast<float>(OCTAVO_TRY(
      keys.number(at("attention.layer_norm_epsilon"), kSmallestEpsilon, kLargestEpsilon)));
  if (OCTAVO_TRY(keys.integer(at("projection_dim"), 1, kMaxWidth, hidden)) != hidden)
    return keys.wrong(at("projection_dim"),
                      "the language model's hidden size, " + std::to_string(hidden));
  if (OCTAVO_TRY(keys.flag({"clip.use_silu"}, false)))
    return keys.wrong({"clip.use_silu"}, "false: this family has GELU");
  if (OCTAVO_TRY(keys.flag({"clip.use_gelu"}, false)))
    config.activation = VisionConfig::Activation::kGelu;
  config.mlp = OCTAVO_TRY(inner_size(file, config));
  return config;
}

Result<ImageConfig> read_image(const ConfigKeys& keys, const VisionConfig& vision) {
  ImageConfig image;
  const int64_t side = int64_t(vision.patch) * vision.merge;
  image.min_pixels = kMinTokens * side * side;
  image.max_pixels = kMaxTokens * side * side;
  const KeyNames low = {"clip.vision.image_min_pixels"}, high = {"clip.vision.image_max_pixels"};
  if (keys.has(low)) image.min_pixels = OCTAVO_TRY(keys.integer(low, 1, kMaxPixels));
  if (keys.has(high)) image.max_pixels = OCTAVO_TRY(keys.integer(high, 1, kMaxPixels));
  if (image.min_pixels > image.max_pixels)
    return keys.wrong(keys.has(high) ? high : low, "limits in ascending order, " +
                                                       std::to_string(image.min_pixels) + " to " +
                                                       std::to_string(image.max_pixels));
  image.mean = OCTAVO_TRY(mean_or_std(keys, {"clip.vision.image_mean"}, -1));
  image.std = OCTAVO_TRY(mean_or_std(keys, {"clip.vision.image_std"}, kSmallestStd));
  return image;
}

}  // namespace

Result<ModelConfig> read_config(const Checkpoint& language, const Checkpoint* vision) {
  const ConfigKeys keys(language.path(), language.metadata());
  const std::string architecture = OCTAVO_TRY(read_architecture(keys));
  ModelConfig config;
  config.language = OCTAVO_TRY(read_language(language, keys, architecture));
  const std::vector<std::string>& tokens = *OCTAVO_TRY(token_list(language));
  config.end_tokens = OCTAVO_TRY(read_end_tokens(keys, tokens));
  if (vision == nullptr) return config;
  if (architecture != "qwen2vl")
    return keys.wrong({"general.architecture"}, "'qwen2vl', as there is a vision file");
  const ConfigKeys vision_keys(vision->path(), vision->metadata());
  if (OCTAVO_TRY(vision_keys.text({"general.architecture"})) != "clip")
    return vision_keys.wrong({"general.architecture"}, "'clip'");
  config.vision = OCTAVO_TRY(read_vision(*vision, vision_keys, config.language.hidden));
  config.image = OCTAVO_TRY(read_image(vision_keys, config.vision));
  config.image_pad = find_token(tokens, "<|image_pad|>");
  config.vision_start = find_token(tokens, "<|vision_start|>");
  config.vision_end = find_token(tokens, "<|vision_end|>");
  if (config.image_pad < 0 || config.vision_start < 0 || config.vision_end < 0)
    return broken_model(language.path(),
                        "tokenizer.ggml.tokens: expected '<|image_pad|>', '<|vision_start|>' and "
                        "'<|vision_end|>' among them");
  return config;
}

}  // namespace octavo::engine
