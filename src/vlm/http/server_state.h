// What all calls to one server share: where it is, and how it fares.
#pragma once

#include <atomic>
#include <string>

#include "net/curl_handle.h"
#include "octavo/vlm_server.h"
#include "vlm/http/exchange.h"
#include "vlm/http/judge.h"
#include "vlm/http/server_url.h"

namespace octavo {

// Thread-safe.
class ServerState {
 public:
  ServerState(const VlmServer& options, ServerUrl url);

  const VlmServer& options() const { return options_; }
  const ServerUrl& url() const { return url_; }
  const net::NetworkRoute& route() const { return route_; }
  const Asked& asked() const { return asked_; }
  void set_model(std::string model) { asked_.model = std::move(model); }  // before any call

  // With address, key and limits; `body` empty: a GET.
  std::unique_ptr<Exchange> make_exchange(const std::string& url, std::string body) const;

  // Room for one more request? leave() gives it back.
  bool enter();
  void leave() { --running_; }

  void note_success();
  void note_busy();  // fewer at once, until answers come again
  // A request was given up; `unreachable`: there was no line at all. True: so are all others.
  bool note_failure(bool unreachable);
  int attempts() const { return gone_ ? 1 : options_.attempts; }
  // Before attempt `tries` + 1.
  std::chrono::milliseconds delay(int tries) const;

 private:
  VlmServer options_;
  ServerUrl url_;
  net::NetworkRoute route_;
  Asked asked_;
  std::atomic<int> running_ = 0, allowed_, failures_ = 0;  // failures since the last answer
  std::atomic<bool> gone_ = false;
};

}  // namespace octavo
