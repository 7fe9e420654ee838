// One GET over HTTP(S), its redirects followed under rules of our own. Wraps libcurl.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "net/response_head.h"
#include "octavo/models.h"
#include "octavo/options.h"
#include "octavo/result.h"

namespace octavo::store {

struct HttpRequest {
  std::string url;
  std::string bearer;                // sent to the host of `url` alone
  std::vector<std::string> headers;  // "Range: bytes=5-"; sent along redirects
};

struct HttpResponse : net::ResponseHead {
  std::string url;  // where it came from
};

struct HttpOutcome {
  HttpResponse response;
  std::optional<Error> error;  // no complete answer, or a callback's error
  bool transient = false;      // of `error`: the network's fault; another try may do
};

// Called once before the body of a 2xx answer; an error ends the transfer.
using HttpHead = std::function<Status(const HttpResponse&)>;
// Called with each portion of the body of a 2xx answer. The bodies of others are dropped.
using HttpBody = std::function<Status(std::span<const uint8_t>)>;

// Keeps connections between requests. Not thread-safe. Does not own `network` and `cancel`.
class HttpClient {
 public:
  HttpClient(const ModelNetwork& network, const CancelFlag* cancel);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // At most ten redirects; from https never to http; the bearer never to another scheme, host or
  // port. A status other than 2xx is no error here.
  HttpOutcome get(const HttpRequest& request, const HttpHead& on_head, const HttpBody& on_body);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace octavo::store
