#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/checkpoint/test_files.h"
#include "engine/model/config.h"
#include "tests/engine/made_model.h"

namespace octavo::engine {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// Replaces one piece of a file, which must be there.
void edit(const std::string& path, const std::string& from, const std::string& to) {
  std::string text = read(path);
  const size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  std::ofstream(path) << text.replace(at, from.size(), to);
}

void expect_same(const LanguageConfig& a, const LanguageConfig& b) {
  EXPECT_EQ(a.hidden, b.hidden);
  EXPECT_EQ(a.layers, b.layers);
  EXPECT_EQ(a.heads, b.heads);
  EXPECT_EQ(a.kv_heads, b.kv_heads);
  EXPECT_EQ(a.head_dim, b.head_dim);
  EXPECT_EQ(a.intermediate, b.intermediate);
  EXPECT_EQ(a.vocabulary, b.vocabulary);
  EXPECT_EQ(a.max_positions, b.max_positions);
  EXPECT_EQ(a.rms_epsilon, b.rms_epsilon);
  EXPECT_EQ(a.rope_theta, b.rope_theta);
  EXPECT_EQ(a.mrope_sections, b.mrope_sections);
  EXPECT_EQ(a.tied_head, b.tied_head);
}

void expect_same(const VisionConfig& a, const VisionConfig& b) {
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.heads, b.heads);
  EXPECT_EQ(a.head_dim, b.head_dim);
  EXPECT_EQ(a.mlp, b.mlp);
  EXPECT_EQ(a.patch, b.patch);
  EXPECT_EQ(a.temporal_patch, b.temporal_patch);
  EXPECT_EQ(a.merge, b.merge);
  EXPECT_EQ(a.norm_epsilon, b.norm_epsilon);
  EXPECT_EQ(a.rope_theta, b.rope_theta);
  EXPECT_EQ(a.activation, b.activation);
}

TEST(ConfigDirectory, GivesWhatTheFilesSay) {
  for (const MadeModel& model : made_models()) {
    if (model.names == TensorNames::kGguf) continue;
    SCOPED_TRACE(model.name);
    const TestFolder folder;
    ASSERT_TRUE(write_made_settings(model, folder.string()));
    const auto config = read_config(folder.string());
    ASSERT_TRUE(config.ok()) << config.error().message();
    expect_same(config->language, model.language);
    expect_same(config->vision, model.vision);
    EXPECT_EQ(config->end_tokens, (std::vector<TokenId>{258, 256}));
    if (model.vision.depth == 0) {
      EXPECT_EQ(config->image_pad, -1);
      continue;
    }
    EXPECT_EQ(config->image_pad, kMadeImagePad);
    EXPECT_EQ(config->vision_start, kMadeVisionStart);
    EXPECT_EQ(config->vision_end, kMadeVisionEnd);
    const int64_t side = int64_t(model.vision.patch) * model.vision.merge;
    EXPECT_EQ(config->image.min_pixels, 4 * side * side);
    EXPECT_EQ(config->image.max_pixels, 2048 * side * side);
    EXPECT_EQ(config->image.mean[2], 0.40821073f);
    EXPECT_EQ(config->image.std[0], 0.26862954f);
  }
}

struct Edit {
  const char* file;
  const char* from;
  const char* to;
  std::vector<std::string> said;
};

