#include "engine/tokenizer/pretokenizer.h"
#include "tests/support/cpu_timer.h"

#include <gtest/gtest.h>

#include <string>

namespace octavo::engine {
namespace {

using Pieces = std::vector<std::string>;

Pieces split(std::string_view text) {
  static const auto pretokenizer = Pretokenizer::create();
  std::vector<std::string_view> views;
  pretokenizer->split(text, views);
  return {views.begin(), views.end()};
}

TEST(Pretokenizer, WordsTakeTheSignBeforeThem) {
  EXPECT_EQ(split("Hello, world!"), (Pieces{"Hello", ",", " world", "!"}));
  EXPECT_EQ(split("a-b (c)"), (Pieces{"a", "-b", " (", "c", ")"}));
  EXPECT_EQ(split("中文，文档"), (Pieces{"中文", "，文档"}));
}

TEST(Pretokenizer, ContractionsInAnyCase) {
  EXPECT_EQ(split("I'm IT'S we'Ll"), (Pieces{"I", "'m", " IT", "'S", " we", "'Ll"}));
  EXPECT_EQ(split("'ſx"), (Pieces{"'ſ", "x"}));  // folds to 's
}

TEST(Pretokenizer, DigitsStandAlone) {
  EXPECT_EQ(split(" 12½x²"), (Pieces{" ", "1", "2", "½", "x", "²"}));
}

TEST(Pretokenizer, Spaces) {
  EXPECT_EQ(split("a   b"), (Pieces{"a", "  ", " b"}));
  EXPECT_EQ(split("a  \n\n  b\r\n"), (Pieces{"a", "  \n\n", " ", " b", "\r\n"}));
  EXPECT_EQ(split("   "), (Pieces{"   "}));
  EXPECT_EQ(split("\u00a0\u3000x"), (Pieces{"\u00a0", "\u3000x"}));
  EXPECT_EQ(split("}\n\n"), (Pieces{"}\n\n"}));
  EXPECT_EQ(split(""), Pieces{});
}

// Characters that PCRE2 10.42 does not know yet, and one that it still takes for a space.
TEST(Pretokenizer, ClassesOfTheReference) {
  EXPECT_EQ(split("a\U00031350b"), (Pieces{"a\U00031350b"}));
  EXPECT_EQ(split("a\U00010D40b"), (Pieces{"a", "\U00010D40", "b"}));
  EXPECT_EQ(split("a\u180E\u180Eb"), (Pieces{"a", "\u180E\u180E", "b"}));
  EXPECT_EQ(split("!\u180E"), (Pieces{"!\u180E"}));
  EXPECT_EQ(split("\uA7CB\uA7CB"), (Pieces{"\uA7CB\uA7CB"}));
}

TEST(Pretokenizer, PiecesAreTheWholeText) {
  for (const std::string unit :
       {" ", "\n", " \n", "a", "'", " a", "\u3000", "\r", "'s", "1", "\t \n"}) {
    std::string text;
    for (int i = 0; i < 300'000; ++i) text += unit;
    for (const char* end : {"", "x", " ", "\n"}) {
      const CpuTimer timer;
      std::string all;
      for (const std::string& piece : split(text + end)) all += piece;
      EXPECT_EQ(all, text + end);
      EXPECT_LT(timer.seconds(), 1);
    }
  }
}

}  // namespace
}  // namespace octavo::engine
