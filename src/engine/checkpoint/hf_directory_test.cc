#include "engine/checkpoint/hf_directory.h"

#include <gtest/gtest.h>

#include "engine/checkpoint/test_files.h"

namespace octavo::engine {
namespace {

// Padded as writers do, so that the data can be used in place.
std::string shard(std::string_view name) {
  std::string header =
      "{\"" + std::string(name) + "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return safetensors_file(header, 4);
}

std::string index(std::string_view entries) {
  return R"({"metadata":{"total_size":8},"weight_map":{)" + std::string(entries) + "}}";
}

class HfDirectory : public testing::Test {
 protected:
  HfDirectory() {
    folder_.write("model-1.safetensors", shard("a"));
    folder_.write("model-2.safetensors", shard("b"));
  }
  // Empty when the directory opens.
  std::string error_with(std::string_view index_text) {
    folder_.write("model.safetensors.index.json", index_text);
    const auto opened = Checkpoint::open(folder_.string());
    return opened.ok() ? "" : opened.error().message();
  }

  TestFolder folder_;
};

TEST_F(HfDirectory, ShardsBecomeOneCheckpoint) {
  folder_.write("model.safetensors.index.json",
                index(R"("b":"model-2.safetensors","a":"model-1.safetensors")"));
  const auto opened = Checkpoint::open(folder_.string());
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  ASSERT_EQ(opened->tensors().size(), 2u);
  EXPECT_EQ(opened->tensors()[0].name, "a");
  EXPECT_NE(opened->find("b"), nullptr);
  EXPECT_EQ(opened->mapped_bytes(), static_cast<int64_t>(shard("a").size() + shard("b").size()));
}

TEST_F(HfDirectory, TheIndexMustAgreeWithTheShards) {
  EXPECT_EQ(error_with(index(R"("a":"model-1.safetensors")")), "");
  EXPECT_NE(error_with(index(R"("a":"model-1.safetensors","b":"model-1.safetensors")"))
                .find("'b' is not in"),
            std::string::npos);
  EXPECT_NE(error_with(index(R"("a":"model-2.safetensors","b":"model-1.safetensors")"))
                .find("expected in"),
            std::string::npos);
  EXPECT_NE(error_with(index(R"("a":"model-1.safetensors","c":"model-2.safetensors")")), "");
  EXPECT_NE(error_with(index(R"("a":"model-1.safetensors","b":"model-3.safetensors")"))
                .find("file_not_found"),
            std::string::npos);
  folder_.write("model-2.safetensors", shard("a"));
  EXPECT_NE(error_with(index(R"("a":"model-1.safetensors","b":"model-2.safetensors")")), "");
}

TEST_F(HfDirectory, TheIndexLeadsNowhereElse) {
  for (const char* name :
       {"../model-1.safetensors", "/etc/passwd", "x/model-1.safetensors", "model-1.bin", "",
        ".safetensors", "..\\\\model-1.safetensors", "model-1\\u0000.safetensors"})
    EXPECT_NE(error_with(index("\"a\":\"" + std::string(name) + "\""))
                  .find("no .safetensors file beside it"),
              std::string::npos)
        << name;
}

TEST_F(HfDirectory, BrokenIndexes) {
  for (const char* text :
       {"", "{", "[]", "{}", R"({"weight_map":{}})", R"({"weight_map":[]})",
        R"({"weight_map":{"a":1}})",
        R"({"weight_map":{"a":"model-1.safetensors","a":"model-1.safetensors"}})",
        R"({"weight_map":{"a":"model-1.safetensors"},"weight_map":{"a":"model-1.safetensors"}})",
        R"({"weight_map":{"a":"model-1.safetensors"}} x)",
        "{\"weight_map\":{\"\xFF\":\"m.safetensors\"}}"})
    EXPECT_NE(error_with(text), "") << text;
}

TEST_F(HfDirectory, OneFileGoesBeforeAnIndex) {
  folder_.write("model.safetensors", shard("one"));
  EXPECT_EQ(error_with("{"), "");
}

TEST(HfDirectoryEmpty, SaysWhatItLookedFor) {
  const TestFolder folder;
  const auto opened = Checkpoint::open(folder.string());
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::kFileNotFound);
  EXPECT_NE(opened.error().what.find("model.safetensors.index.json"), std::string::npos);
}

}  // namespace
}  // namespace octavo::engine
