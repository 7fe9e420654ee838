// Which handler answers: method and path into a route. Immutable once the server runs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "server/http/problem.h"
#include "server/http/request.h"
#include "server/http/response.h"

namespace octavo::server {

// What a route takes as body; more than its limit is 413 while it arrives.
enum class BodyKind : uint8_t {
  kNone,      // a body is refused
  kBuffered,  // into Request::body, up to HttpLimits::json_bytes
  kFiles,     // multipart: files on disk, fields in memory; JSON and forms: as kBuffered; anything
              // else: one file on disk, in Request::parts with an empty name
};

// Where a handler runs.
enum class Runs : uint8_t {
  kInline,  // on the thread of the connections: returns within microseconds, touches no disk
  kWorker,  // on a thread for work: may read and write files, must not wait for a parse
};

struct Route {
  Method method = Method::kGet;
  std::string pattern;  // "/v1/parse/jobs/{id}"; "{rest*}" at the end takes slashes, too
  std::function<Reply(Request&)> handler;
  BodyKind body = BodyKind::kNone;
  Runs runs = Runs::kWorker;
  bool open = false;  // answers without a key
  ProblemFormat problem = problem_response;
};

struct Match {
  const Route* route = nullptr;
  Fields parameters;
};

class Router {
 public:
  // Routes are tried in the order they were added.
  void add(Route route);
  const std::vector<Route>& routes() const { return routes_; }
  // HEAD finds the route of GET. The problem is 404, or 405 with what is allowed in its message and
  // in `allowed` ("GET, HEAD, POST"), worded by the dialect of the path.
  Match find(Method method, std::string_view path) const;
  std::string allowed(std::string_view path) const;  // empty: no such path
  ProblemFormat problem_format(std::string_view path) const;
  // Paths that start so and have no route word their problems like this.
  void set_problem_format(std::string prefix, ProblemFormat format);

 private:
  std::vector<Route> routes_;
  std::vector<std::pair<std::string, ProblemFormat>> formats_;
};

}  // namespace octavo::server
