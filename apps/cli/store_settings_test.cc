#include "store_settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "pull_view.h"

namespace octavo::cli {
namespace {

Environment table(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string() : found->second;
  };
}

TEST(StoreSettingsTest, Folders) {
  EXPECT_EQ(find_model_store(table({{"OCTAVO_HOME", "/h"}})).directory, "/h/models");
  EXPECT_EQ(find_model_store(table({{"OCTAVO_HOME", "/h"}, {"OCTAVO_MODELS_DIR", "/m"}})).directory,
            "/m");
  const std::string cache = testing::TempDir() + "octavo_store_settings";
  EXPECT_EQ(find_model_store(table({{"OCTAVO_CACHE_DIR", cache}})).directory, cache + "/models");
  std::filesystem::remove_all(cache);

  const ModelStore usual = find_model_store(table({{"OCTAVO_MODELS_DIR", "/m"}, {"HOME", "/u"}}));
  EXPECT_EQ(usual.hugging_face_cache, "/u/.cache/huggingface/hub");
  EXPECT_EQ(usual.modelscope_cache, "/u/.cache/modelscope/hub");
  EXPECT_EQ(usual.mineru_config, "/u/mineru.json");
  EXPECT_EQ(usual.mineru_models, "/u/.mineru/models");
  EXPECT_EQ(usual.manifest, "");

  const ModelStore moved = find_model_store(table({{"OCTAVO_MODELS_DIR", "/m"},
                                                   {"HOME", "/u"},
                                                   {"XDG_CACHE_HOME", "/x"},
                                                   {"HF_HOME", "/hf"},
                                                   {"MINERU_HOME", "/n"},
                                                   {"MINERU_TOOLS_CONFIG_JSON", "other.json"},
                                                   {"OCTAVO_MODELS_MANIFEST", "/list.json"}}));
  EXPECT_EQ(moved.hugging_face_cache, "/hf/hub");
  EXPECT_EQ(moved.modelscope_cache, "/x/modelscope/hub");
  EXPECT_EQ(moved.mineru_config, "/u/other.json");
  EXPECT_EQ(moved.mineru_models, "/n/models");
  EXPECT_EQ(moved.manifest, "/list.json");
}

TEST(StoreSettingsTest, Network) {
  const ModelNetwork usual = find_model_network(table({}));
  EXPECT_FALSE(usual.offline);
  EXPECT_EQ(usual.hugging_face, "https://huggingface.co");
  EXPECT_EQ(usual.http_proxy + usual.https_proxy + usual.no_proxy + usual.hugging_face_token, "");

  const ModelNetwork other = find_model_network(table({{"HF_ENDPOINT", "https://mirror"},
                                                       {"HF_TOKEN", "t"},
                                                       {"MODELSCOPE_DOMAIN", "scope.example"},
                                                       {"ALL_PROXY", "http://any"},
                                                       {"https_proxy", "http://one"},
                                                       {"NO_PROXY", "a,b"},
                                                       {"HF_HUB_DOWNLOAD_TIMEOUT", "7"}}));
  EXPECT_EQ(other.hugging_face, "https://mirror");
  EXPECT_EQ(other.hugging_face_token, "t");
  EXPECT_EQ(other.modelscope, "https://scope.example");
  EXPECT_EQ(other.http_proxy, "http://any");
  EXPECT_EQ(other.https_proxy, "http://one");
  EXPECT_EQ(other.no_proxy, "a,b");
  EXPECT_EQ(other.stall_timeout, std::chrono::seconds(7));

  for (const char* on : {"1", "true", "YES", "on"})
    EXPECT_TRUE(find_model_network(table({{"HF_HUB_OFFLINE", on}})).offline) << on;
  for (const char* off : {"0", "false", "no", "2"})
    EXPECT_FALSE(find_model_network(table({{"HF_HUB_OFFLINE", off}})).offline) << off;
  EXPECT_TRUE(find_model_network(table({{"MINERU_MODEL_SOURCE", "local"}})).offline);
  EXPECT_EQ(find_model_source(table({{"MINERU_MODEL_SOURCE", "modelscope"}})), "modelscope");
  EXPECT_EQ(find_model_source(table({{"MINERU_MODEL_SOURCE", "local"}})), "");
}

TEST(PullViewTest, PartsGoWhenRoomIsShort) {
  const PullProgress progress{
      .stage = PullStage::kFetching, .file = "m.bin", .done = 500'000, .total = 2'000'000};
  EXPECT_EQ(pull_line(progress, 100'000, 80),
            "m.bin  [=======>                    ]  500 kB of 2.00 MB  100 kB/s  ETA 15 s");
  EXPECT_EQ(pull_line(progress, 100'000, 60),
            "m.bin  [==>        ]  500 kB of 2.00 MB  100 kB/s  ETA 15 s");
  EXPECT_EQ(pull_line(progress, 100'000, 50), "m.bin  500 kB of 2.00 MB  100 kB/s  ETA 15 s");
  EXPECT_EQ(pull_line(progress, 0, 20), "500 kB of 2.00 MB");
  EXPECT_EQ(pull_line(progress, 0, 10), "500 kB of");
  EXPECT_EQ(pull_line({.stage = PullStage::kListing}, 0, 80), "asking what there is");
  EXPECT_EQ(pull_line({.stage = PullStage::kFetching, .file = "a\x1b[2J", .done = 5}, 0, 80),
            "a?[2J  5 B");
}

}  // namespace
}  // namespace octavo::cli
