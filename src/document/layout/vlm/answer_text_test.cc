#include "document/layout/vlm/answer_text.h"

#include <gtest/gtest.h>

namespace octavo::document::protocol {
namespace {

TEST(AnswerText, KnowsTheWhiteSpaceOfTheReference) {
  EXPECT_EQ(space_at("\u00a0x", 0), 2u);
  EXPECT_EQ(space_at("\u3000", 0), 3u);
  EXPECT_EQ(space_at("\x1f", 0), 1u);
  EXPECT_EQ(space_at("\u200b", 0), 0u);  // zero width: not white space
  EXPECT_EQ(space_at("", 0), 0u);
  EXPECT_EQ(space_before("x\u2009", 4), 3u);
  EXPECT_EQ(space_before("é", 2), 0u);
  EXPECT_EQ(strip("\u3000 a b\u00a0\n"), "a b");
  EXPECT_EQ(strip(" \t"), "");
  EXPECT_EQ(squeeze_spaces("a \u00a0b\n"), "a b ");
}

TEST(AnswerText, SplitsLinesAsPython) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(split_lines("a\r\nb\rc\n"), (Lines{"a", "b", "c"}));
  EXPECT_EQ(split_lines("a\u2028b\x1d\x85"), (Lines{"a", "b", "\x85"}));
  EXPECT_EQ(split_lines("\n\nx"), (Lines{"", "", "x"}));
  EXPECT_TRUE(split_lines("").empty());
}

TEST(AnswerText, CountsCharactersNotBytes) {
  EXPECT_EQ(count_characters("aé中"), 3u);
  EXPECT_EQ(count_of("aaaa", "aa"), 2u);
  EXPECT_TRUE(word_character_at("中", 0));
  EXPECT_FALSE(word_character_at("-", 0));
  EXPECT_TRUE(word_character_at("²", 0));
  EXPECT_FALSE(word_character_at("、", 0));
  EXPECT_FALSE(word_character_at("\u0301", 0));
  EXPECT_EQ(to_lower("AbÉÑ中1"), "abéñ中1");
  EXPECT_EQ(escape_html("<a & 'b\">"), "&lt;a &amp; &#x27;b&quot;&gt;");
}

}  // namespace
}  // namespace octavo::document::protocol
