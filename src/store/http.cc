#include "store/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <mutex>

#include "store/disk.h"
#include "store/url.h"

namespace octavo::store {
namespace {

constexpr int kMostRedirects = 10;
constexpr uint64_t kMostDropped = 1 << 20;     // bytes of a body that nobody wants
constexpr size_t kMostHeaderBytes = 64 << 10;  // of one answer
constexpr int kPollMilliseconds = 100;         // how fast a cancel is seen

struct ListDeleter {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using List = std::unique_ptr<curl_slist, ListDeleter>;

void append(List& list, const std::string& text) {
  curl_slist* longer = curl_slist_append(list.get(), text.c_str());
  if (longer == nullptr) return;  // out of memory: the header is missing, the server will say
  static_cast<void>(list.release());
  list.reset(longer);
}

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
  if (transfer.header_bytes > kMostHeaderBytes) return 0;
  if (line.starts_with("HTTP/")) {
    // "HTTP/1.1 206 Partial Content"; a proxy's own answer and 100 Continue come before the real
    // one.
    transfer.response.headers.clear();
    const size_t space = line.find(' ');
    transfer.response.status = 0;
    for (size_t i = space + 1; space != std::string_view::npos && i < line.size() && i < space + 4;
         ++i)
      if (std::isdigit(static_cast<unsigned char>(line[i])) != 0)
        transfer.response.status = transfer.response.status * 10 + (line[i] - '0');
    return line.size();
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return line.size();
  std::string name(line.substr(0, colon));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.front())) != 0)
    value.remove_prefix(1);
  while (!value.empty() && std::isspace(static_cast<unsigned char>(value.back())) != 0)
    value.remove_suffix(1);
  transfer.response.headers[name] = value;
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

// Is it worth another try? What the user must mend is not.
bool is_transient(CURLcode code) {
  switch (code) {
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_TOO_MANY_REDIRECTS:
    case CURLE_OUT_OF_MEMORY:
      return false;
    default:
      return true;
  }
}

}  // namespace

std::string HttpResponse::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

struct HttpClient::Impl {
  const ModelNetwork& network;
  const CancelFlag* cancel;
  CURLM* multi = nullptr;
  CURL* easy = nullptr;

  void set_up(const std::string& url, const List& headers, Transfer& transfer, char* message) const;
  CURLcode run() const;
  HttpOutcome get_once(const std::string& url, const std::string& bearer,
                       const HttpRequest& request, const HttpHead& on_head,
                       const HttpBody& on_body) const;
};

HttpClient::HttpClient(const ModelNetwork& network, const CancelFlag* cancel)
    : impl_(new Impl{network, cancel}) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  impl_->multi = curl_multi_init();
  impl_->easy = curl_easy_init();
}

HttpClient::~HttpClient() {
  curl_easy_cleanup(impl_->easy);
  curl_multi_cleanup(impl_->multi);
}

void HttpClient::Impl::set_up(const std::string& url, const List& headers, Transfer& transfer,
                              char* message) const {
  const auto set = [&](CURLoption option, auto value) { curl_easy_setopt(easy, option, value); };
  curl_easy_reset(easy);
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_USERAGENT, "octavo");
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_FOLLOWLOCATION, 0L);
  // Set even when empty: libcurl would ask the environment otherwise.
  const bool secure = url.starts_with("https:");
  set(CURLOPT_PROXY, (secure ? network.https_proxy : network.http_proxy).c_str());
  set(CURLOPT_NOPROXY, network.no_proxy.c_str());
  if (!network.ca_file.empty()) set(CURLOPT_CAINFO, network.ca_file.c_str());
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(network.connect_timeout.count()));
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME,
      std::max<long>(static_cast<long>(network.stall_timeout.count() / 1000), 1));
  set(CURLOPT_ERRORBUFFER, message);
  set(CURLOPT_HEADERFUNCTION, take_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&transfer));
  set(CURLOPT_WRITEFUNCTION, take_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&transfer));
}

CURLcode HttpClient::Impl::run() const {
  if (curl_multi_add_handle(multi, easy) != CURLM_OK) return CURLE_FAILED_INIT;
  CURLcode code = CURLE_OK;
  for (int running = 1; running > 0;) {
    if (curl_multi_perform(multi, &running) != CURLM_OK) {
      code = CURLE_FAILED_INIT;
      break;
    }
    if (cancel != nullptr && cancel->is_set()) {
      code = CURLE_ABORTED_BY_CALLBACK;
      break;
    }
    if (running > 0) curl_multi_poll(multi, nullptr, 0, kPollMilliseconds, nullptr);
  }
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi, &left))
    if (message->msg == CURLMSG_DONE && code == CURLE_OK) code = message->data.result;
  curl_multi_remove_handle(multi, easy);
  return code;
}

HttpOutcome HttpClient::Impl::get_once(const std::string& url, const std::string& bearer,
                                       const HttpRequest& request, const HttpHead& on_head,
                                       const HttpBody& on_body) const {
  List headers;
  if (!bearer.empty()) append(headers, "Authorization: Bearer " + bearer);
  for (const std::string& header : request.headers) append(headers, header);
  Transfer transfer;
  transfer.on_head = &on_head;
  transfer.on_body = &on_body;
  transfer.response.url = url;
  char message[CURL_ERROR_SIZE] = "";
  set_up(url, headers, transfer, message);
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
                          "cannot get " + shown_url(url) + ": " + what,
                          "check the network and the proxy settings",
                          {}};
    outcome.transient = is_transient(code);
  }
  return outcome;
}

HttpOutcome HttpClient::get(const HttpRequest& request, const HttpHead& on_head,
                            const HttpBody& on_body) {
  std::string url = request.url;
  for (int hops = 0;; ++hops) {
    const bool same = origin(url) == origin(request.url);
    HttpOutcome outcome =
        impl_->get_once(url, same ? request.bearer : "", request, on_head, on_body);
    const int status = outcome.response.status;
    const std::string location = outcome.response.header("location");
    const bool moved =
        status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    if (outcome.error || !moved || location.empty()) return outcome;
    const auto refuse = [&](const std::string& why) {
      outcome.error = Error{Code::kModelMissing, shown_url(url) + " " + why, "", {}};
      return outcome;
    };
    if (hops == kMostRedirects) return refuse("redirects too often");
    const std::string next = resolve_url(url, location);
    if (!next.starts_with("http://") && !next.starts_with("https://"))
      return refuse("redirects to what is no web address");
    if (url.starts_with("https:") && !next.starts_with("https:"))
      return refuse("redirects from https to http, which is not followed");
    url = next;
  }
}

}  // namespace octavo::store
