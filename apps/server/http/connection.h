// One client's connection, as a coroutine on the server's thread. Together with http_server.cc the
// only code that sees Asio and Beast: both are slow to compile.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>
#include <list>
#include <memory>

#include "server/http/body_reader.h"
#include "server/http/http_server.h"

namespace octavo::server {

class Connection;

// What all connections share; outlives them.
struct Site {
  HttpServerOptions options;
  const Router& router;
  Access& access;
  boost::asio::thread_pool work;
  std::list<Connection*> connections;
  ServerCounts counts;
  BodyBudget budget;
  bool draining = false;
  std::function<void()> connection_ended;  // may be empty
  boost::asio::io_context loop{1};         // last: what still hangs on it uses the rest
};

// Serves it until either side has had enough.
void serve_connection(Site& site, boost::asio::ip::tcp::socket socket);
// Closes it: `idle_only`: unless a request is under way.
void close_connection(Connection& connection, bool idle_only);
// No room for it: an answer that says so, and the end.
void refuse_connection(boost::asio::ip::tcp::socket socket);

}  // namespace octavo::server
