// What the front takes from anybody. Defaults are safe for a machine with 4 GB; the table of
// docs/api.md lists them, and a test holds it against these.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace octavo::server {

struct HttpLimits {
  size_t connections = 6000;  // more are answered 503 and closed
  size_t head_bytes = 16 << 10;
  size_t head_fields = 100;
  uint64_t json_bytes = 64ULL << 20;  // a body that is kept in memory (pictures come as data URIs)
  uint64_t file_bytes = 200ULL << 20;
  uint64_t upload_bytes = 1024ULL << 20;  // all files of one request
  size_t files = 100;
  size_t parts = 256;
  size_t part_head_bytes = 8 << 10;
  size_t form_bytes = 1 << 20;           // all fields of a form that are no files
  size_t buffered_bytes = 256ULL << 20;  // bodies in memory, all connections together

  std::chrono::milliseconds head_time{15'000};   // from the first byte of a request to its last
  std::chrono::milliseconds idle_time{75'000};   // between two requests of a connection
  std::chrono::milliseconds stall_time{30'000};  // without a byte, in a body or an answer
  std::chrono::milliseconds body_time{900'000};  // a whole body
  std::chrono::milliseconds drain_time{30'000};  // after SIGTERM, for requests in flight
};

}  // namespace octavo::server
