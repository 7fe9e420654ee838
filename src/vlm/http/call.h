// One call of answer(): requests on their way, those that wait for another try, and those to come.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "vlm/http/exchange.h"
#include "vlm/http/judge.h"
#include "vlm/http/server_state.h"
#include "vlm/vlm.h"

namespace octavo {

class Call {
 public:
  using Clock = std::chrono::steady_clock;
  using OnText = std::function<bool(size_t, std::string_view)>;

  Call(ServerState& state, Exchanges& exchanges, std::span<const VlmRequest> requests,
       const Deadline& deadline, const OnText& on_text);
  std::vector<VlmAnswer> run();

 private:
  struct Job {
    size_t index = 0;
    int tries = 0;
    Clock::time_point ready;
    std::string body;
  };
  struct Sent {
    Job job;
    const Exchange* exchange;
  };

  bool work_left() const { return next_ < requests_.size() || !waiting_.empty() || !sent_.empty(); }
  std::optional<Job> next_job();
  bool start_one();
  void send(Job job);
  void take(std::unique_ptr<Exchange> exchange);
  void answered(size_t index, const Exchange& exchange);
  void failed(Job job, const Verdict& verdict);
  void give_up(size_t index, const Error& error);
  void give_up_unsent();
  bool is_late(size_t index) const { return !requests_[index].deadline.check().ok(); }
  void cancel(size_t index, const Status& why);
  void cut_late();  // requests whose own time has passed
  void cut_off(const Error& error);
  std::chrono::milliseconds pause() const;

  ServerState& state_;
  Exchanges& exchanges_;
  std::span<const VlmRequest> requests_;
  const Deadline& deadline_;
  const OnText& on_text_;
  std::vector<VlmAnswer> answers_;
  size_t next_ = 0;          // the first request that was never sent
  std::deque<Job> waiting_;  // for another try
  std::vector<Sent> sent_;
  bool troubled_ = false;          // the last that came was a failure
  Clock::time_point quiet_until_;  // what the server asked for
  std::optional<Error> stop_;      // nothing new is sent
};

}  // namespace octavo
