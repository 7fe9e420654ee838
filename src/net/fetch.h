// A file from an address that a stranger has given. Each host is looked up once; when any of its
// addresses may not be reached, nothing is sent; else the connection goes to one of just these
// addresses, whatever the name means a moment later (DNS rebinding). Redirects go through the same.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "net/address.h"

namespace octavo::net {

struct FetchOptions {
  int64_t most_bytes = int64_t(32) << 20;
  int most_redirects = 3;
  std::chrono::milliseconds connect_time{5'000}, idle_time{10'000}, time{30'000};
  std::string ca_file;  // empty: the system's
  // Both for tests: which addresses may be reached (empty: is_public), and any port with it; how a
  // name becomes addresses (empty: the system's resolver).
  std::function<bool(const Address&)> may_reach;
  std::function<std::vector<Address>(const std::string& host)> look_up;
};

struct Fetched {
  enum class Outcome : uint8_t {
    kGot,
    kBadUrl,   // no http or https URL, or one with a user name
    kBlocked,  // its host, its port or a redirect may not be reached
    kFailed,   // no such host, no connection, another status than 200, a coded body
    kTooLarge,
    kTimedOut,
    kCancelled,
  };
  Outcome outcome = Outcome::kFailed;
  std::vector<uint8_t> bytes;
  std::string trouble;  // of kFailed, for people; says nothing about addresses that may not be
                        // reached
};

// Blocks. GET without cookies, credentials or a proxy; ports 80 and 443 alone; never from https to
// http. `cancel` (may be null) ends it within a second once true. Thread-safe.
Fetched fetch(const std::string& url, const FetchOptions& options,
              const std::atomic<bool>* cancel = nullptr);

}  // namespace octavo::net
