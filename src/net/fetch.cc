#include "net/fetch.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "net/curl_handle.h"
#include "net/response_head.h"
#include "net/url.h"

namespace octavo::net {
namespace {

using Clock = std::chrono::steady_clock;
using Outcome = Fetched::Outcome;

constexpr size_t kLongestUrl = 8 << 10;

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

// A URL as the transfer will understand it: libcurl's own parser has written it anew.
struct Place {
  std::string url, host, port;
  bool secure = false;
};

std::optional<std::string> part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, which, &text, flags) != CURLUE_OK || text == nullptr) return std::nullopt;
  std::string copy(text);
  curl_free(text);
  return copy;
}

bool has_control(const std::string& url) {
  return std::any_of(url.begin(), url.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F || c == '\\';
  });
}

std::optional<Place> parse(const std::string& text) {
  if (text.size() > kLongestUrl || has_control(text)) return std::nullopt;
  const std::unique_ptr<CURLU, FreeUrl> url(curl_url());
  if (!url ||
      curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_DISALLOW_USER) != CURLUE_OK)
    return std::nullopt;
  const auto scheme = part(url.get(), CURLUPART_SCHEME), host = part(url.get(), CURLUPART_HOST);
  if (!scheme || (*scheme != "http" && *scheme != "https") || !host || host->empty())
    return std::nullopt;
  if (part(url.get(), CURLUPART_ZONEID)) return std::nullopt;
  curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
  const auto port = part(url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
  const auto whole = part(url.get(), CURLUPART_URL);
  if (!port || !whole) return std::nullopt;
  return Place{*whole, *host, *port, *scheme == "https"};
}

std::vector<Address> look_up(const std::string& host) {
  std::string name = host;  // [::1] without its brackets
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(name.c_str(), nullptr, &wanted, &found) != 0) return {};
  std::vector<Address> addresses;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next)
    if (const auto address = address_of(one->ai_addr)) addresses.push_back(*address);
  ::freeaddrinfo(found);
  return addresses;
}

class Fetch {
 public:
  Fetch(const FetchOptions& options, const std::atomic<bool>* cancel)
      : options_(options), cancel_(cancel), end_(Clock::now() + options.time) {
    start_curl();
    route_.ca_file = options.ca_file;
    route_.connect_timeout = options.connect_time;
  }

  Fetched run(const std::string& url) {
    auto place = parse(url);
    if (!place) return {Outcome::kBadUrl, {}, {}};
    for (int hop = 0; hop <= options_.most_redirects; ++hop) {
      const Outcome outcome = get(*place);
      if (outcome != Outcome::kGot) return {outcome, {}, std::move(trouble_)};
      const bool redirect = head_.status >= 300 && head_.status < 400 && head_.status != 304;
      if (!redirect) return judge();
      auto next = parse(resolve_url(place->url, head_.header("location")));
      if (!next || (place->secure && !next->secure)) return {Outcome::kBlocked, {}, {}};
      place = std::move(next);
    }
    return failed("it is redirected too often");
  }

 private:
  static Fetched failed(std::string why) { return {Outcome::kFailed, {}, std::move(why)}; }

  Fetched judge() {
    if (head_.status != 200) return failed("its server answers " + std::to_string(head_.status));
    const std::string coding = head_.header("content-encoding");
    if (!coding.empty() && coding != "identity") return failed("its content is compressed");
    return {Outcome::kGot, std::move(bytes_), {}};
  }

  bool may_reach(const Address& address) const {
    return options_.may_reach ? options_.may_reach(address) : is_public(address);
  }

  Outcome get(const Place& place) {
    if (!options_.may_reach && place.port != "80" && place.port != "443") return Outcome::kBlocked;
    addresses_ = options_.look_up ? options_.look_up(place.host) : look_up(place.host);
    if (addresses_.empty()) {
      trouble_ = "there is no such host";
      return Outcome::kFailed;
    }
    for (const Address& address : addresses_)
      if (!may_reach(address)) return Outcome::kBlocked;
    return transfer(place);
  }

