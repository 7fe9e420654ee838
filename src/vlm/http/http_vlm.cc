#include "vlm/http/http_vlm.h"

#include <algorithm>
#include <cctype>
#include <mutex>
#include <utility>

#include "base/try.h"
#include "vlm/http/answer_body.h"
#include "vlm/http/call.h"
#include "vlm/http/server_state.h"

namespace octavo {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{100};
constexpr int kMostAtOnce = 1000;
constexpr size_t kModelsShown = 10;

class HttpVlm : public Vlm {
 public:
  explicit HttpVlm(std::unique_ptr<ServerState> state) : state_(std::move(state)) {}

  std::string name() const override { return state_->asked().model; }

  std::vector<VlmAnswer> answer(
      std::span<const VlmRequest> requests, const Deadline& deadline,
      const std::function<bool(size_t, std::string_view)>& on_text) override {
    std::unique_ptr<Exchanges> exchanges = take_idle();
    auto answers = Call(*state_, *exchanges, requests, deadline, on_text).run();
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(exchanges));
    return answers;
  }

 private:
  // Connections that an earlier call has opened, or new ones.
  std::unique_ptr<Exchanges> take_idle() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty())
      return std::make_unique<Exchanges>(state_->route(), state_->options().concurrency);
    auto exchanges = std::move(idle_.back());
    idle_.pop_back();
    return exchanges;
  }

  std::unique_ptr<ServerState> state_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Exchanges>> idle_;
};

Status check_options(const VlmServer& server) {
  const auto wrong = [](const char* what) { return Error{Code::kInvalidArgument, what, "", {}}; };
  const bool clean = std::all_of(server.key.begin(), server.key.end(),
                                 [](unsigned char c) { return std::isgraph(c) != 0; });
  if (!clean) return wrong("the key of the model server has spaces, line ends or other odd bytes");
  if (server.concurrency < 1 || server.concurrency > kMostAtOnce)
    return wrong("requests at once must be between 1 and 1000");
  if (server.attempts < 1 || server.first_delay.count() < 0 || server.max_answer_bytes < 1 ||
      server.connect_timeout.count() < 1 || server.answer_timeout.count() < 1 ||
      server.list_timeout.count() < 1)
    return wrong("attempts, times and sizes must be more than zero");
  return success();
}

// A GET with all its attempts.
Result<std::string> fetch_models(const ServerState& state, const Deadline& deadline, int& status) {
  Exchanges exchanges(state.route(), 1);
  const auto until_ended = [&]() -> Result<std::unique_ptr<Exchange>> {
    auto asked = state.make_exchange(state.url().models(), "");
    // A server that listens and is silent: nobody has seen a page yet, and nothing limits the wait.
    asked->time = std::min(asked->time, state.options().list_timeout);
    if (!exchanges.start(std::move(asked)))
      return Error{Code::kInternal, "no memory for a connection", "", {}};
    while (true) {
      OCTAVO_TRY_STATUS(deadline.check());
      exchanges.run(kLook);
      if (auto ended = exchanges.take_ended(); !ended.empty()) return std::move(ended.front());
    }
  };
  for (int tries = 1;; ++tries) {
    const auto exchange = OCTAVO_TRY(until_ended());
    status = exchange->head.status;
    const Verdict verdict = judge(*exchange, state.asked());
    if (verdict.good) return std::move(exchange->answer);
    if (!verdict.again || tries >= state.options().attempts) return verdict.error;
    const auto wake = std::chrono::steady_clock::now() + std::max(state.delay(tries), verdict.wait);
    while (std::chrono::steady_clock::now() < wake) {
      OCTAVO_TRY_STATUS(deadline.check());
      exchanges.run(std::min(
          kLook, std::chrono::ceil<milliseconds>(wake - std::chrono::steady_clock::now())));
    }
  }
}

std::string list_of(std::vector<std::string> names) {
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kModelsShown); ++i)
    text += (i > 0 ? ", " : "") + net::printable(names[i], 100);
  return text + (names.size() > kModelsShown ? ", ..." : "");
}

Result<std::string> choose_model(const ServerState& state, const std::vector<std::string>& names) {
  const std::string& wanted = state.options().model;
  const auto missing = [](std::string what, std::string hint) {
    return Error{Code::kServerModelMissing, std::move(what), std::move(hint), {}};
  };
  if (!wanted.empty()) {
    if (std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
    return missing(state.asked().server + " has no model " + net::printable(wanted, 100),
                   names.empty() ? "" : "it has " + list_of(names));
  }
  if (names.size() == 1) return names.front();
  if (names.empty()) return missing(state.asked().server + " has no model", "");
  return missing(state.asked().server + " has " + std::to_string(names.size()) + " models",
                 "name one with --vlm-model: " + list_of(names));
}

}  // namespace

Result<std::unique_ptr<Vlm>> make_http_vlm(const VlmServer& server, const Deadline& deadline) {
  OCTAVO_TRY_STATUS(check_options(server));
  auto state = std::make_unique<ServerState>(server, OCTAVO_TRY(read_server_url(server.url)));
  int status = 0;
  auto listed = fetch_models(*state, deadline, status);
  constexpr int kNotFound = 404, kNotAllowed = 405;
  // Some gateways have no list. Then a name is taken as it is.
  const bool no_list = status == kNotFound || status == kNotAllowed;
  if (listed.ok()) {
    const std::vector<std::string> names = OCTAVO_TRY(read_model_names(*listed));
    state->set_model(OCTAVO_TRY(choose_model(*state, names)));
  } else if (!no_list || server.model.empty()) {
    return std::move(listed).error();
  }
  return std::unique_ptr<Vlm>(std::make_unique<HttpVlm>(std::move(state)));
}

}  // namespace octavo
