#include "net/fetch.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <thread>

namespace octavo::net {
namespace {

using Outcome = Fetched::Outcome;

// Says what it was told for each path, to one connection at a time, and counts them.
class Canned {
 public:
  Canned() {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 16);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  ~Canned() {
    ::shutdown(listener_, SHUT_RDWR);
    if (thread_.joinable()) thread_.join();
    ::close(listener_);
  }
  void say(const std::string& path, const std::string& head, const std::string& body = "") {
    answers_[path] = "HTTP/1.1 " + head + "\r\n\r\n" + body;
  }
  void run() {
    thread_ = std::thread([this] { serve(); });
  }
  std::string at(const std::string& host, const std::string& path) const {
    return "http://" + host + ":" + std::to_string(port_) + path;
  }
  int connections() const { return connections_; }

 private:
  void serve() {
    while (true) {
      const int line = ::accept(listener_, nullptr, nullptr);
      if (line < 0) return;
      ++connections_;
      std::string head;
      char part[4096];
      while (head.find("\r\n\r\n") == std::string::npos) {
        const ssize_t count = ::recv(line, part, sizeof part, 0);
        if (count <= 0) break;
        head.append(part, static_cast<size_t>(count));
      }
      const size_t begin = head.find(' ') + 1;
      const auto found = answers_.find(head.substr(begin, head.find(' ', begin) - begin));
      const std::string answer = found == answers_.end() ? "HTTP/1.1 404 x\r\n\r\n" : found->second;
      ::send(line, answer.data(), answer.size(), MSG_NOSIGNAL);
      ::close(line);
    }
  }

