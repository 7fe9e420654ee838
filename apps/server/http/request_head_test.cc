#include "server/http/request_head.h"

#include <gtest/gtest.h>

namespace octavo::server {
namespace {

// 0: taken; else the status it is refused with.
int status(const std::string& head, const HttpLimits& limits = {}) {
  const auto read = read_request_head(head, limits);
  const auto* problem = std::get_if<Problem>(&read);
  return problem == nullptr ? 0 : problem->status;
}

int status_with(const std::string& fields) {
  return status("POST /a HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n");
}

TEST(RequestHead, WhatItSays) {
  const auto read = read_request_head(
      "POST /v1/a%20b?tier=basic&x=%2B+1&tier= HTTP/1.1\r\nHost: localhost:8000\r\n"
      "Content-Length: 12\r\nX-Api-Key:\t secret \r\nExpect: 100-Continue\r\n\r\n",
      {});
  const auto& head = std::get<RequestHead>(read);
  EXPECT_EQ(head.request.method, Method::kPost);
  EXPECT_EQ(head.request.path, "/v1/a b");
  EXPECT_EQ(head.request.query, (Fields{{"tier", "basic"}, {"x", "+ 1"}, {"tier", ""}}));
  EXPECT_EQ(head.request.header("x-api-key"), "secret");
  EXPECT_EQ(head.content_length, 12U);
  EXPECT_TRUE(head.keep_alive);
  EXPECT_TRUE(head.expects_continue);
  EXPECT_FALSE(head.chunked);
}

TEST(RequestHead, ConnectionsStayOpenAsTheVersionSays) {
  const auto keeps = [](const std::string& head) {
    return std::get<RequestHead>(read_request_head(head, {})).keep_alive;
  };
  EXPECT_TRUE(keeps("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n"));
  EXPECT_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(keeps("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

TEST(RequestHead, TwoLengthsAreNeverGuessedAt) {
  EXPECT_EQ(status_with("Content-Length: 1\r\n"), 0);
  EXPECT_EQ(status_with("Transfer-Encoding: Chunked\r\n"), 0);
  EXPECT_EQ(status_with("Content-Length: 1\r\nContent-Length: 1\r\n"), 400);
  EXPECT_EQ(status_with("Content-Length: 1\r\ncontent-length: 2\r\n"), 400);
  EXPECT_EQ(status_with("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(status_with("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"), 400);
  for (const char* wrong : {"-1", "+1", "1 2", "1,1", "0x1", "", "18446744073709551616", "1.0"})
    EXPECT_EQ(status_with("Content-Length: " + std::string(wrong) + "\r\n"), 400) << wrong;
  for (const char* wrong : {"gzip", "gzip, chunked", "chunked, chunked", "identity", "\"chunked\""})
    EXPECT_EQ(status_with("Transfer-Encoding: " + std::string(wrong) + "\r\n"), 501) << wrong;
}

TEST(RequestHead, LinesAndFieldsThatParsersReadDifferently) {
  EXPECT_EQ(status("GET / HTTP/1.1\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a\n\r\n"), 400);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n"), 400);
  EXPECT_EQ(status_with("Transfer-Encoding : chunked\r\n"), 400);
  EXPECT_EQ(status_with(" folded: a\r\n"), 400);
  EXPECT_EQ(status_with("A: b\r\n\tc\r\n"), 400);
  EXPECT_EQ(status_with("no colon\r\n"), 400);
  EXPECT_EQ(status_with(": empty\r\n"), 400);
  EXPECT_EQ(status_with(std::string("A: b\0c\r\n", 8)), 400);
  EXPECT_EQ(status_with("A\xC3\xA4: b\r\n"), 400);
  EXPECT_EQ(status_with("A: b\xC3\xA4\r\n"), 0);
}

TEST(RequestHead, RequestLines) {
  const auto line = [](const std::string& text) { return status(text + "\r\nHost: a\r\n\r\n"); };
  EXPECT_EQ(line("GET / HTTP/1.1"), 0);
  EXPECT_EQ(line("BREW / HTTP/1.1"), 0);  // a method like others; the router does not know it
  for (const char* wrong :
       {"GET /", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET\t/ HTTP/1.1", "GET",
        "GET http://a/ HTTP/1.1", "GET * HTTP/1.1", "GET a HTTP/1.1", "GET /a b HTTP/1.1",
        "GET /%zz HTTP/1.1", "GET /%00 HTTP/1.1", "GET /%ff HTTP/1.1", "GET /a#b HTTP/1.1",
        "G(T / HTTP/1.1", "GET / http/1.1"})
    EXPECT_EQ(line(wrong), 400) << wrong;
  EXPECT_EQ(line("GET / HTTP/2.0"), 505);
  EXPECT_EQ(line("GET / HTTP/1.10"), 505);
}

TEST(RequestHead, HostExpectationCoding) {
  EXPECT_EQ(status("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_with("Host: b\r\n"), 400);
  EXPECT_EQ(status_with("Expect: a miracle\r\n"), 417);
  EXPECT_EQ(status_with("Content-Encoding: gzip\r\n"), 415);
  EXPECT_EQ(status_with("Content-Encoding: identity\r\n"), 0);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a\r\n"), 400);
}

TEST(RequestHead, NumberOfFields) {
  HttpLimits limits;
  limits.head_fields = 3;
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nC: d\r\n\r\n", limits), 0);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a\r\nA: b\r\nC: d\r\nE: f\r\n\r\n", limits), 431);
}

}  // namespace
}  // namespace octavo::server
