#include "engine/tokenizer/utf8_step.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace octavo::engine {
namespace {

using Kind = Utf8Step::Kind;

TEST(Utf8Step, CharactersOfEveryLength) {
  for (const char32_t c : {U'\0', U'a', U'\x7F', U'\x80', U'\u07FF', U'\u0800', U'\uD7FF',
                           U'\uE000', U'\uFFFF', U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    append_utf8(text, c);
    const Utf8Step step = next_utf8(text + "x");
    EXPECT_EQ(step.kind, Kind::kCharacter);
    EXPECT_EQ(step.length, text.size());
    EXPECT_EQ(step.code, c);
  }
}

TEST(Utf8Step, WhatMayStillBecomeACharacter) {
  for (const char* text : {"\xC3", "\xE2", "\xE2\x82", "\xF0", "\xF0\x9F", "\xF0\x9F\x98"}) {
    const Utf8Step step = next_utf8(text);
    EXPECT_EQ(step.kind, Kind::kIncomplete);
    EXPECT_EQ(step.length, std::string_view(text).size());
  }
}

TEST(Utf8Step, BrokenBytesAreGroupedAsFarAsTheyBeginACharacter) {
  const auto broken = [](std::string_view text) {
    const Utf8Step step = next_utf8(text);
    EXPECT_EQ(step.kind, Kind::kBroken);
    return step.length;
  };
  EXPECT_EQ(broken("\x80"), 1u);
  EXPECT_EQ(broken("\xC0\x80"), 1u);      // overlong
  EXPECT_EQ(broken("\xE0\x9F\xBF"), 1u);  // overlong
  EXPECT_EQ(broken("\xED\xA0\x80"), 1u);  // a surrogate
  EXPECT_EQ(broken("\xF4\x90\x80\x80"), 1u);
  EXPECT_EQ(broken("\xF5"), 1u);
  EXPECT_EQ(broken("\xE2\x82 "), 2u);
  EXPECT_EQ(broken("\xF0\x9F\x98 "), 3u);
}

// The example of table 3-8 of the Unicode standard, 15.0.
TEST(Utf8Step, RepairedAsTheStandardShows) {
  EXPECT_EQ(repaired_utf8("\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64"),
            "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uFFFD\uFFFDd");
  EXPECT_EQ(repaired_utf8("\xE2\x82"), "\uFFFD");
  EXPECT_EQ(repaired_utf8("日本"), "日本");
}

}  // namespace
}  // namespace octavo::engine