const Edit kEdits[] = {
    {"config.json",
     "\"num_key_value_heads\":1,",
     "\"num_key_value_heads\":3,",
     {"config.json", "num_key_value_heads", "a divisor of the 7 attention heads", "found 3"}},
    {"config.json",
     "\"num_attention_heads\":7,",
     "\"num_attention_heads\":5,",
     {"num_attention_heads", "a divisor of the hidden size 448", "found 5"}},
    {"config.json",
     "\"hidden_size\":448,",
     "\"hidden_size\":441,",
     {"num_attention_heads", "even size", "63"}},
    {"config.json", "\"hidden_size\":448,", "", {"hidden_size", "missing"}},
    {"config.json",
     "\"hidden_size\":448,",
     "\"hidden_size\":448000000,",
     {"hidden_size", "from 1 to 65536", "found 448000000"}},
    {"config.json",
     "\"hidden_size\":448,",
     "\"hidden_size\":\"448\",",
     {"hidden_size", "whole number", "found '448'"}},
    {"config.json",
     "\"num_hidden_layers\":3,",
     "\"num_hidden_layers\":0,",
     {"num_hidden_layers", "found 0"}},
    {"config.json", "[8,12,12]", "[8,12,13]", {"mrope_section", "32", "found [8, 12, 13]"}},
    {"config.json", "[8,12,12]", "[-8,20,20]", {"mrope_section", "found [-8, 20, 20]"}},
    {"config.json", "[8,12,12]", "[8,24]", {"mrope_section", "three sizes", "found [8, 24]"}},
    {"config.json",
     "\"type\":\"mrope\"",
     "\"type\":\"yarn\"",
     {"rope_scaling.type", "found 'yarn'"}},
    {"config.json", "\"hidden_act\":\"silu\"", "\"hidden_act\":\"relu\"", {"hidden_act", "'silu'"}},
    {"config.json",
     "\"use_sliding_window\":false",
     "\"use_sliding_window\":true",
     {"use_sliding_window", "found true"}},
    {"config.json", "\"rms_norm_eps\":1e-06", "\"rms_norm_eps\":0", {"rms_norm_eps", "found 0"}},
    {"config.json",
     "\"model_type\":\"qwen2_vl\"",
     "\"model_type\":\"qwen2_5_vl\"",
     {"model_type", "'qwen2_vl'", "found 'qwen2_5_vl'"}},
    {"config.json",
     "\"num_heads\":2",
     "\"num_heads\":3",
     {"vision_config.num_heads", "a divisor of the vision width 160", "found 3"}},
    {"config.json", "\"num_heads\":2", "\"num_heads\":16", {"vision_config.num_heads", "10"}},
    {"config.json",
     "\"hidden_size\":448,\"in_channels\":3",
     "\"hidden_size\":449,\"in_channels\":3",
     {"vision_config.hidden_size", "448", "found 449"}},
    {"config.json", "\"in_channels\":3", "\"in_channels\":4", {"in_channels", "found 4"}},
    {"config.json",
     "\"image_token_id\":261",
     "\"image_token_id\":999999",
     {"image_token_id", "0 to 319", "found 999999"}},
    {"config.json",
     "\"patch_size\":14",
     "\"patch_size\":[14,16]",
     {"patch_size", "found [14, 16]"}},
    {"generation_config.json",
     "[258,256]",
     "[258,400]",
     {"generation_config.json", "eos_token_id", "found [258, 400]"}},
    {"preprocessor_config.json",
     "\"merge_size\":2",
     "\"merge_size\":3",
     {"preprocessor_config.json", "merge_size", "expected 2", "found 3"}},
    {"preprocessor_config.json", "\"min_pixels\":3136,", "", {"min_pixels", "missing"}},
    {"preprocessor_config.json",
     "\"max_pixels\":1605632",
     "\"max_pixels\":100",
     {"max_pixels", "found 100"}},
    {"preprocessor_config.json", "0.48145466,", "", {"image_mean", "three numbers"}},
    {"preprocessor_config.json", "0.26862954", "0", {"image_std", "three numbers"}},
    {"config.json", "{", "", {"config.json", "expected a JSON object"}},
    {"config.json", "}", "", {"config.json", "byte"}},
    {"config.json", "\"hidden_size\"", "\"vocab_size\":3,\"hidden_size\"", {"vocab_size", "twice"}},
};

// Every error names the file, the key, what was expected and what is there.
TEST(ConfigDirectory, ErrorsNameFileKeyExpectedAndActual) {
  for (const Edit& change : kEdits) {
    SCOPED_TRACE(std::string(change.file) + ": " + change.from + " -> " + change.to);
    const TestFolder folder;
    ASSERT_TRUE(write_made_settings(made_model("mineru_like"), folder.string()));
    edit(folder / change.file, change.from, change.to);
    const auto config = read_config(folder.string());
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(config.error().code, Code::kModelInvalid);
    for (const std::string& word : change.said)
      EXPECT_NE(config.error().message().find(word), std::string::npos)
          << word << " in " << config.error().message();
  }
}

