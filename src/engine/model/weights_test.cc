#include "engine/model/weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/test_files.h"
#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

struct Bound {
  Checkpoint file;
  Result<ModelWeights> weights;
};

Bound bind_file(const ModelConfig& config, const std::string& path, bool check = false) {
  auto file = Checkpoint::open(path);
  EXPECT_TRUE(file.ok()) << file.error().message();
  Checkpoint checkpoint = std::move(file).value();
  auto weights = ModelWeights::bind(config, checkpoint, nullptr, check);
  return {std::move(checkpoint), std::move(weights)};
}

ModelConfig config_of(const MadeModel& model) {
  ModelConfig config;
  config.language = model.language;
  config.vision = model.vision;
  return config;
}

// One model on the disk, whose file can be changed in place.
class WeightsTest : public testing::Test {
 protected:
  static constexpr const char* kModel = "merge_three";

  WeightsTest() : config_(config_of(made_model(kModel))) {
    EXPECT_TRUE(write_made_model(made_model(kModel), folder_.string()));
    path_ = folder_ / "model.safetensors";
    bytes_ = read(path_);
  }

  void replace(const std::string& from, const std::string& to) {
    ASSERT_EQ(from.size(), to.size());
    const size_t at = bytes_.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    bytes_.replace(at, from.size(), to);
  }
  // Overwrites a bf16 value of a tensor.
  void set(const std::string& name, size_t index, uint16_t bits) {
    const TensorRef* tensor = nullptr;
    const auto file = Checkpoint::open(path_);
    ASSERT_TRUE(file.ok());
    tensor = file->find(name);
    ASSERT_NE(tensor, nullptr) << name;
    const std::string_view data(reinterpret_cast<const char*>(tensor->data), 32);
    const size_t at = bytes_.find(data);
    ASSERT_NE(at, std::string::npos);
    std::memcpy(bytes_.data() + at + index * 2, &bits, 2);
  }
  std::string error(bool check = false) {
    const std::string changed = folder_.write("changed.safetensors", bytes_);
    const Bound bound = bind_file(config_, changed, check);
    return bound.weights.ok() ? "" : bound.weights.error().message();
  }

  TestFolder folder_;
  ModelConfig config_;
  std::string path_, bytes_;
};

constexpr uint16_t kNan = 0x7FC0, kInfinity = 0xFF80;

TEST_F(WeightsTest, GivesViewsIntoTheFile) {
  const Bound bound = bind_file(config_, path_, true);
  ASSERT_TRUE(bound.weights.ok()) << bound.weights.error().message();
  const ModelWeights& weights = *bound.weights;
  EXPECT_EQ(weights.language.embedding.data, bound.file.find("model.embed_tokens.weight")->data);
  EXPECT_EQ(weights.language.head.data, weights.language.embedding.data);  // tied
  const auto& layer = weights.language.layers[1];
  EXPECT_EQ(layer.down.data, bound.file.find("model.layers.1.mlp.down_proj.weight")->data);
  EXPECT_EQ(layer.down.cols, 80);
  EXPECT_EQ(layer.down.depth, 96);
  EXPECT_EQ(layer.down.stride, 192);
  EXPECT_EQ(layer.down.bias, nullptr);
  // Attention in one piece: q, then k, then v, 60 rows of 60 bf16 each.
  const auto& block = weights.vision.blocks[0];
  EXPECT_EQ(block.k.data - block.q.data, 60 * 120);
  EXPECT_EQ(block.v.data - block.k.data, 60 * 120);
  EXPECT_EQ(block.k.bias - block.q.bias, 60);
  EXPECT_EQ(block.v.cols, 60);
  // Vectors are widened: the first norm is 1 + 0.3 u, rounded to bf16.
  float expected = 0;
  fill_made("layer.0.norm1.weight", 0, {&expected, 1});
  EXPECT_NEAR(weights.language.layers[0].input_norm[0], 1 + 0.3f * expected, 0.005);
}

