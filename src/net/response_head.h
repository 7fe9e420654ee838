// Status and headers of an HTTP answer, and what they say about trying again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace octavo::net {

inline constexpr size_t kMostHeaderBytes = 64 << 10;  // of one answer

struct ResponseHead {
  int status = 0;                              // 0: none came
  std::map<std::string, std::string> headers;  // names in lower case

  std::string header(const std::string& name) const;  // empty: not there
  // Takes one line as libcurl hands it over. A status line begins anew: a proxy's own answer and
  // 100 Continue come before the real one.
  void add_line(std::string_view line);
};

// Retry-After (RFC 9110, 10.2.3), in seconds or as a date, at most `most`; 0 when there is none.
// `now`: seconds since 1970.
std::chrono::milliseconds retry_after(const ResponseHead& head, std::chrono::milliseconds most,
                                      int64_t now);

// May the same request fare better a little later?
bool may_pass(int status);

// Before the next try after `tries` of them: `first`, doubled each time, at most 30 s.
std::chrono::milliseconds retry_delay(std::chrono::milliseconds first, int tries);

// What somebody else wrote, for a message: at most `most` bytes, and nothing a terminal obeys.
std::string printable(std::string_view text, size_t most);

}  // namespace octavo::net
