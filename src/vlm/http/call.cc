#include "vlm/http/call.h"

#include <algorithm>
#include <utility>

#include "vlm/http/answer_body.h"
#include "vlm/http/request_body.h"

namespace octavo {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLook{100};        // how fast a deadline and a cancel are seen
constexpr milliseconds kLookForRoom{10};  // while other calls fill the server

}  // namespace

Call::Call(ServerState& state, Exchanges& exchanges, std::span<const VlmRequest> requests,
           const Deadline& deadline, const OnText& on_text)
    : state_(state),
      exchanges_(exchanges),
      requests_(requests),
      deadline_(deadline),
      on_text_(on_text),
      answers_(requests.size()) {}

std::vector<VlmAnswer> Call::run() {
  while (work_left()) {
    if (const Status status = deadline_.check(); !status.ok()) {
      cut_off(status.error());
      break;
    }
    cut_late();
    if (stop_) give_up_unsent();
    // One at a time: making a request takes a while, and those under way must not wait for it.
    const bool started = start_one();
    exchanges_.run(started ? milliseconds(0) : pause());
    for (auto& exchange : exchanges_.take_ended()) take(std::move(exchange));
  }
  return std::move(answers_);
}

std::optional<Call::Job> Call::next_job() {
  const auto now = Clock::now();
  if (now < quiet_until_) return std::nullopt;
  const auto ready = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const Job& job) { return job.ready <= now; });
  // New ones do not go where others have just failed and are to be tried again.
  const bool fresh = next_ < requests_.size() && (!troubled_ || waiting_.empty());
  if (ready == waiting_.end() && !fresh) return std::nullopt;
  if (!state_.enter()) return std::nullopt;
  if (ready == waiting_.end()) return Job{.index = next_++};
  Job job = std::move(*ready);
  waiting_.erase(ready);
  return job;
}

bool Call::start_one() {
  auto job = next_job();
  if (!job) return false;
  if (job->body.empty()) {
    VlmRequest request = requests_[job->index];
    if (is_late(job->index) || (request.wanted && !request.wanted())) {
      state_.leave();
      cancel(job->index, request.deadline.check());
      return true;
    }
    request.max_new_tokens = 0;
    auto body = make_request_body(request, state_.asked().model);
    if (!body.ok()) {
      state_.leave();
      give_up(job->index, body.error());
      return true;
    }
    job->body = std::move(body).value();
  }
  send(*std::move(job));
  return true;
}

void Call::send(Job job) {
  ++job.tries;
  auto exchange = state_.make_exchange(state_.url().chat(), std::exchange(job.body, {}));
  const Exchange* key = exchange.get();
  const size_t index = job.index;
  if (exchanges_.start(std::move(exchange))) {
    sent_.push_back({std::move(job), key});
    return;
  }
  state_.leave();
  give_up(index, {Code::kInternal, "no memory for a connection", "", {}});
}

void Call::take(std::unique_ptr<Exchange> exchange) {
  const auto found = std::find_if(sent_.begin(), sent_.end(), [&](const Sent& sent) {
    return sent.exchange == exchange.get();
  });
  if (found == sent_.end()) return;
  Job job = std::move(found->job);
  sent_.erase(found);
  state_.leave();
  const Verdict verdict = judge(*exchange, state_.asked());
  if (verdict.good) return answered(job.index, *exchange);
  job.body = std::move(exchange->body);
  failed(std::move(job), verdict);
}

void Call::answered(size_t index, const Exchange& exchange) {
  auto answer = read_completion(exchange.answer);
  if (!answer.ok()) {
    if (state_.note_failure(false) && !stop_) stop_ = answer.error();
    return give_up(index, answer.error());
  }
  state_.note_success();
  troubled_ = false;
  answers_[index] = std::move(answer).value();
  const std::string& text = answers_[index].text;
  if (on_text_ && !text.empty() && !on_text_(index, text)) answers_[index].finish = "cancelled";
}

void Call::failed(Job job, const Verdict& verdict) {
  troubled_ = true;
  if (verdict.busy) state_.note_busy();
  if (verdict.again && !stop_ && job.tries < state_.attempts()) {
    const auto now = Clock::now();
    quiet_until_ = std::max(quiet_until_, now + verdict.wait);
    job.ready = now + std::max(state_.delay(job.tries), verdict.wait);
    waiting_.push_back(std::move(job));
    return;
  }
  if ((state_.note_failure(verdict.unreachable) || verdict.hopeless) && !stop_)
    stop_ = verdict.error;
  give_up(job.index, verdict.error);
}

void Call::give_up(size_t index, const Error& error) {
  answers_[index].finish = "error";
  answers_[index].error = error;
}

void Call::give_up_unsent() {
  for (const Job& job : waiting_) give_up(job.index, *stop_);
  waiting_.clear();
  for (; next_ < requests_.size(); ++next_) give_up(next_, *stop_);
}

void Call::cancel(size_t index, const Status& why) {
  answers_[index].finish = "cancelled";
  if (!why.ok()) answers_[index].error = why.error();
}

void Call::cut_late() {
  std::erase_if(sent_, [&](const Sent& sent) {
    if (!is_late(sent.job.index)) return false;
    exchanges_.abandon(sent.exchange);
    state_.leave();
    cancel(sent.job.index, requests_[sent.job.index].deadline.check());
    return true;
  });
  std::erase_if(waiting_, [&](const Job& job) {
    if (!is_late(job.index)) return false;
    cancel(job.index, requests_[job.index].deadline.check());
    return true;
  });
  for (; next_ < requests_.size() && is_late(next_); ++next_)
    cancel(next_, requests_[next_].deadline.check());
}

void Call::cut_off(const Error& error) {
  exchanges_.abandon();
  for (size_t i = 0; i < sent_.size(); ++i) state_.leave();
  sent_.clear();
  waiting_.clear();
  for (VlmAnswer& answer : answers_) {
    if (!answer.finish.empty()) continue;
    answer.finish = "cancelled";
    answer.error = error;
  }
}

milliseconds Call::pause() const {
  const auto now = Clock::now();
  const bool wants_room = now >= quiet_until_ && sent_.empty() && waiting_.empty();
  if (wants_room && next_ < requests_.size()) return kLookForRoom;
  auto wake = now + kLook;
  for (const Job& job : waiting_) wake = std::min(wake, job.ready);
  // Rounded up, so as not to look once more just before the time.
  return std::max(std::chrono::ceil<milliseconds>(wake - now), milliseconds(1));
}

}  // namespace octavo
