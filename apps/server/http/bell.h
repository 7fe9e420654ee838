// How a coroutine of a connection is woken from any thread. Seen by connection.cc alone.
#pragma once

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
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

inline boost::asio::awaitable<void> wait_for(Bell& bell,
                                             std::chrono::steady_clock::time_point until) {
  if (!bell.rung && !bell.gone) {
    bell.timer.expires_at(until);
    co_await bell.timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  bell.rung = false;
}

}  // namespace octavo::server
