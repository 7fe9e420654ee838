#include "vlm/http/exchange.h"

#include <algorithm>
#include <utility>

namespace octavo {
namespace {

// A line whose other end has vanished without a word is noticed within two minutes, while an answer
// may well take longer than that to begin.
constexpr long kKeepAliveIdleSeconds = 60, kKeepAliveIntervalSeconds = 15;

}  // namespace

struct Exchanges::Line {
  std::unique_ptr<Exchange> exchange;
  net::HeaderList headers;
  net::Easy easy;
  size_t header_bytes = 0;
  char message[CURL_ERROR_SIZE] = "";

  static size_t take_header(char* data, size_t size, size_t count, void* user) {
    auto& line = *static_cast<Line*>(user);
    line.header_bytes += size * count;
    if (line.header_bytes > net::kMostHeaderBytes) {
      line.exchange->too_large = true;
      return 0;
    }
    line.exchange->head.add_line({data, size * count});
    return size * count;
  }

  static size_t take_body(char* data, size_t size, size_t count, void* user) {
    auto& exchange = *static_cast<Line*>(user)->exchange;
    const size_t bytes = size * count;
    if (bytes > static_cast<size_t>(exchange.max_answer_bytes) - exchange.answer.size()) {
      exchange.too_large = true;
      return 0;
    }
    exchange.answer.append(data, bytes);
    return bytes;
  }
};

Exchanges::Exchanges(const net::NetworkRoute& route, int most_connections) : route_(route) {
  net::start_curl();
  multi_.reset(curl_multi_init());
  if (multi_)
    curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(most_connections));
}

Exchanges::~Exchanges() { abandon(); }

bool Exchanges::start(std::unique_ptr<Exchange> exchange) {
  auto line = std::make_unique<Line>();
  line->exchange = std::move(exchange);
  line->easy.reset(curl_easy_init());
  if (!multi_ || !line->easy) return false;
  const Exchange& asked = *line->exchange;
  if (!asked.bearer.empty()) line->headers.add("Authorization: Bearer " + asked.bearer);
  line->headers.add("Accept: application/json");
  if (!asked.body.empty()) line->headers.add("Content-Type: application/json");
  line->headers.add("Expect:");  // servers that do not know 100-continue cost a second a request
  net::set_common(line->easy.get(), asked.url, route_, line->headers, line->message);
  const auto set = [&](CURLoption option, auto value) {
    curl_easy_setopt(line->easy.get(), option, value);
  };
  if (!asked.body.empty()) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(asked.body.size()));
    set(CURLOPT_POSTFIELDS, asked.body.c_str());
  }
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(asked.time.count()));
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  set(CURLOPT_TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  set(CURLOPT_HEADERFUNCTION, Line::take_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(line.get()));
  set(CURLOPT_WRITEFUNCTION, Line::take_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(line.get()));
  if (curl_multi_add_handle(multi_.get(), line->easy.get()) != CURLM_OK) return false;
  running_.push_back(std::move(line));
  return true;
}

std::unique_ptr<Exchange> Exchanges::hang_up(size_t index) {
  const std::unique_ptr<Line> line = std::move(running_[index]);
  running_.erase(running_.begin() + static_cast<ptrdiff_t>(index));
  curl_multi_remove_handle(multi_.get(), line->easy.get());
  return std::move(line->exchange);
}

void Exchanges::run(std::chrono::milliseconds wait) {
  int busy = 0;
  curl_multi_perform(multi_.get(), &busy);
  if (static_cast<size_t>(busy) == running_.size() && wait.count() > 0) {
    curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(wait.count()), nullptr);
    curl_multi_perform(multi_.get(), &busy);
  }
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode code = message->data.result;
    const auto found = std::find_if(running_.begin(), running_.end(), [&](const auto& line) {
      return line->easy.get() == message->easy_handle;
    });
    if (found == running_.end()) continue;
    Exchange& exchange = *(*found)->exchange;
    exchange.code = code;
    curl_off_t ready = 0;  // microseconds until the request could be sent
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRETRANSFER_TIME_T, &ready);
    exchange.connected = ready > 0;
    const char* words = (*found)->message;
    if (code != CURLE_OK) exchange.trouble = *words != '\0' ? words : curl_easy_strerror(code);
    ended_.push_back(hang_up(static_cast<size_t>(found - running_.begin())));
  }
}

std::vector<std::unique_ptr<Exchange>> Exchanges::take_ended() { return std::exchange(ended_, {}); }

void Exchanges::abandon(const Exchange* exchange) {
  for (size_t i = 0; i < running_.size(); ++i)
    if (running_[i]->exchange.get() == exchange) {
      hang_up(i);
      return;
    }
}

void Exchanges::abandon() {
  ended_.clear();
  while (!running_.empty()) hang_up(running_.size() - 1);
}

}  // namespace octavo