TEST(ConfigDirectory, AFileThatIsNotThereIsNamed) {
  for (const char* name : {"config.json", "preprocessor_config.json"}) {
    const TestFolder folder;
    ASSERT_TRUE(write_made_settings(made_model("mineru_like"), folder.string()));
    std::filesystem::remove(folder / name);
    const auto config = read_config(folder.string());
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(config.error().code, Code::kFileNotFound);
    EXPECT_NE(config.error().message().find(name), std::string::npos);
  }
}

TEST(ConfigDirectory, EndTokensComeFromConfigWhenGenerationConfigHasNone) {
  const TestFolder folder;
  ASSERT_TRUE(write_made_settings(made_model("mineru_like"), folder.string()));
  folder.write("generation_config.json", "{\"do_sample\":false}");
  EXPECT_EQ(read_config(folder.string())->end_tokens, std::vector<TokenId>{258});
  std::filesystem::remove(folder / "generation_config.json");
  EXPECT_EQ(read_config(folder.string())->end_tokens, std::vector<TokenId>{258});
}

TEST(ConfigDirectory, PictureLimitsHaveSeveralHomes) {
  const TestFolder folder;
  ASSERT_TRUE(write_made_settings(made_model("mineru_like"), folder.string()));
  const std::string path = folder / "preprocessor_config.json";
  edit(path, "\"min_pixels\":3136,\"max_pixels\":1605632",
       "\"size\":{\"shortest_edge\":784,\"longest_edge\":7840}");
  EXPECT_EQ(read_config(folder.string())->image.min_pixels, 784);
  EXPECT_EQ(read_config(folder.string())->image.max_pixels, 7840);
  // The older names win, as in the reference.
  edit(path, "\"size\"", "\"max_pixels\":78400,\"size\"");
  EXPECT_EQ(read_config(folder.string())->image.min_pixels, 784);
  EXPECT_EQ(read_config(folder.string())->image.max_pixels, 78400);
  // One file for the whole processor.
  folder.write("processor_config.json", "{\"image_processor\":" + read(path) + "}");
  std::filesystem::remove(path);
  EXPECT_EQ(read_config(folder.string())->image.max_pixels, 78400);
}

// Whatever a byte becomes, and wherever a file ends: settings that hold together, or an error.
TEST(ConfigDirectory, DamageIsNeverMoreThanAnError) {
  const TestFolder folder;
  ASSERT_TRUE(write_made_settings(made_model("new_names_two_pictures"), folder.string()));
  const std::string intact = read(folder / "config.json");
  const auto try_it = [&](const std::string& text) {
    folder.write("config.json", text);
    const auto config = read_config(folder.string());
    if (!config.ok()) {
      EXPECT_EQ(config.error().code, text.empty() ? Code::kFileEmpty : Code::kModelInvalid);
      return;
    }
    const LanguageConfig& language = config->language;
    EXPECT_EQ(language.heads * language.head_dim, language.hidden);
    EXPECT_EQ(language.heads % language.kv_heads, 0);
    EXPECT_EQ(config->vision.heads * config->vision.head_dim, config->vision.width);
  };
  for (size_t i = 0; i < intact.size(); ++i) {
    std::string damaged = intact;
    damaged[i] = std::string_view("9\"}-\0\xFF", 6)[i % 6];
    try_it(damaged);
    try_it(intact.substr(0, i));
  }
}

TEST(ConfigDirectory, WhoSaysThatTheHeadIsTied) {
  const auto tied = [](const std::string& from, const std::string& to) {
    const TestFolder folder;
    EXPECT_TRUE(write_made_settings(made_model("new_names_two_pictures"), folder.string()));
    edit(folder / "config.json", from, to);
    return read_config(folder.string())->language.tied_head;
  };
  const std::string root = ",\"tie_word_embeddings\":false", nested = "\"text_config\":{";
  EXPECT_FALSE(tied(root, root));
  EXPECT_TRUE(tied(root, ""));  // the weights decide
  EXPECT_TRUE(tied(nested, nested + "\"tie_word_embeddings\":true,"));
}

}  // namespace
}  // namespace octavo::engine
