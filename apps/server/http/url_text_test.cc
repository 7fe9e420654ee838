#include "server/http/url_text.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

TEST(WholeNumber, DigitsAndNothingElse) {
  EXPECT_EQ(whole_number("0"), 0U);
  EXPECT_EQ(whole_number("0012"), 12U);
  EXPECT_EQ(whole_number("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", " 1", "1 ", "+1", "-1", "1.0", "0x1", "18446744073709551616"})
    EXPECT_FALSE(whole_number(text).has_value()) << text;
}

TEST(WholeNumber, UpToABound) {
  EXPECT_EQ(whole_number("3600", 3600), 3600U);
  EXPECT_FALSE(whole_number("3601", 3600).has_value());
}

}  // namespace
}  // namespace octavo::server
