#include "server/http/response.h"

#include <gtest/gtest.h>

#include "server/http/problem.h"
#include "server/http/response_head.h"

namespace octavo::server {
namespace {

TEST(Response, EventsAsTheStandardWritesThem) {
  EXPECT_EQ(event_text("page", "7", "{\"a\":1}"), "event: page\nid: 7\ndata: {\"a\":1}\n\n");
  EXPECT_EQ(event_text("", "", "a\nb\n"), "data: a\ndata: b\ndata: \n\n");
}

TEST(Response, HeadsCannotBeSplit) {
  const std::string head = response_head({.headers = {{"X-Name", "a\r\nSet-Cookie: b\0c"}}}, "id",
                                         {.content_length = 3});
  EXPECT_NE(head.find("X-Name: a  Set-Cookie: b"), std::string::npos) << head;
  EXPECT_EQ(head.find("\r\nSet-Cookie"), std::string::npos);
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_NE(head.find("\r\nContent-Length: 3\r\n"), std::string::npos);
  EXPECT_NE(head.find("\r\nCache-Control: no-store\r\n"), std::string::npos);
}

TEST(Response, HandlersMayBeLessStrict) {
  const std::string head = response_head({.headers = {{"cache-control", "public"}}}, "id",
                                         {.chunked = true, .keep_alive = false});
  EXPECT_EQ(head.find("no-store"), std::string::npos);
  EXPECT_NE(head.find("\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"),
            std::string::npos);
  EXPECT_EQ(head.find("Content-Length"), std::string::npos);
}

TEST(Response, ProblemsInOneShape) {
  const Response response = problem_response(
      {.status = 503, .code = "server_busy", .message = "later", .retry_after = 5}, "id");
  EXPECT_EQ(response.body,
            "{\"error\":{\"type\":\"server_error\",\"code\":\"server_busy\",\"message\":\"later\","
            "\"param\":null,\"request_id\":\"id\",\"retryable\":true}}\n");
  EXPECT_EQ(response.headers.at(0), (std::pair<std::string, std::string>("Retry-After", "5")));
}

}  // namespace
}  // namespace octavo::server