  Outcome transfer(const Place& place) {
    const Easy easy(curl_easy_init());
    if (!easy) return Outcome::kFailed;
    HeaderList headers, pinned;
    headers.add("Accept: image/*");
    headers.add("Accept-Encoding: identity");
    std::string targets;
    for (const Address& address : addresses_) {
      const std::string text = address_text(address);
      targets += (targets.empty() ? "" : ",") + (address.v6 ? "[" + text + "]" : text);
    }
    pinned.add(place.host + ":" + place.port + ":" + targets);
    char message[CURL_ERROR_SIZE] = "";
    set_common(easy.get(), place.url, route_, headers, message);
    const auto set = [&](CURLoption option, auto value) {
      curl_easy_setopt(easy.get(), option, value);
    };
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<int64_t>(left.count(), 1)));
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME,
        static_cast<long>(std::max<int64_t>(options_.idle_time.count() / 1000, 1)));
    set(CURLOPT_RESOLVE, pinned.get());
    set(CURLOPT_FORBID_REUSE, 1L);
    set(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    set(CURLOPT_OPENSOCKETDATA, static_cast<void*>(this));
    set(CURLOPT_HEADERFUNCTION, take_header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_WRITEFUNCTION, take_body);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, look_around);
    set(CURLOPT_XFERINFODATA, static_cast<void*>(this));
    head_ = {};
    bytes_.clear();
    header_bytes_ = 0;
    return outcome_of(curl_easy_perform(easy.get()));
  }

  Outcome outcome_of(CURLcode code) {
    if (code == CURLE_OK) return Outcome::kGot;
    if (is_cancelled()) return Outcome::kCancelled;
    if (too_large_) return Outcome::kTooLarge;
    if (blocked_) return Outcome::kBlocked;
    if (code == CURLE_OPERATION_TIMEDOUT) return Outcome::kTimedOut;
    trouble_ = code == CURLE_PEER_FAILED_VERIFICATION ? "its certificate is not to be trusted"
                                                      : "its server cannot be reached";
    return Outcome::kFailed;
  }

  bool is_cancelled() const { return cancel_ != nullptr && cancel_->load(); }

  // The last word before a connection: only what was looked up and found to be reachable.
  static curl_socket_t open_socket(void* user, curlsocktype, curl_sockaddr* to) {
    auto& self = *static_cast<Fetch*>(user);
    const auto address = address_of(&to->addr);
    const bool known = address && std::find(self.addresses_.begin(), self.addresses_.end(),
                                            *address) != self.addresses_.end();
    if (!known || !self.may_reach(*address)) {
      self.blocked_ = true;
      return CURL_SOCKET_BAD;
    }
    return ::socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
  }

  static size_t take_header(char* data, size_t size, size_t count, void* user) {
    auto& self = *static_cast<Fetch*>(user);
    self.header_bytes_ += size * count;
    if (self.header_bytes_ > kMostHeaderBytes) return 0;
    self.head_.add_line({data, size * count});
    return size * count;
  }

  static size_t take_body(char* data, size_t size, size_t count, void* user) {
    auto& self = *static_cast<Fetch*>(user);
    if (self.head_.status != 200) return size * count;  // of a redirect or an error
    const size_t bytes = size * count;
    if (bytes > static_cast<size_t>(self.options_.most_bytes) - self.bytes_.size()) {
      self.too_large_ = true;
      return 0;
    }
    self.bytes_.insert(self.bytes_.end(), data, data + bytes);
    return bytes;
  }

  static int look_around(void* user, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
    auto& self = *static_cast<Fetch*>(user);
    if (total > self.options_.most_bytes) self.too_large_ = true;  // as announced
    return self.too_large_ || self.is_cancelled() ? 1 : 0;
  }

  const FetchOptions& options_;
  const std::atomic<bool>* cancel_;
  const Clock::time_point end_;
  NetworkRoute route_;  // straight there
  std::vector<Address> addresses_;
  ResponseHead head_;
  std::vector<uint8_t> bytes_;
  size_t header_bytes_ = 0;
  bool too_large_ = false, blocked_ = false;
  std::string trouble_;
};

}  // namespace

Fetched fetch(const std::string& url, const FetchOptions& options,
              const std::atomic<bool>* cancel) {
  return Fetch(options, cancel).run(url);
}

}  // namespace octavo::net
