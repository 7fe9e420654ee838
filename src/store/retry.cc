#include "store/retry.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "net/response_head.h"
#include "net/url.h"
#include "store/disk.h"

namespace octavo::store {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestRetryAfter{60'000};
// Without any answer at all (no name server, nobody listens) a person should not wait long.
constexpr int kTriesWithoutAnswer = 3;

std::string seconds_text(milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g s", static_cast<double>(time.count()) / 1000);
  return text;
}

// What the server says itself.
std::string server_words(const HttpResponse& response) {
  constexpr size_t kLongest = 200;
  const std::string words = net::printable(response.header("x-error-message"), kLongest);
  return words.empty() ? "" : ": " + words;
}

}  // namespace

Error status_error(const HttpResponse& response) {
  const std::string answer = net::shown_url(response.url) + " answers " +
                             std::to_string(response.status) + server_words(response);
  const auto missing = [&](const std::string& hint) {
    return Error{Code::kModelMissing, answer, hint, {}};
  };
  switch (response.status) {
    case 401:
      return missing("the hub wants a token: set HF_TOKEN, or MODELSCOPE_API_TOKEN for ModelScope");
    case 403:
      return missing("the token has no right to it: accept the model's terms on its page");
    case 404:
      return missing("there is no such model, revision or file there");
    case 407:
      return missing("the proxy wants a user and password: http://USER:PASSWORD@HOST:PORT");
    case 429:
      return missing("too many requests: wait a while, or set a token");
    default:
      return missing(response.status >= 500 ? "the server is in trouble: run again later" : "");
  }
}

Status Retry::wait(const HttpOutcome& outcome, const std::string& what) {
  const bool answered = outcome.response.status != 0;
  if (outcome.error && !outcome.transient) return *outcome.error;
  if (!outcome.error && !net::may_pass(outcome.response.status))
    return status_error(outcome.response);
  const Error error = outcome.error ? *outcome.error : status_error(outcome.response);
  const int most = answered ? context_->network->attempts
                            : std::min(context_->network->attempts, kTriesWithoutAnswer);
  if (++tries_ >= most) return error;
  const milliseconds delay =
      std::max(net::retry_delay(context_->network->first_delay, tries_),
               net::retry_after(outcome.response, kLongestRetryAfter, ::time(nullptr)));
  if (context_->on_note)
    context_->on_note(what + ": " + error.what + "; trying again in " + seconds_text(delay));
  return sleep_for(delay, context_->cancel);
}

}  // namespace octavo::store
