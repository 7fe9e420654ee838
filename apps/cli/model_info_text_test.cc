#include "model_info_text.h"

#include <gtest/gtest.h>

namespace octavo::cli {
namespace {

ModelFacts sample() {
  ModelFacts facts;
  facts.path = "models/m";
  facts.format = "safetensors";
  facts.file_bytes = 2'310'000'000;
  facts.parameters = 1'156'000'000;
  facts.tensors = {{"a.weight", "bf16", {4, 8}, 64}, {"b", "f32", {}, 4}, {"c", "bf16", {2}, 4}};
  facts.runnable = true;
  facts.description = "Qwen2-VL: 24 layers";
  facts.has_vision = true;
  facts.context_tokens = 32768;
  facts.vocabulary = 151936;
  facts.largest_picture_tokens = 2048;
  facts.kv_bytes_per_token = 24576;
  facts.kv_bytes = 536'870'912;
  facts.kv_tokens = 21845;
  facts.kernels = "avx512f";
  facts.threads = 2;
  return facts;
}

TEST(ModelInfoText, WhatWouldRun) {
  EXPECT_EQ(model_info_text(sample(), {"avx2", "fma"}, false),
            "model        models/m\n"
            "format       safetensors, 2.31 GB\n"
            "architecture Qwen2-VL: 24 layers\n"
            "parameters   1156000000\n"
            "tensors      3\n"
            "             bf16: 2, 68 B\n"
            "             f32: 1, 4 B\n"
            "context      32768 tokens; vocabulary 151936\n"
            "pictures     up to 2048 tokens each\n"
            "memory       weights 2.31 GB mapped, can be dropped and read again\n"
            "             keys and values up to 536.9 MB: 21845 tokens of 24.6 kB\n"
            "processor    avx2, fma\n"
            "runs         avx512f kernels on 2 threads\n");
}

TEST(ModelInfoText, WhatWouldNot) {
  ModelFacts facts = sample();
  facts.runnable = false;
  facts.problem = {Code::kModelInvalid, "config.json is missing", "", {.file = "models/m"}};
  facts.unusable = {"idx has the element type I64"};
  const std::string text = model_info_text(facts, {}, true);
  EXPECT_NE(text.find("runs         no: models/m: model_invalid: config.json is missing\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("not usable   idx has the element type I64\n"), std::string::npos) << text;
  EXPECT_NE(text.find("a.weight  bf16 [4, 8]\nb  f32 []\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("architecture"), std::string::npos);
  const std::string json = model_info_json(facts, {}, true);
  for (const char* part :
       {R"("runnable": false)", R"("code": "model_invalid")", R"("dtype": "f32")"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

TEST(ModelInfoText, Json) {
  const std::string json = model_info_json(sample(), {"avx2"}, false);
  for (const char* part : {R"("kv_tokens": 21845)", R"("kernels": "avx512f")", R"("vision": true)",
                           R"("tensor_count": 3)"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
  EXPECT_EQ(json.find("\"tensors\": ["), std::string::npos);
}

TEST(ModelInfoText, VisionFile) {
  ModelFacts facts = sample();
  EXPECT_NE(model_info_json(facts, {}, false).find(R"("vision_file": null)"), std::string::npos);
  facts.vision_file = "models/mmproj.gguf";
  EXPECT_NE(model_info_text(facts, {}, false).find("\nvision file  models/mmproj.gguf\n"),
            std::string::npos);
  EXPECT_NE(model_info_json(facts, {}, false).find(R"("vision_file": "models/mmproj.gguf")"),
            std::string::npos);
}

TEST(ModelInfoText, ErrorsNameTheFile) {
  ModelFacts facts = sample();
  facts.runnable = false;
  facts.problem = {Code::kModelInvalid, "tensor 'a' is missing", "", {.file = "models/m"}};
  EXPECT_NE(
      model_info_json(facts, {}, false).find(R"("message": "models/m: tensor 'a' is missing")"),
      std::string::npos);
}

}  // namespace
}  // namespace octavo::cli
