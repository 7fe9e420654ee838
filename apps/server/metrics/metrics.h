// Counts of requests, and all figures in the text format of Prometheus (0.0.4).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "server/http/http_server.h"
#include "service/service_status.h"

namespace octavo::server {

// On the thread of the connections alone.
class Metrics {
 public:
  void observe(const Exchange& exchange);
  std::string text(const ServerCounts& server, const service::ServiceStatus& service) const;

 private:
  // Upper bounds in seconds; the last bucket has none.
  static constexpr std::array<double, 10> kBounds{0.001, 0.005, 0.025, 0.1, 0.5,
                                                  2,     10,    60,    300, 1800};
  struct Times {
    std::array<uint64_t, kBounds.size() + 1> buckets{};
    double sum = 0;
    uint64_t count = 0;
  };
  // By method, route and status: patterns of routes alone, so their number has a bound.
  std::map<std::tuple<std::string, std::string, int>, uint64_t> requests_;
  std::map<std::string, Times> times_;  // by route
  uint64_t bytes_in_ = 0, bytes_out_ = 0, broken_off_ = 0;
};

}  // namespace octavo::server
