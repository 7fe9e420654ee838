#include "net/curl_handle.h"

#include <mutex>

namespace octavo::net {

void HeaderList::add(const std::string& line) {
  curl_slist* longer = curl_slist_append(list_.get(), line.c_str());
  if (longer == nullptr) return;  // out of memory: the header is missing, the server will say
  static_cast<void>(list_.release());
  list_.reset(longer);
}

void start_curl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

void set_common(CURL* easy, const std::string& url, const NetworkRoute& route,
                const HeaderList& headers, char* message) {
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
  set(CURLOPT_PROXY, (secure ? route.https_proxy : route.http_proxy).c_str());
  set(CURLOPT_NOPROXY, route.no_proxy.c_str());
  if (!route.ca_file.empty()) set(CURLOPT_CAINFO, route.ca_file.c_str());
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(route.connect_timeout.count()));
  set(CURLOPT_ERRORBUFFER, message);
}

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

}  // namespace octavo::net
