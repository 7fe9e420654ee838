#include "net/response_head.h"

#include <gtest/gtest.h>

namespace octavo::net {
namespace {

using std::chrono::milliseconds;

ResponseHead head_of(std::initializer_list<const char*> lines) {
  ResponseHead head;
  for (const char* line : lines) head.add_line(line);
  return head;
}

TEST(ResponseHead, TakesTheLastAnswer) {
  const ResponseHead head =
      head_of({"HTTP/1.1 100 Continue\r\n", "X-Old: 1\r\n", "\r\n", "HTTP/2 503 \r\n",
               "Retry-AFTER:  7 \r\n", "no colon\r\n", "Empty:\r\n"});
  EXPECT_EQ(head.status, 503);
  EXPECT_EQ(head.header("retry-after"), "7");
  EXPECT_EQ(head.header("x-old"), "");
  EXPECT_EQ(head.headers.count("empty"), 1u);
  EXPECT_EQ(head_of({"HTTP/1.1"}).status, 0);
  EXPECT_EQ(head_of({"HTTP/1.1 4x4 odd"}).status, 44);
}

TEST(ResponseHead, RetryAfter) {
  // 1994-11-06 08:49:37 UTC, the example of RFC 9110, 5.6.7.
  constexpr int64_t kDate = 784'111'777;
  const auto wait = [](const std::string& value, int64_t now) {
    return retry_after(head_of({"HTTP/1.1 429 x", ("Retry-After: " + value).c_str()}),
                       milliseconds(60'000), now)
        .count();
  };
  EXPECT_EQ(wait("3", 0), 3000);
  EXPECT_EQ(wait("0", 0), 0);
  EXPECT_EQ(wait("-3", 0), 0);
  EXPECT_EQ(wait("3600", 0), 60'000);
  EXPECT_EQ(wait("99999999999999999999999", 0), 60'000);
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:49:37 GMT", kDate - 5), 5000);
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:49:37 GMT", kDate + 5), 0);
  EXPECT_EQ(wait("soon", kDate), 0);
  EXPECT_EQ(wait("", 0), 0);
}

TEST(ResponseHead, WhatMayPass) {
  for (const int status : {408, 429, 500, 503}) EXPECT_TRUE(may_pass(status)) << status;
  for (const int status : {0, 200, 302, 400, 404}) EXPECT_FALSE(may_pass(status)) << status;
}

TEST(ResponseHead, RetryDelayDoubles) {
  const auto delay = [](int tries) { return retry_delay(milliseconds(500), tries).count(); };
  EXPECT_EQ(delay(0), 500);
  EXPECT_EQ(delay(1), 500);
  EXPECT_EQ(delay(3), 2000);
  EXPECT_EQ(delay(7), 30'000);
  EXPECT_EQ(delay(1000), 30'000);
}

TEST(Printable, IsShortAndHarmless) {
  EXPECT_EQ(printable("  a\r\n\tb \x1B[31m", 100), "a b [31m");
  EXPECT_EQ(printable("\xC3\xA9\xC3\xA9\xC3\xA9", 3), "\xC3\xA9");
  EXPECT_EQ(printable("a\xFF", 10), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace octavo::net