  int listener_ = -1, port_ = 0;
  std::map<std::string, std::string> answers_;
  std::thread thread_;
  std::atomic<int> connections_{0};
};

Address ipv4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  Address address;
  address.bytes = {a, b, c, d};
  return address;
}

// Loopback stands for the public network; 10.0.0.0/8 for the inside.
FetchOptions loopback_is_public() {
  FetchOptions options;
  options.may_reach = [](const Address& address) { return address.bytes[0] == 127; };
  options.look_up = [](const std::string& host) -> std::vector<Address> {
    if (host == "inside.test") return {ipv4(10, 0, 0, 1)};
    if (host == "mixed.test") return {ipv4(127, 0, 0, 1), ipv4(10, 0, 0, 1)};
    if (host == "nowhere.test") return {};
    return {ipv4(127, 0, 0, 1)};
  };
  options.time = std::chrono::milliseconds(5000);
  return options;
}

std::string text(const Fetched& fetched) { return {fetched.bytes.begin(), fetched.bytes.end()}; }

TEST(Fetch, GoesToTheAddressThatWasLookedUp) {
  Canned server;
  server.say("/a.png", "200 OK", "pixels");
  server.run();
  int looked_up = 0;
  FetchOptions options = loopback_is_public();
  options.look_up = [&](const std::string& host) -> std::vector<Address> {
    EXPECT_EQ(host, "pictures.test");
    // A second lookup would lead inside.
    return {looked_up++ == 0 ? ipv4(127, 0, 0, 1) : ipv4(10, 0, 0, 1)};
  };
  const Fetched fetched = fetch(server.at("pictures.test", "/a.png#part"), options);
  EXPECT_EQ(fetched.outcome, Outcome::kGot) << fetched.trouble;
  EXPECT_EQ(text(fetched), "pixels");
  EXPECT_EQ(looked_up, 1);
}

TEST(Fetch, NothingIsSentInside) {
  Canned server;
  server.run();
  const FetchOptions options = loopback_is_public();
  EXPECT_EQ(fetch(server.at("inside.test", "/"), options).outcome, Outcome::kBlocked);
  EXPECT_EQ(fetch(server.at("mixed.test", "/"), options).outcome, Outcome::kBlocked);
  EXPECT_EQ(fetch(server.at("nowhere.test", "/"), options).outcome, Outcome::kFailed);
  EXPECT_EQ(server.connections(), 0);
}

// With the real rules, however the address of this machine is written.
TEST(Fetch, ThisMachineIsInside) {
  Canned server;
  server.run();
  for (const char* host :
       {"127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001",
        "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "0.0.0.0", "0",
        "127.0.0.1.", "localhost.", "127.255.255.254"}) {
    const auto outcome = fetch(server.at(host, "/"), {}).outcome;
    EXPECT_TRUE(outcome == Outcome::kBlocked || outcome == Outcome::kBadUrl) << host;
    // On the usual port the address alone is in the way.
    const auto usual = fetch("http://" + std::string(host) + "/", {}).outcome;
    EXPECT_TRUE(usual == Outcome::kBlocked || usual == Outcome::kBadUrl ||
                usual == Outcome::kFailed)  // "127.0.0.1." is a name, and none that exists
        << host;
  }
  for (const char* url :
       {"http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "http://[fd00::1]/",
        "https://10.0.0.1/", "https://192.168.1.1/", "http://100.64.0.1/",
        "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://8.8.8.8:22/"})
    EXPECT_EQ(fetch(url, {}).outcome, Outcome::kBlocked) << url;
  EXPECT_EQ(server.connections(), 0);
}

TEST(Fetch, OnlyPlainWebAddresses) {
  for (const char* url :
       {"", "x", "http://", "ftp://127.0.0.1/x", "file:///etc/passwd", "gopher://127.0.0.1/",
        "http://user@example.test/", "http://user:word@example.test/",
        "http://example.test\\@127.0.0.1/", "http://exa mple.test/", "http://example.test/\r\nX: y",
        "http://[fe80::1%25eth0]/", "//example.test/", "http://example.test:99999/"})
    EXPECT_EQ(fetch(url, loopback_is_public()).outcome, Outcome::kBadUrl) << url;
}

TEST(Fetch, EveryRedirectIsLookedAt) {
  Canned server;
  server.say("/inside", "302 x\r\nLocation: http://inside.test/");
  server.say("/file", "302 x\r\nLocation: file:///etc/passwd");
  server.say("/loop", "302 x\r\nLocation: /loop");
  server.say("/bare", "302 x");
  server.say("/1", "301 x\r\nLocation: /2", "ignored");
  server.say("/2", "307 x\r\nLocation: 3?a=b");
  server.say("/3?a=b", "200 OK", "found");
  server.run();
  const FetchOptions options = loopback_is_public();
  const auto get = [&](const char* path) { return fetch(server.at("a.test", path), options); };
  EXPECT_EQ(get("/inside").outcome, Outcome::kBlocked);
  EXPECT_EQ(get("/file").outcome, Outcome::kBlocked);
  EXPECT_EQ(get("/loop").outcome, Outcome::kFailed);
  EXPECT_EQ(get("/bare").outcome, Outcome::kFailed);
  EXPECT_EQ(text(get("/1")), "found");
}

TEST(Fetch, StaysWithinItsBounds) {
  Canned server;
  server.say("/long", "200 OK", std::string(1001, 'x'));
  server.say("/announced", "200 OK\r\nContent-Length: 1000000", "x");
  server.say("/exact", "200 OK", std::string(1000, 'x'));
  server.say("/coded", "200 OK\r\nContent-Encoding: gzip", "x");
  server.say("/missing", "404 x");
  server.run();
  FetchOptions options = loopback_is_public();
  options.most_bytes = 1000;
  const auto get = [&](const char* path) { return fetch(server.at("a.test", path), options); };
  EXPECT_EQ(get("/long").outcome, Outcome::kTooLarge);
  EXPECT_EQ(get("/announced").outcome, Outcome::kTooLarge);
  EXPECT_EQ(get("/exact").bytes.size(), 1000U);
  EXPECT_EQ(get("/coded").outcome, Outcome::kFailed);
  EXPECT_EQ(get("/missing").outcome, Outcome::kFailed);
  const std::atomic<bool> cancelled{true};
  EXPECT_EQ(fetch(server.at("a.test", "/exact"), options, &cancelled).outcome, Outcome::kCancelled);
}

}  // namespace
}  // namespace octavo::net
