// Many requests at once from one thread.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "net/curl_handle.h"
#include "net/response_head.h"

namespace octavo {

// One request and what comes of it. The caller fills the first part, Exchanges the second.
struct Exchange {
  std::string url;
  std::string body;  // empty: a GET
  std::string bearer;
  std::chrono::milliseconds time{0};  // for all of it
  int64_t max_answer_bytes = 0;

  net::ResponseHead head;
  std::string answer;
  CURLcode code = CURLE_OK;
  bool too_large = false;
  bool connected = false;  // the line was up, TLS included
  std::string trouble;     // libcurl's words when code is not CURLE_OK
};

// Keeps connections between requests. Not thread-safe. `route` must outlive it.
class Exchanges {
 public:
  Exchanges(const net::NetworkRoute& route, int most_connections);
  ~Exchanges();

  // False: no memory for it.
  bool start(std::unique_ptr<Exchange> exchange);
  // Sends and receives; returns early when there is something to do or a request has ended.
  void run(std::chrono::milliseconds wait);
  // Those that have ended since the last call.
  std::vector<std::unique_ptr<Exchange>> take_ended();
  // Cuts its line; it does not come back.
  void abandon(const Exchange* exchange);
  // Cuts all lines, and drops what has ended.
  void abandon();

 private:
  struct Line;
  std::unique_ptr<Exchange> hang_up(size_t index);

  const net::NetworkRoute& route_;
  net::Multi multi_;
  std::vector<std::unique_ptr<Line>> running_;
  std::vector<std::unique_ptr<Exchange>> ended_;
};

}  // namespace octavo
