// Bytes out to a client that may be slow. Seen by connection.cc alone.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include "server/http/limits.h"

namespace octavo::server {

constexpr size_t kPiece = 64 << 10;

class Wire {
 public:
  // Both outlive it.
  Wire(boost::beast::tcp_stream& stream, const HttpLimits& limits)
      : stream_(stream), limits_(limits) {}

  // In pieces, each with the time of a stall: a long answer to a slow client is fine, a client that
  // takes nothing is not. Adds to `sent` what has left; false when the client is gone.
  boost::asio::awaitable<bool> write(std::string_view text, uint64_t& sent) {
    while (!text.empty()) {
      stream_.expires_after(limits_.stall_time);
      const std::string_view piece = text.substr(0, kPiece);
      const auto [failure, count] = co_await boost::asio::async_write(
          stream_, boost::asio::buffer(piece.data(), piece.size()), kPlain);
      sent += count;
      if (failure) co_return false;
      text.remove_prefix(count);
    }
    co_return true;
  }

  // The same as a chunk of its own (RFC 9112 7.1).
  boost::asio::awaitable<bool> write_chunk(std::string_view text, uint64_t& sent) {
    std::array<char, 20> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", text.size());
    const std::string chunk = size.data() + std::string(text) + "\r\n";
    co_return co_await write(chunk, sent);
  }

  // For a client that was refused and goes on sending: closing at once would take the answer away
  // from it (RFC 9112 9.6).
  boost::asio::awaitable<void> linger() {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds kLinger{30}, kPause{3};  // in all, and without a byte
    boost::system::error_code ignored;
    stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    const auto deadline = Clock::now() + kLinger;
    std::string piece(kPiece, '\0');
    while (Clock::now() < deadline) {
      stream_.expires_at(std::min(deadline, Clock::now() + kPause));
      const auto [failure, count] =
          co_await stream_.async_read_some(boost::asio::buffer(piece), kPlain);
      if (failure) break;
    }
  }

 private:
  static constexpr auto kPlain = boost::asio::as_tuple(boost::asio::use_awaitable);

  boost::beast::tcp_stream& stream_;
  const HttpLimits& limits_;
};

}  // namespace octavo::server
