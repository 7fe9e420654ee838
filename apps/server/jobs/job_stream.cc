#include "server/jobs/job_stream.h"

#include <mutex>
#include <optional>
#include <utility>

#include "server/jobs/job_json.h"

namespace octavo::server {
namespace {

using Clock = std::chrono::steady_clock;
using service::JobEvent;
using service::Service;

// At most so much is made at a time for a client that may be slow.
constexpr size_t kMostText = 64 << 10;
constexpr std::chrono::seconds kPicturePatience{60};

class Subscription {
 public:
  explicit Subscription(Service& service) : service_(service) {}
  ~Subscription() {
    if (id_ != 0) service_.unsubscribe(id_);
  }
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;
  void start(const std::string& job, Wake wake) { id_ = service_.subscribe(job, std::move(wake)); }

 private:
  Service& service_;
  uint64_t id_ = 0;
};

class JobEvents : public EventSource {
 public:
  JobEvents(Service& service, std::string job, uint64_t since)
      : service_(service), job_(std::move(job)), since_(since), subscription_(service) {}

  void start(Wake wake) override { subscription_.start(job_, std::move(wake)); }

  State poll(std::string& out) override {
    if (next_ == fetched_.size()) {
      fetched_ = service_.events(job_, since_);
      next_ = 0;
    }
    bool over = false;
    while (next_ < fetched_.size() && out.size() < kMostText) over = append(fetched_[next_++], out);
    if (next_ < fetched_.size()) return State::kMore;
    if (over) return State::kFinished;
    // A client that comes back after the last event, or to a job that was removed meanwhile.
    const bool nothing_to_come = out.empty() && is_over();
    return nothing_to_come ? State::kFinished : State::kWaiting;
  }

 private:
  // True after the job's last.
  bool append(const JobEvent& event, std::string& out) {
    since_ = event.sequence;
    const std::string id = std::to_string(event.sequence);
    if (event.kind != JobEvent::Kind::kJob) {
      out += event_text(event_name(event.kind), id, event.json);
      return false;
    }
    const auto job = service_.job(job_, false);
    if (!job) return true;
    out += event_text("job", id, json_text(job_json(*job)));
    return is_final(job->state) && next_ == fetched_.size();
  }

  // Final, and nothing has come since the last look.
  bool is_over() const {
    const auto job = service_.job(job_, false);
    return !job || (is_final(job->state) && service_.events(job_, since_).empty());
  }

  Service& service_;
  const std::string job_;
  uint64_t since_;
  std::vector<JobEvent> fetched_;
  size_t next_ = 0;
  Subscription subscription_;
};

class JobEnd : public Pending {
 public:
  JobEnd(Service& service, std::string job, std::chrono::seconds patience,
         std::function<Response(const service::JobSnapshot&)> answer,
         std::function<Response()> when_gone)
      : service_(service),
        job_(std::move(job)),
        deadline_(Clock::now() + patience),
        answer_(std::move(answer)),
        when_gone_(std::move(when_gone)),
        subscription_(service) {}

  void start(Wake wake) override { subscription_.start(job_, std::move(wake)); }
  bool ready(bool time_is_over) override {
    if (time_is_over) return true;
    const auto job = service_.job(job_, false);
    return !job || is_final(job->state);
  }
  Response take() override {
    const auto job = service_.job(job_);
    return job ? answer_(*job) : when_gone_();
  }
  Clock::time_point deadline() const override { return deadline_; }

 private:
  Service& service_;
  const std::string job_;
  const Clock::time_point deadline_;
  const std::function<Response(const service::JobSnapshot&)> answer_;
  const std::function<Response()> when_gone_;
  Subscription subscription_;
};

class Picture : public Pending {
 public:
  Picture(Service& service, std::string job, int file, int page,
          std::function<Response(Result<std::string>)> answer)
      : service_(service),
        job_(std::move(job)),
        file_(file),
        page_(page),
        answer_(std::move(answer)),
        shared_(std::make_shared<Shared>()) {}

  void start(Wake wake) override {
    // The callback may come after this is gone; what it writes to stays with it.
    service_.page_image(job_, file_, page_,
                        [shared = shared_, wake = std::move(wake)](Result<std::string> path) {
                          {
                            const std::lock_guard lock(shared->mutex);
                            shared->path.emplace(std::move(path));
                          }
                          wake();
                        });
  }
  bool ready(bool time_is_over) override {
    const std::lock_guard lock(shared_->mutex);
    if (time_is_over && !shared_->path)
      shared_->path.emplace(Error{.code = Code::kServerFailed, .what = "drawing takes too long"});
    return shared_->path.has_value();
  }
  Response take() override {
    const std::lock_guard lock(shared_->mutex);
    return answer_(std::move(*shared_->path));
  }
  Clock::time_point deadline() const override { return deadline_; }

 private:
  struct Shared {
    std::mutex mutex;
    std::optional<Result<std::string>> path;
  };
  Service& service_;
  const std::string job_;
  const int file_, page_;
  const std::function<Response(Result<std::string>)> answer_;
  const std::shared_ptr<Shared> shared_;
  const Clock::time_point deadline_ = Clock::now() + kPicturePatience;
};

}  // namespace

std::unique_ptr<EventSource> make_job_events(Service& service, std::string job, uint64_t since) {
  return std::make_unique<JobEvents>(service, std::move(job), since);
}

std::unique_ptr<Pending> wait_for_job(Service& service, std::string job,
                                      std::chrono::seconds patience,
                                      std::function<Response(const service::JobSnapshot&)> answer,
                                      std::function<Response()> when_gone) {
  return std::make_unique<JobEnd>(service, std::move(job), patience, std::move(answer),
                                  std::move(when_gone));
}

std::unique_ptr<Pending> wait_for_picture(Service& service, std::string job, int file, int page,
                                          std::function<Response(Result<std::string>)> answer) {
  return std::make_unique<Picture>(service, std::move(job), file, page, std::move(answer));
}

}  // namespace octavo::server
