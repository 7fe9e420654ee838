#include "engine/model/model_files.h"

#include "engine/checkpoint/test_files.h"
#include "engine/model/model.h"

namespace octavo::engine {
namespace {

constexpr uint32_t kText = 8;  // GGUF's type number of strings

std::string gguf_of(std::string_view architecture, std::string_view chat_template) {
  GgufBuilder builder;
  builder.key("general.architecture", kText).string(architecture);
  if (!chat_template.empty()) builder.key("tokenizer.chat_template", kText).string(chat_template);
  builder.tensor("t", {1}, 0, 0);
  return builder.finish(32);
}

Checkpoint opened(const std::string& path) {
  auto file = Checkpoint::open(path);
  EXPECT_TRUE(file.ok()) << file.error().message();
  return std::move(file).value();
}

TEST(ModelFiles, TheDirectoryOfAModel) {
  const TestFolder folder;
  EXPECT_EQ(model_directory(folder.string()), folder.string());
  EXPECT_EQ(model_directory(folder / "model.safetensors"), folder.string());
  EXPECT_EQ(model_directory("model.gguf"), ".");
}

TEST(ModelFiles, ChatTemplatesHaveThreeHomes) {
  const TestFolder folder;
  EXPECT_EQ(read_chat_template(folder.string()).value(), "");
  folder.write("tokenizer_config.json", R"({"model_max_length": 5})");
  EXPECT_EQ(read_chat_template(folder.string()).value(), "");
  folder.write("tokenizer_config.json", R"({"chat_template": "from the\ntokenizer"})");
  EXPECT_EQ(read_chat_template(folder.string()).value(), "from the\ntokenizer");
  folder.write("chat_template.json", R"({"chat_template": "of its own"})");
  EXPECT_EQ(read_chat_template(folder.string()).value(), "of its own");
  folder.write("chat_template.jinja", "{{ plain }}\n");
  EXPECT_EQ(read_chat_template(folder.string()).value(), "{{ plain }}\n");
}

TEST(ModelFiles, ABrokenTemplateFileIsNamed) {
  const TestFolder folder;
  folder.write("chat_template.json", "{");
  const auto text = read_chat_template(folder.string());
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Code::kModelInvalid);
  EXPECT_NE(text.error().message().find("chat_template.json"), std::string::npos);
}

TEST(ModelFiles, ChatTemplateOfGguf) {
  const TestFolder folder;
  EXPECT_EQ(read_chat_template(opened(folder.write("a.gguf", gguf_of("qwen2", "x")))).value(), "x");
  EXPECT_EQ(read_chat_template(opened(folder.write("b.gguf", gguf_of("qwen2", "")))).value(), "");
}

TEST(ModelFiles, TheVisionFileBesideAModel) {
  const TestFolder folder;
  const Checkpoint model = opened(folder.write("model.gguf", gguf_of("qwen2vl", "")));
  EXPECT_EQ(find_vision_file(model).value(), "");
  const std::string vision = folder.write("mmproj-model-f16.gguf", "");
  folder.write("mmproj.txt", "");
  folder.write("other.gguf", "");
  EXPECT_EQ(find_vision_file(model).value(), vision);

  const std::string text = folder.write("text.gguf", gguf_of("qwen2", ""));
  EXPECT_EQ(find_vision_file(opened(text)).value(), "");

  folder.write("other.mmproj.gguf", "");
  const auto several = find_vision_file(model);
  ASSERT_FALSE(several.ok());
  EXPECT_EQ(several.error().code, Code::kModelInvalid);
  EXPECT_NE(several.error().message().find("other.mmproj.gguf"), std::string::npos);
}

TEST(ModelLoad, WhatCannotBeLoadedSaysWhy) {
  const TestFolder folder;
  const auto nothing = Model::load(folder / "nothing");
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().code, Code::kFileNotFound);

  const auto unknown = Model::load(folder.string(), {.instruction_set = "sse9"});
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, Code::kInvalidArgument);
  EXPECT_NE(unknown.error().message().find("avx2"), std::string::npos);

  folder.write("model.safetensors", safetensors_file("{}", 0));
  const auto unused = Model::load(folder.string(), {.vision_path = "mmproj.gguf"});
  ASSERT_FALSE(unused.ok());
  EXPECT_EQ(unused.error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace octavo::engine
