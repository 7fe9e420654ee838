#include "store/retry.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "store/disk.h"
#include "store/url.h"

namespace octavo::store {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestDelay{30'000};
constexpr milliseconds kLongestRetryAfter{60'000};
// Without any answer at all (no name server, nobody listens) a person should not wait long.
constexpr int kTriesWithoutAnswer = 3;

bool may_pass(int status) { return status == 408 || status == 429 || status >= 500; }

// Retry-After in seconds; dates are not read.
milliseconds retry_after(const HttpResponse& response) {
  const std::string text = response.header("retry-after");
  int seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failure != std::errc() || end != text.data() + text.size() || seconds < 0)
    return milliseconds(0);
  return std::min(kLongestRetryAfter, milliseconds(std::min(seconds, 3600) * 1000));
}

std::string seconds_text(milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g s", static_cast<double>(time.count()) / 1000);
  return text;
}

// What the server says itself, printable and short.
std::string server_words(const HttpResponse& response) {
  std::string words = response.header("x-error-message");
  constexpr size_t kLongest = 200;
  words.resize(std::min(words.size(), kLongest));
  for (char& c : words)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) c = '?';
  return words.empty() ? "" : ": " + words;
}

}  // namespace

Error status_error(const HttpResponse& response) {
  const std::string answer = shown_url(response.url) + " answers " +
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
  if (!outcome.error && !may_pass(outcome.response.status)) return status_error(outcome.response);
  const Error error = outcome.error ? *outcome.error : status_error(outcome.response);
  const int most = answered ? context_->network->attempts
                            : std::min(context_->network->attempts, kTriesWithoutAnswer);
  if (++tries_ >= most) return error;
  milliseconds delay = context_->network->first_delay * (1 << std::min(tries_ - 1, 16));
  delay = std::max(std::min(delay, kLongestDelay), retry_after(outcome.response));
  if (context_->on_note)
    context_->on_note(what + ": " + error.what + "; trying again in " + seconds_text(delay));
  return sleep_for(delay, context_->cancel);
}

}  // namespace octavo::store
