#include "base/json_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace octavo {
namespace {

std::string text_of(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}
std::string number_of(float value) {
  std::string out;
  append_json_number(out, value);
  return out;
}

TEST(JsonText, EscapesWhatMustBe) {
  EXPECT_EQ(text_of(""), "\"\"");
  EXPECT_EQ(text_of("a\"b\\c/\n\x01\x7F"), "\"a\\\"b\\\\c/\\u000a\\u0001\x7F\"");
  EXPECT_EQ(text_of(std::string_view("\0", 1)), "\"\\u0000\"");
  EXPECT_EQ(text_of("\xE4\xBD\xA0"), "\"\xE4\xBD\xA0\"");
  EXPECT_EQ(text_of("a\xFF\xE4\xBD"), "\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

TEST(JsonText, NumbersAreShort) {
  EXPECT_EQ(number_of(0), "0");
  EXPECT_EQ(number_of(1), "1");
  EXPECT_EQ(number_of(0.01F), "0.01");
  EXPECT_EQ(number_of(0.005F), "0.005");
  EXPECT_EQ(number_of(-1.5F), "-1.5");
  EXPECT_EQ(number_of(std::numeric_limits<float>::max()), "3.4028235e+38");
}

}  // namespace
}  // namespace octavo
