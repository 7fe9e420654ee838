// Pictures of pages, drawn when somebody asks for them.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "service/desk.h"
#include "service/job_store.h"
#include "service/jobs.h"

namespace octavo::service {

// Thread-safe; the calls of Desk come from the supervisor. What it is given must outlive it.
class Pictures : public Desk {
 public:
  using Done = std::function<void(Result<std::string>)>;
  Pictures(const JobStore& store, Jobs& jobs, const ServiceOptions& options,
           std::function<void()> wake_supervisor);
  ~Pictures() override;  // those that wait are told that it is over

  // See Service::page_image.
  void ask(const std::string& id, int file, int page, Done done);
  bool is_idle() const;

  bool has_work() const override;
  std::optional<Dispatch> next() override;
  std::vector<int64_t> take_cancelled() override { return {}; }
  bool take(int64_t task, const std::string& what, const Json& json) override;
  void lost(const std::vector<int64_t>& tasks) override;

 private:
  struct Wanted {
    std::string id;
    int file = 0, page = 0;
    auto operator<=>(const Wanted&) const = default;
  };
  void finish(const Wanted& wanted, const Result<std::string>& result);

  const JobStore& store_;
  Jobs& jobs_;
  const ServiceOptions& options_;
  const std::function<void()> wake_supervisor_;
  mutable std::mutex mutex_;
  std::map<Wanted, std::vector<Done>> asked_;
  std::deque<std::pair<Wanted, std::string>> queue_;  // with the document's password
  std::map<int64_t, Wanted> running_;
  int64_t last_task_ = 0;
};

}  // namespace octavo::service