TEST_F(WeightsTest, AHeadOfItsOwnIsUsed) {
  const MadeModel& model = made_model("text_only");
  const TestFolder folder;
  ASSERT_TRUE(write_made_model(model, folder / "text"));
  ModelConfig config = config_of(model);
  for (const bool tied : {false, true}) {
    config.language.tied_head = tied;
    const Bound bound = bind_file(config, folder / "text");
    ASSERT_TRUE(bound.weights.ok());
    EXPECT_EQ(bound.weights->language.head.data, bound.file.find("lm_head.weight")->data);
  }
}

TEST_F(WeightsTest, AMissingHeadIsAnErrorWhenNotTied) {
  config_.language.tied_head = false;
  EXPECT_NE(error().find("tensor 'lm_head.weight' is missing, expected [288, 80]"),
            std::string::npos)
      << error();
}

TEST_F(WeightsTest, OneErrorTellsAll) {
  replace("model.layers.0.self_attn.q_proj.bias", "model.xayers.0.self_attn.q_proj.bias");
  replace("model.norm.weight", "model.nurm.weight");
  config_.vision.mlp = 121;
  const std::string message = error();
  for (const char* part :
       {"changed.safetensors", "'model.layers.0.self_attn.q_proj.bias' is missing, expected [80]",
        "'model.norm.weight' is missing, expected [80]",
        "'visual.blocks.1.mlp.fc1.weight' has the shape [120, 60], expected [121, 60]",
        "'visual.blocks.1.mlp.fc1.bias' has the shape [120], expected [121]"})
    EXPECT_NE(message.find(part), std::string::npos) << part << " in " << message;
}

TEST_F(WeightsTest, ALongListOfProblemsIsCut) {
  config_.language.hidden = 90;
  const std::string message = error();
  EXPECT_NE(message.find("; and "), std::string::npos);
  EXPECT_LT(message.size(), 3000u);
}

TEST_F(WeightsTest, NamesThatNobodyExpectsChangeTheModel) {
  replace("model.layers.1.mlp.up_proj.weight", "model.layers.1.mlp.up_proj.wejght");
  EXPECT_NE(error().find("'model.layers.1.mlp.up_proj.wejght' is not expected"), std::string::npos);
  config_.language.layers = 1;
  EXPECT_NE(error().find("'model.layers.1.input_layernorm.weight' is not expected"),
            std::string::npos);
}

TEST_F(WeightsTest, TablesOfOldFilesAreNoProblem) {
  // A vector that nobody needs, under the name of a table.
  config_.vision.depth = 0;
  replace("visual.merger.ln_q.weight", "model.layers.0.x.inv_freq");
  EXPECT_EQ(error(), "");
}

TEST_F(WeightsTest, ElementTypesThatCannotBe) {
  replace("\"model.norm.weight\":{\"dtype\":\"BF16\"", "\"model.norm.weight\":{\"dtype\":\"I16\" ");
  EXPECT_NE(error().find("'model.norm.weight' has the element type I16"), std::string::npos)
      << error();
}

TEST_F(WeightsTest, VectorsMustBeFinite) {
  set("model.norm.weight", 3, kNan);
  set("visual.blocks.1.mlp.fc1.bias", 5, kInfinity);
  const std::string message = error();
  EXPECT_NE(message.find("'model.norm.weight' has a value that is no finite number, at index 3"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("'visual.blocks.1.mlp.fc1.bias'"), std::string::npos);
}

TEST_F(WeightsTest, MatricesMustBeFiniteWhenLookedAt) {
  set("model.layers.1.mlp.gate_proj.weight", 7, kInfinity);
  EXPECT_EQ(error(false), "");
  EXPECT_NE(error(true).find("'model.layers.1.mlp.gate_proj.weight' has a value that is no finite "
                             "number, at index 7"),
            std::string::npos);
}

}  // namespace
}  // namespace octavo::engine
