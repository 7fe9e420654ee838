// All jobs: from the front's calls to the supervisor's tasks, and what comes back.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "service/desk.h"
#include "service/job_record.h"
#include "service/job_shelf.h"
#include "service/job_store.h"
#include "service/service_options.h"
#include "service/service_status.h"

namespace octavo::service {

// Thread-safe; the calls of Desk come from the supervisor. Has a thread of its own that writes what
// has changed, and removes jobs whose time is over. See service.h for the calls with its names.
class Jobs : public Desk {
 public:
  // `wake_supervisor` is called when there may be something to do for it. Store, options and what
  // the functions use must outlive it.
  Jobs(JobStore& store, const ServiceOptions& options, std::function<void()> wake_supervisor,
       std::function<void(const LogLine&)> log);
  ~Jobs() override;  // writes what is not written

  Result<std::string> submit(JobRequest request);
  std::optional<JobSnapshot> job(const std::string& id, bool with_pages) const;
  bool is_there(const std::string& id) const;
  std::vector<JobSnapshot> jobs(size_t most) const;
  bool cancel(const std::string& id);
  bool remove(const std::string& id);
  std::vector<JobEvent> events(const std::string& id, uint64_t since) const;
  uint64_t subscribe(const std::string& id, std::function<void()> wake);
  void unsubscribe(uint64_t subscription);
  bool is_page_done(const std::string& id, int file, int page) const;
  // None: no such file.
  std::optional<std::string> password(const std::string& id, int file) const;
  void add_to(ServiceStatus& status) const;
  void drain();
  bool is_idle() const;  // nothing is being read
  // Something of it was written by others than the workers that read.
  void grew(const std::string& id);
  // For so many bytes beside the jobs, for a while? kStorageFull.
  Status check_room(int64_t bytes) const;

  bool has_work() const override;
  std::optional<Dispatch> next() override;
  std::vector<int64_t> take_cancelled() override;
  bool take(int64_t task, const std::string& what, const Json& json) override;
  void lost(const std::vector<int64_t>& tasks) override;

 private:
  struct Subscription {
    std::string job;
    std::function<void()> wake;
    std::recursive_mutex calling;
    bool ended = false;
  };
  struct Place {
    std::string job;
    int file = 0;
  };

  using Record = std::shared_ptr<const JobRecord>;

  Status check(const JobRequest& request) const;
  Status reserve(int64_t bytes);
  Result<JobSnapshot> make_snapshot(JobRequest& request) const;
  JobRecord* find(const std::string& id);
  const JobRecord* find(const std::string& id) const;
  void add(JobSnapshot job, std::vector<std::string> passwords, int64_t bytes);
  bool knows(const std::string& id) const;  // with the lock
  Record take_down(const std::string& id) const;
  void describe(JobSnapshot& job) const;
  void load();
  void measure(const std::string& id);
  void shelve(const std::string& id);
  void changed(const std::string& id);  // with the lock: to be written, and told
  void tell(std::unique_lock<std::mutex>& lock);
  void keep();
  void remove_expired();
  void measure_running();
  void write(const std::string& id);
  void take_for(const Place& place, const std::string& what, const Json& json);
  void file_is_over(const Place& place);

  JobStore& store_;
  const ServiceOptions& options_;
  const std::function<void()> wake_supervisor_;
  const std::function<void(const LogLine&)> log_;

  mutable std::mutex mutex_;
  std::map<std::string, std::unique_ptr<JobRecord>> jobs_;  // all but those on the shelf
  std::map<std::string, ShelvedJob> shelf_;
  std::deque<std::string> to_shelve_;                  // those of jobs_ that are over and on disk
  mutable std::pair<std::string, Record> taken_down_;  // the last one: its pages are looked at
  std::deque<Place> queue_;
  std::map<int64_t, Place> running_;
  std::set<int64_t> cancelled_;
  int64_t last_task_ = 0;
  bool draining_ = false;
  std::map<uint64_t, std::shared_ptr<Subscription>> subscriptions_;
  uint64_t last_subscription_ = 0;
  std::set<std::string> to_tell_;
  std::set<std::string> to_write_;
  std::set<std::string> to_measure_;
  std::map<std::string, int64_t> bytes_;  // on disk, of those in jobs_
  int64_t bytes_in_all_ = 0;              // of the shelf, too, and of what is being submitted
  int submitting_ = 0;
  int unreadable_ = 0;
  int64_t pages_done_ = 0, pages_failed_ = 0;
  double page_seconds_ = 0;
  std::condition_variable keeper_;
  bool ending_ = false;
  std::thread thread_;
};

// Seconds since 1970.
double wall_clock();

}  // namespace octavo::service
