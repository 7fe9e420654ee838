#include "engine/tokenizer/added_tokens.h"

#include <gtest/gtest.h>

namespace octavo::engine {
namespace {

AddedTokenFinder finder() {
  return AddedTokenFinder(
      {{10, "<|im_end|>"}, {11, "<nl>"}, {12, "<nl><nl>"}, {13, "<"}, {14, "user\n"}});
}

TEST(AddedTokens, LeftmostThenLongest) {
  const AddedTokenFinder all = finder();
  const auto first = all.find("a <nl><nl><nl>", 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->begin, 2u);
  EXPECT_EQ(first->length, 8u);
  EXPECT_EQ(first->token->id, 12);
  EXPECT_EQ(all.find("a <nl><nl><nl>", 10)->token->id, 11);
  EXPECT_EQ(all.find("<|im_end|", 0)->token->id, 13);
  EXPECT_EQ(all.find("<|im_end|>", 0)->token->id, 10);
  EXPECT_EQ(all.find("x user\n", 0)->begin, 2u);
  EXPECT_FALSE(all.find("user|im_end|>", 0));
  EXPECT_FALSE(all.find("", 0));
  EXPECT_FALSE(AddedTokenFinder().find("<nl>", 0));
}

TEST(AddedTokens, Exact) {
  const AddedTokenFinder all = finder();
  ASSERT_NE(all.find_exact("<nl>"), nullptr);
  EXPECT_EQ(all.find_exact("<nl>")->id, 11);
  EXPECT_EQ(all.find_exact("<n"), nullptr);
  EXPECT_EQ(all.find_exact("<nl>x"), nullptr);
}

}  // namespace
}  // namespace octavo::engine
