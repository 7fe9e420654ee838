// Lines of JSON on standard error: one a request, and what happens in the service. No names of
// documents, no queries, no keys, no texts.
#pragma once

#include <mutex>
#include <string_view>

#include "server/http/http_server.h"
#include "server/http/json.h"
#include "service/service_options.h"

namespace octavo::server {

// Thread-safe: a line is written at once.
class Log {
 public:
  // `{"time":...,"level":...,"event":...,` and the fields of `more`.
  void write(std::string_view level, std::string_view event, const Json& more = Json::object());
  void write(const Exchange& exchange);
  void write(const service::LogLine& line);

 private:
  std::mutex mutex_;
};

}  // namespace octavo::server
