#include "tests/engine/made_model.h"

#include <algorithm>

#include "base/check.h"

namespace octavo::engine {
namespace {

using Activation = VisionConfig::Activation;

uint64_t hash_of(std::string_view name) {  // FNV-1a
  uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001B3;
  return hash;
}

// SplitMix64 at place `index` of the stream `seed`.
uint64_t mixed(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

LanguageConfig language(int layers, int heads, int kv_heads, int head_dim, int inner,
                        int vocabulary, std::array<int, 3> sections, bool tied) {
  LanguageConfig config;
  config.hidden = heads * head_dim;
  config.layers = layers;
  config.heads = heads;
  config.kv_heads = kv_heads;
  config.head_dim = head_dim;
  config.intermediate = inner;
  config.vocabulary = vocabulary;
  config.max_positions = 4096;
  config.mrope_sections = sections;
  config.tied_head = tied;
  return config;
}

VisionConfig vision(int depth, int heads, int head_dim, int ratio, int patch, int merge,
                    int temporal = 2, Activation activation = Activation::kQuickGelu) {
  VisionConfig config;
  config.depth = depth;
  config.heads = heads;
  config.head_dim = head_dim;
  config.width = heads * head_dim;
  config.mlp = config.width * ratio;
  config.patch = patch;
  config.temporal_patch = temporal;
  config.merge = merge;
  config.activation = activation;
  return config;
}

std::vector<MadeModel> list_models() {
  std::vector<MadeModel> models;
  // Head sizes, groups and sections in the proportions of MinerU2.5, old names, flat, tied; a
  // prompt of more than two blocks of the KV cache.
  models.push_back({.name = "mineru_like",
                    .language = language(3, 7, 1, 64, 320, 320, {8, 12, 12}, true),
                    .vision = vision(3, 2, 80, 4, 14, 2),
                    .dtype = DType::kBF16,
                    .prompt = {{120, {}}, {0, {6, 8}}, {25, {}}}});
  models.push_back({.name = "new_names_two_pictures",
                    .language = language(2, 14, 2, 16, 160, 300, {2, 3, 3}, false),
                    .vision = vision(2, 4, 16, 3, 14, 2),
                    .dtype = DType::kF32,
                    .names = TensorNames::kNew,
                    .nested_config = true,
                    .prompt = {{7, {}}, {0, {4, 6}}, {3, {}}, {0, {8, 4}}, {11, {}}}});
  models.push_back({.name = "text_only",
                    .language = language(4, 3, 3, 32, 224, 301, {16, 0, 0}, false),
                    .vision = {},
                    .dtype = DType::kF16,
                    .prompt = {{200, {}}}});
  models.push_back({.name = "merge_three",
                    .language = language(2, 2, 2, 40, 96, 288, {6, 8, 6}, true),
                    .vision = vision(2, 3, 20, 2, 8, 3, 1, Activation::kGelu),
                    .dtype = DType::kBF16,
                    .nested_config = true,
                    .prompt = {{1, {}}, {0, {6, 9}}, {0, {3, 3}}, {2, {}}, {0, {9, 3}}, {9, {}}}});
  models.push_back({.name = "merge_one_shards",
                    .language = language(2, 4, 1, 128, 256, 333, {16, 24, 24}, true),
                    .vision = vision(2, 2, 32, 4, 14, 1),
                    .dtype = DType::kF16,
                    .sharded = true,
                    .prompt = {{5, {}}, {0, {5, 7}}, {6, {}}}});
  models.push_back({.name = "narrow_heads",
                    .language = language(3, 8, 2, 24, 144, 290, {4, 4, 4}, false),
                    .vision = vision(4, 5, 12, 4, 16, 2),
                    .dtype = DType::kBF16,
                    .names = TensorNames::kNew,
                    .prompt = {{0, {10, 6}}, {64, {}}}});
  models.push_back({.name = "wide_heads",
                    .language = language(2, 2, 1, 96, 128, 270, {16, 16, 16}, true),
                    .vision = vision(2, 1, 96, 2, 10, 2),
                    .dtype = DType::kF32,
                    .prompt = {{30, {}}, {0, {12, 4}}, {1, {}}}});
  // Two models once more as GGUF files: the same numbers, so the same goldens.
  for (const size_t original : {size_t{0}, models.size() - 1}) {
    MadeModel twin = models[original];
    twin.names = TensorNames::kGguf;
    twin.other_gguf = original != 0;
    twin.name += "_gguf";
    models.push_back(std::move(twin));
  }
  return models;
}

}  // namespace

const std::vector<MadeModel>& made_models() {
  static const std::vector<MadeModel> models = list_models();
  return models;
}

const MadeModel& made_model(std::string_view name) {
  const auto& models = made_models();
  const auto at = std::find_if(models.begin(), models.end(),
                               [&](const MadeModel& model) { return model.name == name; });
  OCTAVO_CHECK(at != models.end());
  return *at;
}

MadeModel full_size_model(std::string_view picture) {
  MadeModel model;
  model.name = "full_size";
  model.language = language(24, 14, 2, 64, 4864, 151936, {8, 12, 12}, true);
  model.vision = vision(32, 16, 80, 4, 14, 2);
  const ImageGrid grid = picture == "square" ? ImageGrid{74, 74} : ImageGrid{42, 74};
  model.prompt = {{15, {}}, {0, grid}, {20, {}}};
  return model;
}

void fill_made(std::string_view name, int64_t first, std::span<float> out) {
  const uint64_t seed = hash_of(name);
  for (size_t i = 0; i < out.size(); ++i) {
    const uint64_t bits = mixed(seed, static_cast<uint64_t>(first) + i) >> 40;  // 24 of them
    out[i] = static_cast<float>(static_cast<int64_t>(bits) - (1 << 23)) * 0x1p-23f;
  }
}

MadePrompt made_prompt(const MadeModel& model) {
  MadePrompt out;
  const uint64_t seed = hash_of("prompt");
  for (const MadeModel::Part& part : model.prompt) {
    for (int i = 0; i < part.text; ++i) {
      // Any token but the special ones, of which the text half is not to know.
      const auto kinds = static_cast<uint64_t>(model.language.vocabulary - (kMadeTokens - 256));
      const auto id = static_cast<TokenId>(mixed(seed, out.ids.size()) % kinds);
      out.ids.push_back(id < 256 ? id : id + (kMadeTokens - 256));
    }
    if (part.grid.height == 0) continue;
    out.ids.push_back(kMadeVisionStart);
    out.image_starts.push_back(static_cast<int64_t>(out.ids.size()));
    out.grids.push_back(part.grid);
    out.ids.insert(out.ids.end(), static_cast<size_t>(part.grid.tokens(model.vision.merge)),
                   kMadeImagePad);
    out.ids.push_back(kMadeVisionEnd);
  }
  return out;
}

Matrix<float> made_patches(const MadeModel& model, int index, ImageGrid grid) {
  const VisionConfig& vision = model.vision;
  Matrix<float> out(grid.patches(),
                    int64_t(vision.channels) * vision.temporal_patch * vision.patch * vision.patch);
  const auto count = static_cast<size_t>(out.rows() * out.cols());
  fill_made("picture " + std::to_string(index), 0, {out.data(), count});
  for (size_t i = 0; i < count; ++i) out.data()[i] *= 2;
  return out;
}

}  // namespace octavo::engine
