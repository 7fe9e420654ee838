// The front: connections, deadlines and limits, requests to handlers and their answers back. All
// connections are served by the one thread that calls run(); handlers that touch files run on a few
// threads for work.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "octavo/result.h"
#include "server/http/access.h"
#include "server/http/limits.h"
#include "server/http/router.h"

namespace octavo::server {

// One request that was answered, or broken off.
struct Exchange {
  std::string id, peer;
  std::string method;
  std::string route;  // the pattern, never the path: paths may hold names
  int status = 0;     // 0: the client was gone before an answer
  double seconds = 0;
  uint64_t bytes_in = 0, bytes_out = 0;
  bool broken_off = false;  // not all of the answer left
};

struct ServerCounts {
  uint64_t connections = 0;  // now
  uint64_t in_flight = 0;    // requests, now
  uint64_t refused = 0;      // connections, since start
};

struct HttpServerOptions {
  std::string host = "127.0.0.1";  // an address, or localhost
  uint16_t port = 8000;            // 0: any that is free
  HttpLimits limits;
  std::string staging_folder;  // where uploads go
  int work_threads = 4;
  // On the thread of run(); must not block.
  std::function<void(const Exchange&)> observe;
  // The first SIGTERM or SIGINT: called once, on a thread of its own, after the listening has
  // ended. When it returns, connections that are still open are closed.
  std::function<void()> drain;
};

class HttpServer {
 public:
  HttpServer(HttpServerOptions options, const Router& router, Access& access);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The port. kInvalidArgument: no such address, or the port is taken.
  Result<uint16_t> listen();
  // Until a signal, and what it began, is over. A second signal ends it at once. True: in peace.
  bool run();
  // On the thread of run(): in handlers that run inline, and in observe.
  const ServerCounts& counts() const;
  bool draining() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::server
