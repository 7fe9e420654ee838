// Against what the reference client sent and understood (tools/reference/http_goldens.py).
#include "vlm/http/request_body.h"

#include <gtest/gtest.h>
#include <test_places.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "image/decode/decode.h"
#include "vlm/http/answer_body.h"

namespace octavo {
namespace {

using Json = nlohmann::json;

const Json& golden() {
  static const Json kGolden = [] {
    std::ifstream file(std::string(OCTAVO_SOURCE_DIR) + "/tests/golden/http.json");
    return Json::parse(file);
  }();
  return kGolden;
}

Image picture_of(const Json& part) {
  const std::string url = part.at("image_url").at("url");
  constexpr std::string_view kStart = "data:image/png;base64,";
  EXPECT_TRUE(url.starts_with(kStart)) << url.substr(0, 40);
  const auto bytes = base64_bytes(std::string_view(url).substr(kStart.size()));
  EXPECT_TRUE(bytes.has_value());
  Diagnostics diagnostics(0);
  auto file = open_picture(*bytes);
  EXPECT_TRUE(file.ok());
  auto decoded = file->decode(0, {}, diagnostics);
  EXPECT_TRUE(decoded.ok());
  return std::move(decoded->image);
}

// The pictures of a body; in their place stays the pixels' number.
std::vector<Image> take_pictures(Json& body) {
  std::vector<Image> pictures;
  for (Json& message : body.at("messages")) {
    if (!message.at("content").is_array()) continue;
    for (Json& part : message.at("content")) {
      if (part.at("type") != "image_url") continue;
      pictures.push_back(picture_of(part));
      part["image_url"]["url"] = pictures.size();
    }
  }
  return pictures;
}

VlmRequest request_of(const Json& asked, const std::vector<Image>& pictures) {
  VlmRequest request;
  request.system = asked.at("system");
  request.prompt = asked.at("prompt");
  for (const Image& picture : pictures) request.images.push_back(picture);
  const Json& sampling = asked.at("sampling");
  request.sampling.temperature = sampling.at("temperature");
  request.sampling.top_p = sampling.at("top_p");
  request.sampling.top_k = sampling.at("top_k");
  request.sampling.presence_penalty = sampling.at("presence_penalty");
  request.sampling.frequency_penalty = sampling.at("frequency_penalty");
  request.sampling.repetition_penalty = sampling.at("repetition_penalty");
  request.sampling.no_repeat_ngram = sampling.value("no_repeat_ngram_size", 0);
  request.max_new_tokens = sampling.value("max_new_tokens", 0);
  request.keep_special = true;
  return request;
}

TEST(RequestBody, IsThatOfTheReferenceClient) {
  EXPECT_GE(golden().at("requests").size(), 12u);
  for (const Json& row : golden().at("requests")) {
    Json wanted = row.at("body");
    const std::vector<Image> pictures = take_pictures(wanted);
    EXPECT_EQ(pictures.size(), row.at("asked").at("pictures").get<size_t>());
    const auto body =
        make_request_body(request_of(row.at("asked"), pictures), row.at("asked").at("model"));
    ASSERT_TRUE(body.ok());
    Json made = Json::parse(*body);
    const std::vector<Image> sent = take_pictures(made);
    EXPECT_EQ(made, wanted) << row.at("name");
    ASSERT_EQ(sent.size(), pictures.size());
    for (size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(sent[i].width(), pictures[i].width());
      EXPECT_TRUE(std::ranges::equal(sent[i].bytes(), pictures[i].bytes())) << row.at("name");
    }
  }
}

TEST(ReadCompletion, UnderstandsWhatTheReferenceClientDoes) {
  EXPECT_GE(golden().at("answers").size(), 35u);
  for (const Json& row : golden().at("answers")) {
    const std::string body = row.at("body");
    const auto answer = read_completion(body);
    EXPECT_EQ(answer.ok(), row.at("text").is_string()) << body;
    if (answer.ok() && row.at("text").is_string()) {
      EXPECT_EQ(answer->text, row.at("text")) << body;
    }
  }
}

TEST(RequestBody, WhatTheReferenceHasNoWordFor) {
  VlmRequest request{.prompt = "a\xFF\"", .stop = {"one", "two"}};
  request.sampling.temperature = 1;
  request.sampling.seed = 7;
  request.sampling.min_p = 0.05F;
  const std::vector<uint8_t> grey(35 * 30, 200);
  request.images = {ImageView{grey.data(), 35, 30, 1, 35}};
  Json body = Json::parse(*make_request_body(request, "m"));
  EXPECT_EQ(body.at("stop"), Json({"one", "two"}));
  EXPECT_EQ(body.at("seed"), 7);
  EXPECT_EQ(body.at("min_p"), 0.05);
  EXPECT_EQ(body.at("skip_special_tokens"), true);
  EXPECT_FALSE(body.contains("vllm_xargs"));
  EXPECT_EQ(body.at("messages")[1].at("content")[1].at("text"), "a\xEF\xBF\xBD\"");
  EXPECT_EQ(take_pictures(body).at(0).channels(), 3);
}

}  // namespace
}  // namespace octavo
