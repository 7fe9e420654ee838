// What every transfer with libcurl has in common.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <memory>
#include <string>

namespace octavo::net {

// How the network is reached. The library never asks the environment: callers fill this in.
struct NetworkRoute {
  std::string http_proxy, https_proxy, no_proxy;  // empty: straight there
  std::string ca_file;                            // empty: the system's
  std::chrono::milliseconds connect_timeout{20'000};
};

class HeaderList {
 public:
  void add(const std::string& line);  // "Range: bytes=5-"
  curl_slist* get() const { return list_.get(); }

 private:
  struct Free {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };
  std::unique_ptr<curl_slist, Free> list_;
};

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
using Easy = std::unique_ptr<CURL, FreeEasy>;
using Multi = std::unique_ptr<CURLM, FreeMulti>;

// Once in a process before all else. Thread-safe.
void start_curl();

// Everything that does not depend on what is asked: no redirects, no signals, http and https alone,
// proxies and certificates. `headers` and `message` (CURL_ERROR_SIZE bytes) must outlive the
// transfer.
void set_common(CURL* easy, const std::string& url, const NetworkRoute& route,
                const HeaderList& headers, char* message);

// Could another try do? What the user must mend is not worth one.
bool is_transient(CURLcode code);

}  // namespace octavo::net
