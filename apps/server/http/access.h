// Who may ask: keys, the Host a request was meant for, and the page it comes from. One thread.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "octavo/result.h"
#include "server/http/problem.h"
#include "server/http/request.h"

namespace octavo::server {

struct AccessOptions {
  std::vector<std::string> keys;   // empty: everybody may ask
  bool loopback = true;            // bound to this machine alone: Host must then name it
  std::vector<std::string> hosts;  // further names that Host may have; with them it is checked on
                                   // every bind
};

// One key a line; blank lines and lines that begin with # do not count. kInvalidArgument when there
// is none, or one is no key (8 to 256 printable ASCII characters without blanks).
Result<std::vector<std::string>> read_key_file(const std::string& path);
bool is_key(std::string_view text);

// "localhost", "127.0.0.0/8", "::1" and the like.
bool is_loopback(std::string_view host);

class Access {
 public:
  explicit Access(AccessOptions options) : options_(std::move(options)) {}

  // 421 for another Host, 403 for a change asked by a page of another origin (none of its pages can
  // ask: CORS is off), 401 for a missing or wrong key, 429 for a wrong one after ten within a
  // minute from one address; a right key always passes. `open`: the route answers without a key.
  std::optional<Problem> check(const Request& request, bool open,
                               std::chrono::steady_clock::time_point now);

 private:
  std::optional<Problem> check_origin(const Request& request) const;
  std::optional<Problem> check_key(const Request& request,
                                   std::chrono::steady_clock::time_point now);

  struct Failures {
    int count = 0;
    std::chrono::steady_clock::time_point since;
  };
  AccessOptions options_;
  std::map<std::string, Failures> failures_;  // by address
};

// In a time that depends on neither key. Precondition: both is_key().
bool same_key(std::string_view a, std::string_view b);

}  // namespace octavo::server
