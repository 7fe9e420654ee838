#include "server/http/http_server.h"

#include <sys/resource.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <thread>

#include "server/http/connection.h"

namespace octavo::server {

namespace asio = boost::asio;
using Failure = boost::system::error_code;
using asio::ip::tcp;

namespace {

// Answers that are on their way when the work is over.
constexpr std::chrono::seconds kLastWords{2};
// After "too many open files" and the like: a new try at once would burn the processor.
constexpr std::chrono::milliseconds kAcceptPause{50};
// Descriptors beside the connections: libraries, uploads, files that are sent.
constexpr rlim_t kOtherDescriptors = 512;

void allow_descriptors(size_t connections) {
  rlimit limit{};
  const rlim_t wanted = connections + kOtherDescriptors;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

struct HttpServer::Impl {
  Impl(HttpServerOptions options, const Router& router, Access& access)
      : work_threads(static_cast<size_t>(options.work_threads)),
        site{.options = std::move(options),
             .router = router,
             .access = access,
             .work = asio::thread_pool(work_threads)},
        acceptor(site.loop),
        signals(site.loop),
        grace(site.loop) {}

  asio::awaitable<void> accept_all();
  asio::awaitable<void> watch_signals();
  void begin_to_drain();
  void end_connections();
  void stop_when_empty();

  size_t work_threads;
  Site site;
  tcp::acceptor acceptor;
  asio::signal_set signals;
  asio::steady_timer grace;
  std::thread drainer;
  bool drained = false;
  bool in_peace = false;
};

HttpServer::HttpServer(HttpServerOptions options, const Router& router, Access& access)
    : impl_(std::make_unique<Impl>(std::move(options), router, access)) {}

HttpServer::~HttpServer() {
  if (impl_->drainer.joinable()) impl_->drainer.join();
  impl_->site.work.join();
}

const ServerCounts& HttpServer::counts() const { return impl_->site.counts; }
bool HttpServer::draining() const { return impl_->site.draining; }

Result<uint16_t> HttpServer::listen() {
  Site& site = impl_->site;
  const std::string& host = site.options.host;
  Failure failure;
  const auto address = asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, failure);
  if (failure)
    return Error{.code = Code::kInvalidArgument,
                 .what = "'" + host + "' is no address of this machine",
                 .hint = "such as 127.0.0.1, ::1, 0.0.0.0"};
  allow_descriptors(site.options.limits.connections);
  const tcp::endpoint endpoint(address, site.options.port);
  tcp::acceptor& acceptor = impl_->acceptor;
  acceptor.open(endpoint.protocol(), failure);
  if (!failure) acceptor.set_option(tcp::acceptor::reuse_address(true), failure);
  if (!failure) acceptor.bind(endpoint, failure);
  if (!failure) acceptor.listen(tcp::acceptor::max_listen_connections, failure);
  if (failure)
    return Error{.code = Code::kInvalidArgument,
                 .what = host + " port " + std::to_string(site.options.port) +
                         " cannot be listened on: " + failure.message()};
  impl_->signals.add(SIGINT, failure);
  impl_->signals.add(SIGTERM, failure);
  return acceptor.local_endpoint().port();
}

asio::awaitable<void> HttpServer::Impl::accept_all() {
  while (acceptor.is_open()) {
    auto [failure, socket] = co_await acceptor.async_accept(asio::as_tuple(asio::use_awaitable));
    if (!acceptor.is_open()) co_return;
    if (failure) {
      asio::steady_timer pause(site.loop, kAcceptPause);
      co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
    } else if (site.counts.connections >= site.options.limits.connections) {
      ++site.counts.refused;
      refuse_connection(std::move(socket));
    } else {
      serve_connection(site, std::move(socket));
    }
  }
}

asio::awaitable<void> HttpServer::Impl::watch_signals() {
  const auto [failure, number] = co_await signals.async_wait(asio::as_tuple(asio::use_awaitable));
  if (failure) co_return;
  begin_to_drain();
  const auto [again, second] = co_await signals.async_wait(asio::as_tuple(asio::use_awaitable));
  if (!again) site.loop.stop();
}

void HttpServer::Impl::begin_to_drain() {
  site.draining = true;
  Failure ignored;
  acceptor.close(ignored);
  for (auto it = site.connections.begin(); it != site.connections.end();)
    close_connection(**it++, true);
  drainer = std::thread([this] {
    if (site.options.drain) site.options.drain();
    asio::post(site.loop, [this] { end_connections(); });
  });
}

void HttpServer::Impl::end_connections() {
  drained = true;
  site.connection_ended = [this] { stop_when_empty(); };
  grace.expires_after(kLastWords);
  grace.async_wait([this](const Failure& failure) {
    if (failure) return;
    for (auto it = site.connections.begin(); it != site.connections.end();)
      close_connection(**it++, false);
  });
  stop_when_empty();
}

void HttpServer::Impl::stop_when_empty() {
  if (!drained || !site.connections.empty()) return;
  in_peace = true;
  grace.cancel();
  signals.cancel();
  site.loop.stop();
}

bool HttpServer::run() {
  Impl& impl = *impl_;
  asio::co_spawn(impl.site.loop, impl.accept_all(), asio::detached);
  asio::co_spawn(impl.site.loop, impl.watch_signals(), asio::detached);
  impl.site.loop.run();
  return impl.in_peace;
}

}  // namespace octavo::server
