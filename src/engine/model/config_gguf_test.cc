#include <gtest/gtest.h>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/test_files.h"
#include "engine/model/config.h"
#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

constexpr uint32_t kU32 = 4, kF32 = 6, kString = 8;

// The metadata of a small language model, with room for one change.
struct Metadata {
  std::string architecture = "qwen2vl";
  uint32_t hidden = 64, heads = 4, kv_heads = 2, layers = 1;
  std::vector<int32_t> sections = {2, 3, 3, 0};
  std::string rope_scaling = "none";
  bool pictures = true;

  std::string bytes() const {
    GgufBuilder file;
    const std::string a = architecture + ".";
    file.key("general.architecture", kString).string(architecture);
    file.key(a + "block_count", kU32).number(layers);
    file.key(a + "context_length", kU32).number(uint32_t(512));
    file.key(a + "embedding_length", kU32).number(hidden);
    file.key(a + "feed_forward_length", kU32).number(uint32_t(96));
    file.key(a + "attention.head_count", kU32).number(heads);
    file.key(a + "attention.head_count_kv", kU32).number(kv_heads);
    file.key(a + "attention.layer_norm_rms_epsilon", kF32).number(1e-5f);
    file.key(a + "rope.freq_base", kF32).number(5e5f);
    file.key(a + "rope.scaling.type", kString).string(rope_scaling);
    file.array(a + "rope.dimension_sections", 5, sections.size());
    for (const int32_t section : sections) file.number(section);
    file.key("tokenizer.ggml.eos_token_id", kU32).number(uint32_t(1));
    file.array("tokenizer.ggml.tokens", kString, 6);
    for (const char* token :
         {"a", "<|im_end|>", "<|endoftext|>", "<|vision_start|>", "<|vision_end|>"})
      file.string(token);
    file.string(pictures ? "<|image_pad|>" : "b");
    file.tensor("token_embd.weight", {2}, 0, 0);
    return file.finish(8);
  }
};

Result<ModelConfig> read(const TestFolder& folder, const Metadata& metadata) {
  const auto file = Checkpoint::open(folder.write("m.gguf", metadata.bytes()));
  EXPECT_TRUE(file.ok()) << file.error().message();
  return read_config(*file, nullptr);
}

TEST(ConfigGguf, GivesWhatTheMetadataSays) {
  const TestFolder folder;
  const auto config = read(folder, {});
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ(config->language.head_dim, 16);
  EXPECT_EQ(config->language.vocabulary, 6);
  EXPECT_EQ(config->language.rms_epsilon, 1e-5f);
  EXPECT_EQ(config->language.rope_theta, 5e5);
  EXPECT_EQ(config->language.mrope_sections, (std::array<int, 3>{2, 3, 3}));
  EXPECT_TRUE(config->language.tied_head);
  EXPECT_EQ(config->end_tokens, (std::vector<TokenId>{1, 2}));
  EXPECT_EQ(config->vision.depth, 0);
}

TEST(ConfigGguf, ATextModelHasOneSection) {
  const TestFolder folder;
  const auto config = read(folder, {.architecture = "qwen2"});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->language.mrope_sections, (std::array<int, 3>{8, 0, 0}));
}

TEST(ConfigGguf, ErrorsNameFileKeyExpectedAndActual) {
  const std::pair<Metadata, std::vector<std::string>> cases[] = {
      {{.architecture = "llama"}, {"m.gguf", "general.architecture", "'qwen2vl'", "'llama'"}},
      {{.kv_heads = 3}, {"qwen2vl.attention.head_count_kv", "divisor of the 4", "found 3"}},
      {{.heads = 5}, {"qwen2vl.attention.head_count", "divisor", "64", "found 5"}},
      {{.layers = 100000}, {"qwen2vl.block_count", "found 100000"}},
      {{.sections = {2, 3, 3, 1}}, {"rope.dimension_sections", "found [2, 3, 3, 1]"}},
      {{.rope_scaling = "yarn"}, {"rope.scaling.type", "'none'", "'yarn'"}},
  };
  for (const auto& [metadata, words] : cases) {
    const TestFolder folder;
    const auto config = read(folder, metadata);
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(config.error().code, Code::kModelInvalid);
    for (const std::string& word : words)
      EXPECT_NE(config.error().message().find(word), std::string::npos)
          << word << " in " << config.error().message();
  }
}

// The vision file's inner size comes from its tensors: the converter writes a wrong number.
TEST(ConfigGguf, VisionFilesOfBothKindsOfConverters) {
  for (const char* name : {"mineru_like_gguf", "wide_heads_gguf"}) {
    SCOPED_TRACE(name);
    const MadeModel& model = made_model(name);
    const TestFolder folder;
    ASSERT_TRUE(write_made_model(model, folder.string()));
    const auto language = Checkpoint::open(folder / "model.gguf");
    const auto vision = Checkpoint::open(folder / "mmproj.gguf");
    ASSERT_TRUE(language.ok() && vision.ok());
    const auto config = read_config(*language, &*vision);
    ASSERT_TRUE(config.ok()) << config.error().message();
    EXPECT_EQ(config->vision.mlp, model.vision.mlp);
    EXPECT_EQ(config->vision.width, model.vision.width);
    EXPECT_EQ(config->vision.activation, VisionConfig::Activation::kQuickGelu);
    EXPECT_EQ(config->image_pad, kMadeImagePad);
    const int64_t side = int64_t(model.vision.patch) * model.vision.merge;
    EXPECT_EQ(config->image.min_pixels, 64 * side * side);
    EXPECT_EQ(config->image.max_pixels, 2048 * side * side);
    EXPECT_EQ(config->image.std[1], 0.26130258f);
    // The other way round is an error, and so is a file of another kind.
    EXPECT_FALSE(read_config(*vision, &*language).ok());
    EXPECT_FALSE(read_config(*language, &*language).ok());
  }
}

TEST(ConfigGguf, PicturesNeedTheirTokens) {
  const TestFolder folder;
  ASSERT_TRUE(write_made_model(made_model("wide_heads_gguf"), folder.string()));
  const auto vision = Checkpoint::open(folder / "mmproj.gguf");
  const auto language = Checkpoint::open(
      folder.write("m.gguf", Metadata{.hidden = 192, .heads = 12, .pictures = false}.bytes()));
  ASSERT_TRUE(language.ok() && vision.ok());
  const auto config = read_config(*language, &*vision);
  ASSERT_FALSE(config.ok());
  EXPECT_NE(config.error().message().find("<|image_pad|>"), std::string::npos);
}

}  // namespace
}  // namespace octavo::engine
