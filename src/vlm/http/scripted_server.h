// A server for tests: answers each request as it is told to, or misbehaves. One thread a
// connection.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace octavo {

struct ServerReply {
  enum class Then : uint8_t { kKeep, kClose, kHang };
  int status = 200;
  std::string body;
  std::vector<std::string> headers;  // "Retry-After: 1"
  std::chrono::milliseconds delay{0};
  size_t send = std::string::npos;  // bytes of head and body together that are sent
  Then then = Then::kKeep;
};

struct ServerRequest {
  std::string method, path, head, body;
};

class ScriptedServer {
 public:
  using Handler = std::function<ServerReply(const ServerRequest&)>;

  explicit ScriptedServer(Handler handler) : handler_(std::move(handler)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 128);
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~ScriptedServer() {
    stop();
    for (std::thread& line : lines_) line.join();
  }
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::vector<ServerRequest> seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }
  int most_at_once() const { return most_; }
  // No more connections, and those there are cut.
  void stop() {
    if (stopped_.exchange(true)) return;
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
    const std::lock_guard lock(mutex_);
    for (const int line : open_) ::shutdown(line, SHUT_RDWR);
  }

 private:
  void accept_all() {
    while (true) {
      const int line = ::accept(listener_, nullptr, nullptr);
      if (line < 0) return;
      const std::lock_guard lock(mutex_);
      open_.push_back(line);
      lines_.emplace_back([this, line] { serve(line); });
    }
  }

  void serve(int line) {
    std::string buffer;
    ServerRequest request;
    while (receive(line, buffer, request)) {
      const int now = ++at_once_;
      for (int most = most_; now > most && !most_.compare_exchange_weak(most, now);) continue;
      {
        const std::lock_guard lock(mutex_);
        seen_.push_back(request);
      }
      const ServerReply reply = handler_(request);
      sleep(reply.delay);
      std::string text = "HTTP/1.1 " + std::to_string(reply.status) + " x\r\n";
      for (const std::string& header : reply.headers) text += header + "\r\n";
      text += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n\r\n" + reply.body;
      text.resize(std::min(text.size(), reply.send));
      send_all(line, text);
      if (reply.then == ServerReply::Then::kHang) sleep(std::chrono::seconds(60));
      --at_once_;
      if (reply.then != ServerReply::Then::kKeep) break;
    }
    const std::lock_guard lock(mutex_);
    std::erase(open_, line);
    ::close(line);
  }

  static bool receive(int line, std::string& buffer, ServerRequest& request) {
    size_t end = 0;
    while ((end = buffer.find("\r\n\r\n")) == std::string::npos)
      if (!more(line, buffer)) return false;
    request.head = buffer.substr(0, end + 2);
    size_t length = 0;
    constexpr std::string_view kName = "Content-Length: ";
    if (const size_t at = request.head.find(kName); at != std::string::npos)
      std::from_chars(request.head.data() + at + kName.size(),
                      request.head.data() + request.head.size(), length);
    while (buffer.size() < end + 4 + length)
      if (!more(line, buffer)) return false;
    request.body = buffer.substr(end + 4, length);
    buffer.erase(0, end + 4 + length);
    const size_t first = request.head.find(' '), second = request.head.find(' ', first + 1);
    request.method = request.head.substr(0, first);
    request.path = request.head.substr(first + 1, second - first - 1);
    return true;
  }

  static bool more(int line, std::string& buffer) {
    char part[65536];
    const ssize_t count = ::recv(line, part, sizeof part, 0);
    if (count > 0) buffer.append(part, static_cast<size_t>(count));
    return count > 0;
  }

  static void send_all(int line, const std::string& text) {
    for (size_t at = 0; at < text.size();) {
      const ssize_t count = ::send(line, text.data() + at, text.size() - at, MSG_NOSIGNAL);
      if (count <= 0) return;
      at += static_cast<size_t>(count);
    }
  }

  void sleep(std::chrono::milliseconds time) const {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stopped_ && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  Handler handler_;
  int listener_ = -1, port_ = 0;
  std::thread acceptor_;
  std::mutex mutex_;
  std::vector<std::thread> lines_;
  std::vector<int> open_;
  std::vector<ServerRequest> seen_;
  std::atomic<bool> stopped_ = false;
  std::atomic<int> at_once_ = 0, most_ = 0;
};

}  // namespace octavo
