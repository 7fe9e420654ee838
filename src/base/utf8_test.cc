#include "base/utf8.h"

#include <gtest/gtest.h>

namespace octavo {
namespace {

TEST(Utf8, RoundTripsEveryLength) {
  const std::u32string all = U"a\u00e9\u4e2d\U0001f600";
  EXPECT_EQ(to_utf32(to_utf8(all)), all);
  EXPECT_TRUE(is_valid_utf8(to_utf8(all)));
}

TEST(Utf8, BadBytesBecomeReplacements) {
  for (const std::string bad :
       {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe4\xb8", "\x80"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
    const std::u32string decoded = to_utf32(bad);
    EXPECT_EQ(decoded.size(), bad.size());
    for (const char32_t c : decoded) EXPECT_EQ(c, 0xFFFDu);
  }
  EXPECT_TRUE(is_valid_utf8("\xef\xbf\xbd"));  // U+FFFD itself is fine
  std::string surrogate;
  append_utf8(surrogate, 0xD800);
  EXPECT_EQ(surrogate, "\xef\xbf\xbd");
}

TEST(Utf8, PrefixEndsOnACharacter) {
  const std::string text =
      "a\xe4\xb8\xad"
      "b";
  EXPECT_EQ(utf8_prefix(text, 1), "a");
  EXPECT_EQ(utf8_prefix(text, 3), "a");
  EXPECT_EQ(utf8_prefix(text, 4), "a\xe4\xb8\xad");
  EXPECT_EQ(utf8_prefix(text, 100), text);
}

TEST(Utf8, FirstLastTrimCollapse) {
  EXPECT_EQ(first_char("\xe4\xb8\xad"
                       "a"),
            0x4E2Du);
  EXPECT_EQ(last_char("a\xe4\xb8\xad"), 0x4E2Du);
  EXPECT_EQ(first_char(""), 0u);
  EXPECT_EQ(trim("\xe3\x80\x80 a b\xc2\xa0"), "a b");
  EXPECT_EQ(collapse_spaces("  a \t\n b\xc2\xa0 "), "a b");
}

TEST(Unicode, Classes) {
  EXPECT_TRUE(is_cjk(U'中'));
  EXPECT_TRUE(is_cjk(U'の'));
  EXPECT_TRUE(is_cjk(U'，'));
  EXPECT_FALSE(is_cjk(U'가'));
  EXPECT_TRUE(is_hangul(U'가'));
  EXPECT_TRUE(is_upper(U'É'));
  EXPECT_TRUE(is_lower(U'ß'));
  EXPECT_EQ(to_lower(U'É'), U'é');
  EXPECT_EQ(to_lower(U'中'), U'中');
  EXPECT_TRUE(is_right_to_left(U'ש'));
  EXPECT_TRUE(is_private_use(0xF0B7));
  EXPECT_TRUE(is_control(0xAD));
  EXPECT_FALSE(is_control(U'a'));
  EXPECT_TRUE(is_symbol(U'€'));
  EXPECT_FALSE(is_symbol(U'.'));
  EXPECT_EQ(to_nfkc("ﬁ"), "fi");
  EXPECT_EQ(to_nfc("e\u0301"), "é");
}

}  // namespace
}  // namespace octavo
