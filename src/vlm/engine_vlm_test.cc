#include "vlm/engine_vlm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "engine/session/scripted_model.h"
#include "vlm/make_request.h"

namespace octavo {
namespace {

using engine::Fed;
using engine::History;
using engine::kTestEnd;
using engine::kTestImagePad;
using engine::Script;
using engine::ScriptedModel;
using engine::TokenId;

// With a vision half that takes 2 x 2 pixels a patch. A feature of a picture is 1000 times its
// first value (scripted_model.h), and pixels come as they are: 0 to 1.
std::unique_ptr<ScriptedModel> model_with_eyes(Script script) {
  auto model = std::make_unique<ScriptedModel>(std::move(script));
  model->config_.vision.patch = 2;
  model->config_.vision.temporal_patch = 1;
  model->config_.image = {
      .min_pixels = 16, .max_pixels = 4096, .mean = {0, 0, 0}, .std = {1, 1, 1}};
  return model;
}

std::unique_ptr<Vlm> vlm_of(std::unique_ptr<ScriptedModel> model) {
  return make_engine_vlm("scripted",
                         engine::make_session(std::move(model), {.kv_bytes = int64_t(1) << 20}));
}

VlmRequest asking(std::string prompt, std::vector<ImageView> images = {}) {
  VlmRequest request;
  request.prompt = std::move(prompt);
  request.images = std::move(images);
  return request;
}

// What was fed, as text; features of pictures as their thousands in brackets.
std::string shown(const History& history) {
  std::string out;
  for (const Fed& fed : history) {
    const int value = static_cast<int>(fed.value);
    if (value >= 1000)
      out += "[" + std::to_string(value / 1000) + "]";
    else if (value == kTestEnd)
      out += "<end>";
    else if (value < 256)
      out += static_cast<char>(value);
  }
  return out;
}

TEST(EngineVlm, TheChatFormWithPicturesFirst) {
  std::string prompt;
  const auto vlm = vlm_of(model_with_eyes([&](const History& history) -> TokenId {
    if (prompt.empty()) prompt = shown(history);
    return kTestEnd;
  }));
  const Image white(8, 4, 3, 255);  // two merged tokens
  const std::vector<VlmRequest> requests{asking("What?", {white})};
  const auto answers = vlm->answer(requests);
  ASSERT_EQ(answers[0].finish, "stop") << answers[0].error.message();
  EXPECT_EQ(answers[0].image_tokens, 2);
  EXPECT_EQ(vlm->name(), "scripted");
  const size_t system = prompt.find("system\nYou are a helpful assistant.<end>");
  const size_t picture = prompt.find("[1]"), question = prompt.find("What?<end>");
  EXPECT_NE(system, std::string::npos) << prompt;
  EXPECT_LT(system, picture);
  EXPECT_LT(picture, question) << prompt;
  EXPECT_TRUE(prompt.ends_with("assistant\n")) << prompt;
}

TEST(EngineVlm, ABadRequestFailsAlone) {
  const auto vlm = vlm_of(model_with_eyes(
      [](const History& history) -> TokenId { return history.size() % 2 == 0 ? 'y' : kTestEnd; }));
  const Image thin(900, 2, 3);
  const std::vector<VlmRequest> requests{asking("\xFF"), asking("fine"), asking("thin", {thin}),
                                         asking("fine2")};
  std::vector<std::string> pieces(4);
  const auto answers = vlm->answer(requests, {}, [&](size_t index, std::string_view text) {
    pieces[index] += text;
    return true;
  });
  ASSERT_EQ(answers.size(), 4U);
  EXPECT_EQ(answers[0].finish, "error");
  EXPECT_EQ(answers[0].error.what, "the prompt is not valid UTF-8");
  EXPECT_EQ(answers[1].finish, "stop");
  EXPECT_EQ(answers[2].finish, "error");
  EXPECT_EQ(answers[2].error.code, Code::kInvalidArgument);
  EXPECT_EQ(answers[3].finish, "stop");
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(pieces[i], answers[i].text);
  EXPECT_NE(answers[1].text + answers[3].text, "");  // the prompts' lengths differ by one
}

TEST(EngineVlm, TextComesInPiecesAndCanBeCancelled) {
  const auto vlm = vlm_of(model_with_eyes([](const History&) -> TokenId { return 'a'; }));
  const std::vector<VlmRequest> requests{asking("x")};
  int pieces = 0;
  const auto answers =
      vlm->answer(requests, {}, [&](size_t, std::string_view) { return ++pieces < 4; });
  EXPECT_EQ(answers[0].finish, "cancelled");
  EXPECT_EQ(answers[0].text, "aaaa");
  EXPECT_EQ(answers[0].generated_tokens, 4);
}

TEST(EngineVlm, WhatIsLateOrNotWantedIsNotBegun) {
  int steps = 0;
  const auto vlm = vlm_of(model_with_eyes([&](const History&) -> TokenId {
    ++steps;
    return kTestEnd;
  }));
  std::vector<VlmRequest> requests{asking("x"), asking("x"), asking("x")};
  requests[0].deadline = Deadline(std::chrono::milliseconds(0), nullptr);
  requests[1].wanted = [] { return false; };
  const auto answers = vlm->answer(requests);
  EXPECT_EQ(answers[0].finish, "cancelled");
  EXPECT_EQ(answers[0].error.code, Code::kPageTimeout);
  EXPECT_EQ(answers[1].finish, "cancelled");
  EXPECT_EQ(answers[2].finish, "stop");
  EXPECT_EQ(steps, 1);
}

TEST(EngineVlm, ALateAnswerIsCutAlone) {
  const auto vlm = vlm_of(model_with_eyes([](const History&) -> TokenId { return 'a'; }));
  std::vector<VlmRequest> requests{asking("x"), asking("x")};
  requests[0].max_new_tokens = requests[1].max_new_tokens = 40;
  requests[0].deadline = Deadline(std::chrono::milliseconds(50), nullptr);
  const auto answers = vlm->answer(requests, {}, [](size_t i, std::string_view) {
    if (i == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return true;
  });
  EXPECT_EQ(answers[0].finish, "cancelled");
  EXPECT_EQ(answers[0].error.code, Code::kPageTimeout);
  EXPECT_LT(answers[0].text.size(), 40U);
  EXPECT_EQ(answers[1].finish, "length");
  EXPECT_EQ(answers[1].text.size(), 40U);
}

// Shares of steps add up to no more than the time that passed.
TEST(EngineVlm, WritingIsCountedOnce) {
  const auto vlm = vlm_of(model_with_eyes([](const History&) -> TokenId {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return 'a';
  }));
  std::vector<VlmRequest> requests(4, asking("x"));
  for (VlmRequest& request : requests) request.max_new_tokens = 20;
  const auto start = std::chrono::steady_clock::now();
  const auto answers = vlm->answer(requests);
  const double passed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  double sum = 0;
  for (const VlmAnswer& answer : answers) {
    EXPECT_GT(answer.writing_seconds, 0.0);
    sum += answer.writing_seconds;
  }
  EXPECT_LE(sum, passed);
  EXPECT_GT(sum, 0.04);  // 4 x 19 tokens, a millisecond each, or one for all of a step's
}

TEST(EngineVlm, LimitsOfARequest) {
  const auto vlm = vlm_of(model_with_eyes([](const History&) -> TokenId { return 'a'; }));
  std::vector<VlmRequest> requests(2);
  requests[0].prompt = "x";
  requests[0].max_new_tokens = 5;
  requests[1].prompt = "x";
  requests[1].max_new_tokens = 100;
  requests[1].sampling.no_repeat_ngram = 2;  // "a", "aa", and no third
  requests[1].stop = {"aa"};
  const auto answers = vlm->answer(requests);
  EXPECT_EQ(answers[0].finish, "length");
  EXPECT_EQ(answers[0].text, "aaaaa");
  EXPECT_EQ(answers[1].finish, "stop");
  EXPECT_EQ(answers[1].text, "");
}

TEST(EngineVlm, ACapIsReported) {
  const auto vlm = vlm_of(model_with_eyes([](const History&) -> TokenId { return kTestEnd; }));
  const Image picture(40, 20, 3);
  std::vector<VlmRequest> requests{asking("x", {picture}), asking("x", {picture}),
                                   asking("x", {picture})};
  requests[1].max_side = 20;
  requests[2].max_pixels = 100;
  const auto answers = vlm->answer(requests);
  EXPECT_FALSE(answers[0].image_capped);
  EXPECT_EQ(answers[0].image_tokens, 10 * 5);
  EXPECT_TRUE(answers[1].image_capped);
  EXPECT_LT(answers[1].image_tokens, answers[0].image_tokens);
  EXPECT_TRUE(answers[2].image_capped);
  EXPECT_LE(answers[2].image_tokens * 16, 100);
}

TEST(EngineVlm, AModelWithoutEyes) {
  auto model = model_with_eyes([](const History&) -> TokenId { return kTestEnd; });
  model->config_.vision.depth = 0;
  const auto vlm = vlm_of(std::move(model));
  const Image picture(8, 8, 3);
  const std::vector<VlmRequest> requests{asking("x", {picture}), asking("x")};
  const auto answers = vlm->answer(requests);
  EXPECT_EQ(answers[0].error.what, "this model reads text only, and there are pictures");
  EXPECT_EQ(answers[1].finish, "stop");
}

TEST(RawRequest, PlacesForPictures) {
  const auto model = model_with_eyes({});
  const Image picture(8, 4, 3), other(4, 4, 3);
  VlmRequest asked = asking("a<|image_pad|>b<|image_pad|><|im_end|>", {picture, other});
  auto made = make_raw_request(asked, model->config(), model->tokenizer());
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_EQ(made->request.prompt.ids, (std::vector<TokenId>{'a', kTestImagePad, kTestImagePad, 'b',
                                                            kTestImagePad, kTestEnd}));
  EXPECT_EQ(made->request.prompt.image_starts, (std::vector<int64_t>{1, 4}));
  EXPECT_EQ(made->plans[0].resized_width, 8);
  asked.images.pop_back();
  const auto missing = make_raw_request(asked, model->config(), model->tokenizer());
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().what, "the prompt has 2 places for pictures, and there are 1");
}

TEST(ChatRequest, SpecialTokensOfTheUserStayText) {
  const auto model = model_with_eyes({});
  const auto count_ends = [&](const std::string& prompt) {
    const auto made = make_chat_request(asking(prompt), model->config(), model->tokenizer());
    EXPECT_TRUE(made.ok());
    const auto& ids = made->request.prompt.ids;
    return std::count(ids.begin(), ids.end(), kTestEnd);
  };
  EXPECT_EQ(count_ends("<|im_end|>"), count_ends("x"));
}

}  // namespace
}  // namespace octavo
