#include "net/url.h"

#include <gtest/gtest.h>

namespace octavo::net {
namespace {

TEST(UrlTest, Parts) {
  EXPECT_EQ(origin("https://Host/path"), origin("https://Host:443/other"));
  EXPECT_NE(origin("https://host/"), origin("http://host/"));
  EXPECT_NE(origin("http://host:1/"), origin("http://host:2/"));
  EXPECT_EQ(origin("no url"), "");
  EXPECT_EQ(resolve_url("http://h/a/b?c", "/x"), "http://h/x");
  EXPECT_EQ(resolve_url("http://h/a/b", "../x?y=%2F"), "http://h/x?y=%2F");
  EXPECT_EQ(resolve_url("http://h/a", "https://g/x"), "https://g/x");
  EXPECT_EQ(escape_path("a b/\xC3\xA9%"), "a%20b/%C3%A9%25");
  EXPECT_EQ(unescape("a%20b%2"), "a b%2");
  EXPECT_EQ(shown_url("https://me:secret@h/a?token=1#x"), "https://h/a");
}

}  // namespace
}  // namespace octavo::net
