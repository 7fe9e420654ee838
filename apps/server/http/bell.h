// How a coroutine of a connection is woken: from any thread, and when its client closes. Seen by
// connection.cc alone.
#pragma once

#include <sys/socket.h>

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <chrono>
#include <memory>

#include "server/http/response.h"

namespace octavo::server {

// A wake-up from any thread that outlives the connection it is for.
struct Bell {
  explicit Bell(boost::asio::io_context& loop) : timer(loop) {}
  boost::asio::steady_timer timer;
  std::atomic<bool> posted{false};
  bool rung = false;  // on the loop
  bool gone = false;  // the client has closed
};

inline void ring(Bell& bell) {
  bell.rung = true;
  bell.timer.cancel();
}

inline Wake make_wake(boost::asio::io_context& loop, const std::shared_ptr<Bell>& bell) {
  return [&loop, weak = std::weak_ptr<Bell>(bell)] {
    const auto alive = weak.lock();
    if (!alive || alive->posted.exchange(true)) return;
    boost::asio::post(loop, [alive] {
      alive->posted = false;
      ring(*alive);
    });
  };
}

// Rings the bell when the client closes. One that sends its next request early is not watched.
// `owner` owns the socket.
inline void ring_when_closed(boost::asio::ip::tcp::socket& socket,
                             const std::shared_ptr<Bell>& bell, std::shared_ptr<void> owner) {
  socket.async_wait(
      boost::asio::ip::tcp::socket::wait_read,
      [&socket, bell, owner = std::move(owner)](const boost::system::error_code& failure) {
        char byte = 0;
        if (failure || !socket.is_open()) return;
        const ssize_t count = ::recv(socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))) return;
        bell->gone = true;
        ring(*bell);
      });
}

inline boost::asio::awaitable<void> wait_for(Bell& bell,
                                             std::chrono::steady_clock::time_point until) {
  if (!bell.rung && !bell.gone) {
    bell.timer.expires_at(until);
    co_await bell.timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  bell.rung = false;
}

}  // namespace octavo::server
