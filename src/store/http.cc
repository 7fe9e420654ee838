#include "store/http.h"

#include <curl/curl.h>

#include <algorithm>

#include "net/curl_handle.h"
#include "net/response_head.h"
#include "net/url.h"
#include "store/disk.h"

namespace octavo::store {
namespace {

constexpr int kMostRedirects = 10;
constexpr uint64_t kMostDropped = 1 << 20;  // bytes of a body that nobody wants
constexpr int kPollMilliseconds = 100;      // how fast a cancel is seen

// One answer as it arrives.
struct Transfer {
  HttpResponse response;
  const HttpHead* on_head = nullptr;
  const HttpBody* on_body = nullptr;
  std::optional<Error> failure;  // a callback's
  bool head_told = false;
  size_t header_bytes = 0;
  uint64_t dropped = 0;

  bool wanted() const { return response.status >= 200 && response.status < 300; }

  bool tell_head() {
    if (head_told || failure) return !failure;
    head_told = true;
    const Status told = (*on_head)(response);
    if (!told.ok()) failure = told.error();
    return !failure;
  }
};

size_t take_header(char* data, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::string_view line(data, size * count);
  transfer.header_bytes += line.size();
  if (transfer.header_bytes > net::kMostHeaderBytes) return 0;
  transfer.response.add_line(line);
  return line.size();
}

size_t take_body(char* data, size_t size, size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const size_t bytes = size * count;
  if (!transfer.wanted()) {
    transfer.dropped += bytes;
    return transfer.dropped > kMostDropped ? 0 : bytes;
  }
  if (!transfer.tell_head()) return 0;
  const Status taken = (*transfer.on_body)({reinterpret_cast<const uint8_t*>(data), bytes});
  if (taken.ok()) return bytes;
  transfer.failure = taken.error();
  return 0;
}

}  // namespace

struct HttpClient::Impl {
  const ModelNetwork& network;
  const CancelFlag* cancel;
  net::NetworkRoute route{.http_proxy = network.http_proxy,
                          .https_proxy = network.https_proxy,
                          .no_proxy = network.no_proxy,
                          .ca_file = network.ca_file,
                          .connect_timeout = network.connect_timeout};
  net::Multi multi{curl_multi_init()};
  net::Easy easy{curl_easy_init()};

  CURLcode run() const;
  HttpOutcome get_once(const std::string& url, const std::string& bearer,
                       const HttpRequest& request, const HttpHead& on_head,
                       const HttpBody& on_body) const;
};

HttpClient::HttpClient(const ModelNetwork& network, const CancelFlag* cancel) {
  net::start_curl();
  impl_.reset(new Impl{network, cancel});
}

HttpClient::~HttpClient() = default;

CURLcode HttpClient::Impl::run() const {
  if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) return CURLE_FAILED_INIT;
  CURLcode code = CURLE_OK;
  for (int running = 1; running > 0;) {
    if (curl_multi_perform(multi.get(), &running) != CURLM_OK) {
      code = CURLE_FAILED_INIT;
      break;
    }
    if (cancel != nullptr && cancel->is_set()) {
      code = CURLE_ABORTED_BY_CALLBACK;
      break;
    }
    if (running > 0) curl_multi_poll(multi.get(), nullptr, 0, kPollMilliseconds, nullptr);
  }
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi.get(), &left))
    if (message->msg == CURLMSG_DONE && code == CURLE_OK) code = message->data.result;
  curl_multi_remove_handle(multi.get(), easy.get());
  return code;
}

HttpOutcome HttpClient::Impl::get_once(const std::string& url, const std::string& bearer,
                                       const HttpRequest& request, const HttpHead& on_head,
                                       const HttpBody& on_body) const {
  net::HeaderList headers;
  if (!bearer.empty()) headers.add("Authorization: Bearer " + bearer);
  for (const std::string& header : request.headers) headers.add(header);
  Transfer transfer;
  transfer.on_head = &on_head;
  transfer.on_body = &on_body;
  transfer.response.url = url;
  char message[CURL_ERROR_SIZE] = "";
  net::set_common(easy.get(), url, route, headers, message);
  const auto set = [&](CURLoption option, auto value) {
    curl_easy_setopt(easy.get(), option, value);
  };
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME,
      std::max<long>(static_cast<long>(network.stall_timeout.count() / 1000), 1));
  set(CURLOPT_HEADERFUNCTION, take_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
  set(CURLOPT_WRITEFUNCTION, take_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
  const CURLcode code = run();
  HttpOutcome outcome;
  if (code == CURLE_OK && transfer.wanted()) static_cast<void>(transfer.tell_head());
  outcome.response = std::move(transfer.response);
  if (transfer.failure) {
    outcome.error = std::move(transfer.failure);
  } else if (code == CURLE_ABORTED_BY_CALLBACK) {
    outcome.error = cancelled();
  } else if (code != CURLE_OK && (code != CURLE_WRITE_ERROR || transfer.wanted())) {
    const std::string what = message[0] == '\0' ? curl_easy_strerror(code) : message;
    outcome.error = Error{Code::kModelMissing,
                          "cannot get " + net::shown_url(url) + ": " + what,
                          "check the network and the proxy settings",
                          {}};
    outcome.transient = net::is_transient(code);
  }
  return outcome;
}

HttpOutcome HttpClient::get(const HttpRequest& request, const HttpHead& on_head,
                            const HttpBody& on_body) {
  std::string url = request.url;
  for (int hops = 0;; ++hops) {
    const bool same = net::origin(url) == net::origin(request.url);
    HttpOutcome outcome =
        impl_->get_once(url, same ? request.bearer : "", request, on_head, on_body);
    const int status = outcome.response.status;
    const std::string location = outcome.response.header("location");
    const bool moved =
        status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    if (outcome.error || !moved || location.empty()) return outcome;
    const auto refuse = [&](const std::string& why) {
      outcome.error = Error{Code::kModelMissing, net::shown_url(url) + " " + why, "", {}};
      return outcome;
    };
    if (hops == kMostRedirects) return refuse("redirects too often");
    const std::string next = net::resolve_url(url, location);
    if (!next.starts_with("http://") && !next.starts_with("https://"))
      return refuse("redirects to what is no web address");
    if (url.starts_with("https:") && !next.starts_with("https:"))
      return refuse("redirects from https to http, which is not followed");
    url = next;
  }
}

}  // namespace octavo::store
