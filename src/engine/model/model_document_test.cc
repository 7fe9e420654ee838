// docs/model.md against the loader: a checkpoint with exactly the tensors of its tables is bound,
// one without any of them or with one more is not.
#include <gtest/gtest.h>
#include <test_places.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/test_files.h"
#include "engine/model/weights.h"

namespace octavo::engine {
namespace {

struct Row {
  std::string hugging_face, gguf;  // "-": that kind has none
  std::string shape;               // "3W, W"
  bool vision = false;
};

struct Tensor {
  std::string name;
  std::vector<int64_t> shape;
};
using Tensors = std::vector<Tensor>;

ModelConfig small_config() {
  ModelConfig config;
  config.language = {.hidden = 8,
                     .layers = 2,
                     .heads = 2,
                     .kv_heads = 1,
                     .head_dim = 4,
                     .intermediate = 20,
                     .vocabulary = 24,
                     .max_positions = 64,
                     .mrope_sections = {2, 0, 0}};
  config.vision = {
      .depth = 2, .width = 12, .heads = 3, .head_dim = 4, .mlp = 28, .patch = 5, .merge = 3};
  return config;
}

std::map<std::string, int64_t> letters(const ModelConfig& config) {
  const LanguageConfig& language = config.language;
  const VisionConfig& vision = config.vision;
  return {{"V", language.vocabulary},
          {"H", language.hidden},
          {"Q", language.heads * language.head_dim},
          {"K", language.kv_heads * language.head_dim},
          {"F", language.intermediate},
          {"W", vision.width},
          {"3W", 3 * vision.width},
          {"M", vision.mlp},
          {"G", vision.merge * vision.merge * vision.width},
          {"C", vision.channels},
          {"T", vision.temporal_patch},
          {"P", vision.patch}};
}

std::string plain(const std::string& cell) {
  const size_t first = cell.find_first_not_of(" `["), last = cell.find_last_not_of(" `]");
  return first == std::string::npos ? "" : cell.substr(first, last - first + 1);
}

std::vector<Row> document_rows() {
  std::ifstream file(OCTAVO_SOURCE_DIR "/docs/model.md");
  std::vector<Row> rows;
  bool language = false, vision = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) {
      language = line == "### Language model";
      vision = line == "### Vision encoder";
    }
    const bool tensor = line.starts_with("| `") || line.starts_with("| - |");
    if (!tensor || (!language && !vision)) continue;
    std::istringstream cells(line);
    std::string nothing, ours, ggufs, shape;
    std::getline(cells, nothing, '|');
    std::getline(cells, ours, '|');
    std::getline(cells, ggufs, '|');
    std::getline(cells, shape, '|');
    rows.push_back({plain(ours), plain(ggufs), plain(shape), vision});
  }
  return rows;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  if (const size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

std::vector<int64_t> shape_of(const std::string& text, const ModelConfig& config) {
  std::vector<int64_t> shape;
  std::istringstream parts(text);
  const auto sizes = letters(config);
  for (std::string part; std::getline(parts, part, ',');) {
    const auto size = sizes.find(plain(part));
    EXPECT_NE(size, sizes.end()) << part;
    if (size != sizes.end()) shape.push_back(size->second);
  }
  return shape;
}

// `name` picks the column of a row, or "-".
template <class Name>
Tensors expand(const ModelConfig& config, bool vision, const Name& name) {
  Tensors tensors;
  for (const Row& row : document_rows()) {
    const std::string pattern = name(row);
    if (row.vision != vision || pattern == "-") continue;
    const int count = pattern.find("{i}") == std::string::npos ? 1
                      : vision                                 ? config.vision.depth
                                                               : config.language.layers;
    for (int i = 0; i < count; ++i)
      tensors.push_back({replaced(pattern, "{i}", std::to_string(i)), shape_of(row.shape, config)});
  }
  return tensors;
}

int64_t elements(const Tensor& tensor) {
  int64_t count = 1;
  for (const int64_t size : tensor.shape) count *= size;
  return count;
}

// All values are zero.
std::string safetensors_of(const Tensors& tensors) {
  std::string header = "{";
  int64_t offset = 0;
  for (const Tensor& tensor : tensors) {
    std::string shape;
    for (const int64_t size : tensor.shape)
      shape += (shape.empty() ? "" : ",") + std::to_string(size);
    const int64_t end = offset + elements(tensor) * 4;
    header += (offset > 0 ? ",\"" : "\"") + tensor.name + R"(":{"dtype":"F32","shape":[)" + shape +
              "],\"data_offsets\":[" + std::to_string(offset) + "," + std::to_string(end) + "]}";
    offset = end;
  }
  header += "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return safetensors_file(header, 0) + std::string(static_cast<size_t>(offset), '\0');
}

std::string gguf_of(const Tensors& tensors) {
  constexpr uint64_t kAlignment = 32;
  constexpr uint32_t kF32 = 0;
  GgufBuilder builder;
  uint64_t offset = 0;
  for (const Tensor& tensor : tensors) {
    builder.tensor(tensor.name, {tensor.shape.rbegin(), tensor.shape.rend()}, kF32, offset);
    offset += static_cast<uint64_t>(elements(tensor)) * 4;
    offset = (offset + kAlignment - 1) / kAlignment * kAlignment;
  }
  return builder.finish(0) + std::string(offset, '\0');
}

Tensors without(const Tensors& all, size_t index) {
  Tensors rest = all;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
  return rest;
}

// "" when the files are bound. `vision` empty: all is in the first file.
std::string bind_error(const TestFolder& folder, const Tensors& language, const Tensors& vision) {
  const bool gguf = !vision.empty();
  const auto first = Checkpoint::open(folder.write(
      gguf ? "a.gguf" : "a.safetensors", gguf ? gguf_of(language) : safetensors_of(language)));
  if (!first.ok()) return first.error().message();
  if (!gguf) {
    const auto weights = ModelWeights::bind(small_config(), *first, nullptr, false);
    return weights.ok() ? "" : weights.error().message();
  }
  const auto second = Checkpoint::open(folder.write("b.gguf", gguf_of(vision)));
  if (!second.ok()) return second.error().message();
  const auto weights = ModelWeights::bind(small_config(), *first, &*second, false);
  return weights.ok() ? "" : weights.error().message();
}

void expect_missing(const std::string& error, const Tensor& tensor) {
  EXPECT_NE(error.find("'" + tensor.name + "' is missing"), std::string::npos)
      << tensor.name << ": " << error;
}

TEST(ModelDocument, HuggingFaceTensors) {
  const ModelConfig config = small_config();
  const std::vector<std::pair<std::string, std::string>> schemes = {
      {"model.", "visual."}, {"model.language_model.", "model.visual."}};
  for (const auto& [language, vision] : schemes) {
    const auto name = [&](const Row& row) {
      return row.vision ? replaced(row.hugging_face, "E.", vision)
                        : replaced(row.hugging_face, "L.", language);
    };
    Tensors all = expand(config, false, name);
    for (Tensor& tensor : expand(config, true, name)) all.push_back(std::move(tensor));
    ASSERT_EQ(all.size(), 2U + 2U * 12U + 1U + 2U * 12U + 6U);
    const TestFolder folder;
    EXPECT_EQ(bind_error(folder, all, {}), "");
    for (size_t i = 0; i < all.size(); ++i) {
      // Which scheme a file has is told by these.
      if (all[i].name.ends_with("embed_tokens.weight") ||
          all[i].name.ends_with("patch_embed.proj.weight"))
        EXPECT_NE(bind_error(folder, without(all, i), {}), "") << all[i].name;
      else
        expect_missing(bind_error(folder, without(all, i), {}), all[i]);
    }
    all.push_back({vision + "class_embedding", {config.vision.width}});
    EXPECT_NE(bind_error(folder, all, {}).find("class_embedding"), std::string::npos);
  }
}

TEST(ModelDocument, GgufTensors) {
  const ModelConfig config = small_config();
  const auto name = [](const Row& row) { return row.gguf; };
  const Tensors language = expand(config, false, name), vision = expand(config, true, name);
  ASSERT_EQ(language.size(), 2U + 2U * 12U);
  ASSERT_EQ(vision.size(), 2U + 2U * 16U + 6U);
  const TestFolder folder;
  EXPECT_EQ(bind_error(folder, language, vision), "");
  for (size_t i = 0; i < language.size(); ++i)
    expect_missing(bind_error(folder, without(language, i), vision), language[i]);
  for (size_t i = 0; i < vision.size(); ++i)
    expect_missing(bind_error(folder, language, without(vision, i)), vision[i]);
}

}  // namespace
}  // namespace octavo::engine
