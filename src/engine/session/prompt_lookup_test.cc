#include "engine/session/prompt_lookup.h"

#include <gtest/gtest.h>

#include <string>

namespace octavo::engine {
namespace {

std::string ahead(std::string_view text, size_t letters) {
  PromptLookup lookup;
  lookup.reserve(text.size());
  for (const char c : text) lookup.add(static_cast<unsigned char>(c));
  std::vector<TokenId> out(letters);
  std::string shown;
  for (size_t i = 0, count = lookup.ahead(out); i < count; ++i) shown += static_cast<char>(out[i]);
  return shown;
}

TEST(PromptLookup, WhatCameAfterTheSameThreeTokens) {
  EXPECT_EQ(ahead("one two three; one tw", 5), "o thr");
  EXPECT_EQ(ahead("", 3), "");
  EXPECT_EQ(ahead("ab ab", 3), "");  // two tokens are too few
  EXPECT_EQ(ahead("abcdefgh", 3), "");
}

TEST(PromptLookup, TheNewestOfSeveral) { EXPECT_EQ(ahead("abc1 abc2 abc", 2), "2 "); }

TEST(PromptLookup, APeriodGoesOn) {
  EXPECT_EQ(ahead("......", 4), "....");
  EXPECT_EQ(ahead("x|-|-|-", 5), "|-|-|");
}

TEST(PromptLookup, StaysWhereItIsWhileThatIsRight) {
  // "abc" was last followed by 2, but the text goes on from where it is.
  PromptLookup lookup;
  lookup.reserve(100);
  for (const char c : std::string("xyzabc1 abc2 xyzabc")) lookup.add(c);
  EXPECT_EQ(lookup.next(), '1');
  EXPECT_EQ(lookup.agreed(), 6);
  lookup.add('2');  // neither: what ends in "bc2" comes next
  EXPECT_EQ(lookup.next(), ' ');
  EXPECT_EQ(lookup.agreed(), 4);
}

}  // namespace
}  // namespace octavo::engine
