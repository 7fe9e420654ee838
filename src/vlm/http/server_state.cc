#include "vlm/http/server_state.h"

#include <algorithm>
#include <utility>

#include "net/response_head.h"
#include "net/url.h"

namespace octavo {
namespace {

constexpr int kMostFailuresInARow = 3;

}  // namespace

ServerState::ServerState(const VlmServer& options, ServerUrl url)
    : options_(options),
      url_(std::move(url)),
      route_{.http_proxy = options.http_proxy,
             .https_proxy = options.https_proxy,
             .no_proxy = options.no_proxy,
             .ca_file = options.ca_file,
             .connect_timeout = options.connect_timeout},
      asked_{net::shown_url(url_.base + "/" + url_.version), options.model, options.key},
      allowed_(options.concurrency) {}

std::unique_ptr<Exchange> ServerState::make_exchange(const std::string& url,
                                                     std::string body) const {
  auto exchange = std::make_unique<Exchange>();
  exchange->url = url;
  exchange->body = std::move(body);
  exchange->bearer = options_.key;
  exchange->time = options_.answer_timeout;
  exchange->max_answer_bytes = options_.max_answer_bytes;
  return exchange;
}

bool ServerState::enter() {
  for (int running = running_; running < allowed_;)
    if (running_.compare_exchange_weak(running, running + 1)) return true;
  return false;
}

void ServerState::note_success() {
  failures_ = 0;
  gone_ = false;
  int allowed = allowed_;
  if (allowed < options_.concurrency) allowed_.compare_exchange_strong(allowed, allowed + 1);
}

void ServerState::note_busy() {
  int allowed = allowed_;
  allowed_.compare_exchange_strong(allowed, std::max(allowed / 2, 1));
}

bool ServerState::note_failure(bool unreachable) {
  if (++failures_ < kMostFailuresInARow && !unreachable && !gone_) return false;
  gone_ = true;
  return true;
}

std::chrono::milliseconds ServerState::delay(int tries) const {
  return net::retry_delay(options_.first_delay, tries);
}

}  // namespace octavo
