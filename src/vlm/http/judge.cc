#include "vlm/http/judge.h"

#include <ctime>
#include <utility>

#include "vlm/http/answer_body.h"

namespace octavo {
namespace {

constexpr std::chrono::milliseconds kLongestWait{120'000};

// https://curl.se/libcurl/c/libcurl-errors.html
bool is_tls(CURLcode code) {
  switch (code) {
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return true;
    default:
      return false;
  }
}

std::string without(std::string text, const std::string& secret) {
  if (secret.empty()) return text;
  for (size_t at = 0; (at = text.find(secret, at)) != std::string::npos;)
    text.replace(at, secret.size(), "***");
  return text;
}

std::string seconds_of(std::chrono::milliseconds time) {
  return std::to_string(time.count() / 1000) + " s";
}

Verdict no_answer(const Exchange& exchange, const Asked& asked) {
  const auto verdict = [&](Code code, const std::string& what, const char* hint, bool again) {
    return Verdict{
        .error = {code, what, hint, {}}, .again = again, .unreachable = !exchange.connected};
  };
  if (exchange.too_large)
    return verdict(Code::kServerIncompatible,
                   asked.server + " answers with more than " +
                       std::to_string(exchange.max_answer_bytes >> 20) + " MB",
                   "is this a model server?", false);
  if (is_tls(exchange.code)) {
    Verdict tls = verdict(Code::kServerTlsFailed, asked.server + ": " + exchange.trouble,
                          "name the certificates to trust with SSL_CERT_FILE",
                          exchange.code == CURLE_SSL_CONNECT_ERROR);
    tls.hopeless = true;
    return tls;
  }
  if (exchange.code == CURLE_OPERATION_TIMEDOUT && exchange.connected)
    return verdict(Code::kServerUnreachable,
                   asked.server + " gives no answer within " + seconds_of(exchange.time), "",
                   false);
  return verdict(Code::kServerUnreachable, asked.server + ": " + exchange.trouble,
                 "is the server running, and does a proxy stand between?",
                 net::is_transient(exchange.code));
}

Verdict not_found(const Complaint& complaint, const Asked& asked, const std::string& answers) {
  const bool about_model = complaint.from_api && !asked.model.empty() &&
                           complaint.words.find(asked.model) != std::string::npos;
  if (about_model)
    return {.error = {Code::kServerModelMissing,
                      answers,
                      "leave --vlm-model out, or name a model that the server has",
                      {}},
            .hopeless = true};
  return {
      .error = {Code::kServerIncompatible,
                answers,
                "the address must lead to an OpenAI-style API, such as http://localhost:8000/v1",
                {}},
      .hopeless = true};
}

Verdict refusal(const Exchange& exchange, const Asked& asked) {
  const int status = exchange.head.status;
  const Complaint complaint = read_complaint(exchange.answer);
  std::string answers = asked.server + " answers " + std::to_string(status);
  if (!complaint.words.empty()) answers += ": " + complaint.words;
  switch (status) {
    case 401:
    case 403:
      return {.error = {Code::kServerDenied,
                        answers,
                        asked.key.empty() ? "it wants a key: set OCTAVO_VLM_KEY, or --vlm-key-file"
                                          : "it does not take this key",
                        {}},
              .hopeless = true};
    case 407:
      return {.error = {Code::kServerDenied,
                        answers,
                        "the proxy wants a user and password: http://USER:PASSWORD@HOST:PORT",
                        {}},
              .hopeless = true};
    case 404:
      return not_found(complaint, asked, answers);
    default:
      break;
  }
  if (net::may_pass(status))
    return {.error = {Code::kServerFailed, answers, "", {}},
            .again = true,
            .busy = status == 429 || status == 503,
            .wait = net::retry_after(exchange.head, kLongestWait, ::time(nullptr))};
  Verdict verdict{.error = {Code::kServerIncompatible, answers, "", {}}};
  if (status >= 300 && status < 400) {
    const std::string place = net::printable(exchange.head.header("location"), 200);
    verdict.error.what += place.empty() ? "" : " and points to " + place;
    verdict.error.hint = "give the address itself: redirects are not followed";
    verdict.hopeless = true;
  } else if (status == 405) {
    verdict.error.hint = "the address must lead to an OpenAI-style API";
    verdict.hopeless = true;
  }
  return verdict;
}

}  // namespace

Verdict judge(const Exchange& exchange, const Asked& asked) {
  constexpr int kOk = 200;
  Verdict verdict;
  if (exchange.code == CURLE_OK && exchange.head.status == kOk)
    verdict.good = true;
  else if (exchange.code == CURLE_OK)
    verdict = refusal(exchange, asked);
  else
    verdict = no_answer(exchange, asked);
  verdict.error.what = without(std::move(verdict.error.what), asked.key);
  return verdict;
}

}  // namespace octavo
