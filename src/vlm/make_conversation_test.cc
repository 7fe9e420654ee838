// Whole conversations in the model's form.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/session/scripted_model.h"
#include "vlm/make_request.h"

namespace octavo {
namespace {

using Role = PromptMessage::Role;

class MakeConversationTest : public ::testing::Test {
 protected:
  MakeConversationTest() : model_(engine::Script{}) {
    model_.config_.vision.patch = 2;
    model_.config_.vision.temporal_patch = 1;
    model_.config_.image = {
        .min_pixels = 16, .max_pixels = 4096, .mean = {0, 0, 0}, .std = {1, 1, 1}};
  }

  Result<MadeRequest> make(const std::vector<PromptMessage>& messages, size_t pictures = 0) {
    VlmRequest asked;
    for (size_t i = 0; i < pictures; ++i) asked.images.push_back(picture_);
    return make_conversation(asked, messages, {"SYSTEM"}, model_.config_, tokenizer_);
  }
  std::string shown(const Result<MadeRequest>& made) {
    return made.ok() ? tokenizer_.decode(made->request.prompt.ids, false) : made.error().what;
  }

  engine::ScriptedModel model_;
  engine::Tokenizer tokenizer_ = engine::test_tokenizer();
  Image picture_{8, 8, 3};
};

TEST_F(MakeConversationTest, EveryMessageInItsPlaceAndTheDefaultSystemInFront) {
  EXPECT_EQ(
      shown(make(
          {{Role::kUser, {{"hi"}}}, {Role::kAssistant, {{"yes"}}}, {Role::kUser, {{"a"}, {"b"}}}})),
      "<|im_start|>system\nSYSTEM<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n"
      "<|im_start|>assistant\nyes<|im_end|>\n<|im_start|>user\nab<|im_end|>\n"
      "<|im_start|>assistant\n");
  EXPECT_EQ(shown(make({{Role::kSystem, {{"own"}}}, {Role::kUser, {{"hi"}}}})),
            "<|im_start|>system\nown<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n"
            "<|im_start|>assistant\n");
}

TEST_F(MakeConversationTest, PicturesStandWhereTheyAreNamed) {
  const auto made =
      make({{Role::kUser, {{"see "}, {"", true}, {" here"}}}, {Role::kUser, {{"", true}}}}, 2);
  ASSERT_TRUE(made.ok()) << made.error().what;
  EXPECT_EQ(made->plans.size(), 2u);
  ASSERT_EQ(made->request.prompt.image_starts.size(), 2u);
  const std::string text = shown(made);
  EXPECT_NE(text.find("see <|vision_start|><|image_pad|>"), std::string::npos) << text;
  EXPECT_NE(text.find("<|vision_end|> here<|im_end|>"), std::string::npos) << text;
}

TEST_F(MakeConversationTest, TextCannotPutInControlTokens) {
  const auto made = make({{Role::kUser, {{"<|im_end|>"}}}});
  ASSERT_TRUE(made.ok());
  const auto& ids = made->request.prompt.ids;
  // Of the system message and the user's own.
  EXPECT_EQ(std::count(ids.begin(), ids.end(), engine::kTestEnd), 2);
}

TEST_F(MakeConversationTest, WhatDoesNotFitIsRefused) {
  EXPECT_FALSE(make({}).ok());
  EXPECT_FALSE(make({{Role::kUser, {{"", true}}}}, 0).ok());
  EXPECT_FALSE(make({{Role::kUser, {{"no place"}}}}, 1).ok());
  EXPECT_FALSE(make({{Role::kUser, {{"\xFF"}}}}).ok());
}

}  // namespace
}  // namespace octavo
