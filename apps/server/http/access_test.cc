#include "server/http/access.h"

#include <gtest/gtest.h>

#include <fstream>

namespace octavo::server {
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point kNow{};

Request request(Method method, Fields headers, const std::string& peer = "10.0.0.1") {
  Request out;
  out.method = method;
  out.headers = std::move(headers);
  out.peer = peer;
  return out;
}

int status(const std::optional<Problem>& problem) { return problem ? problem->status : 0; }

TEST(Access, HostsOfThisMachineOnALoopbackBind) {
  Access access({});
  const auto host = [&](const std::string& name) {
    return status(access.check(request(Method::kGet, {{"host", name}}), false, kNow));
  };
  for (const char* good :
       {"localhost", "LocalHost:8000", "127.0.0.1:1", "127.1.2.3", "[::1]", "[::1]:8000"})
    EXPECT_EQ(host(good), 0) << good;
  for (const char* other : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                            "10.0.0.1", "[::2]:80", "127.evil", "0.0.0.0", ""})
    EXPECT_EQ(host(other), std::string(other).empty() ? 0 : 421) << other;
}

TEST(Access, FurtherHosts) {
  Access open({.loopback = false});
  EXPECT_EQ(status(open.check(request(Method::kGet, {{"host", "any.example"}}), false, kNow)), 0);
  Access named({.loopback = false, .hosts = {"docs.example"}});
  EXPECT_EQ(status(named.check(request(Method::kGet, {{"host", "docs.example:443"}}), false, kNow)),
            0);
  EXPECT_EQ(status(named.check(request(Method::kGet, {{"host", "any.example"}}), false, kNow)),
            421);
}

TEST(Access, PagesOfOtherOriginsChangeNothing) {
  Access access({});
  const auto origin = [&](Method method, const std::string& text) {
    return status(
        access.check(request(method, {{"host", "localhost:8000"}, {"origin", text}}), true, kNow));
  };
  EXPECT_EQ(origin(Method::kPost, "http://localhost:8000"), 0);
  EXPECT_EQ(origin(Method::kGet, "http://evil.example"), 0);
  for (const char* other :
       {"http://evil.example", "http://localhost:8001", "null", "", "localhost:8000"})
    for (const Method method : {Method::kPost, Method::kPut, Method::kDelete})
      EXPECT_EQ(origin(method, other), 403) << other;
}

TEST(Access, KeysAsBearerAndAsHeader) {
  Access access({.keys = {"first-key", "second-key"}});
  const auto with = [&](const std::string& name, const std::string& value) {
    return status(access.check(request(Method::kGet, {{"host", "localhost"}, {name, value}}, value),
                               false, kNow));
  };
  EXPECT_EQ(with("authorization", "Bearer first-key"), 0);
  EXPECT_EQ(with("authorization", "bearer  second-key"), 0);
  EXPECT_EQ(with("x-api-key", "second-key"), 0);
  for (const char* wrong : {"first-ke", "first-key2", "First-key", "first-keysecond-key", "x"})
    EXPECT_EQ(with("x-api-key", wrong), 401) << wrong;
  EXPECT_EQ(with("authorization", "Basic first-key"), 401);
  EXPECT_EQ(with("x", "y"), 401);
  EXPECT_EQ(status(access.check(request(Method::kGet, {}), true, kNow)), 0);
}

// Behind a proxy everybody has its address: who has a key must not suffer for others.
TEST(Access, TenWrongKeysAMinuteFromOneAddress) {
  Access access({.keys = {"right-key"}});
  const auto with = [&](const std::string& key, const std::string& peer, int seconds) {
    return status(access.check(request(Method::kGet, {{"x-api-key", key}}, peer), false,
                               kNow + std::chrono::seconds(seconds)));
  };
  for (int i = 0; i < 10; ++i) EXPECT_EQ(with("wrong-key", "a", i), 401);
  EXPECT_EQ(with("wrong-key", "a", 10), 429);
  EXPECT_EQ(with("", "a", 10), 401);
  EXPECT_EQ(with("right-key", "a", 11), 0);
  EXPECT_EQ(with("wrong-key", "a", 11), 429);  // which resets nothing
  EXPECT_EQ(with("wrong-key", "b", 12), 401);
  EXPECT_EQ(with("right-key", "a", 61), 0);
  EXPECT_EQ(with("wrong-key", "a", 62), 401);
}

TEST(Access, KeysAreComparedWhole) {
  EXPECT_TRUE(same_key("12345678", "12345678"));
  EXPECT_FALSE(same_key("12345678", "12345679"));
  EXPECT_FALSE(same_key("12345678", "123456789"));
  EXPECT_FALSE(same_key(std::string(256, 'a'), std::string(255, 'a') + "b"));
}

TEST(Access, FilesOfKeys) {
  const std::string path = testing::TempDir() + "/keys";
  const auto read = [&](const std::string& text) {
    std::ofstream(path) << text;
    return read_key_file(path);
  };
  EXPECT_EQ(read("# ours\n first-key \r\n\nsecond-key").value(),
            (std::vector<std::string>{"first-key", "second-key"}));
  EXPECT_FALSE(read("").ok());
  EXPECT_FALSE(read("# none\n").ok());
  EXPECT_FALSE(read("short\n").ok());
  EXPECT_FALSE(read("two words here\n").ok());
  EXPECT_FALSE(read(std::string(257, 'a')).ok());
  EXPECT_NE(read("# ours\n\ngood-key-1\nbad\n").error().message().find("line 4"),
            std::string::npos);
  // What is wrong with a key is said without the key.
  EXPECT_EQ(read("good-key-1\nsecret\n").error().message().find("secret"), std::string::npos);
  EXPECT_FALSE(read_key_file(path + "/none").ok());
}

}  // namespace
}  // namespace octavo::server
