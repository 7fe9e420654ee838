// One job in memory, with what happens to it: no locks, no disk, no processes.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "service/job.h"
#include "service/json.h"
#include "service/settings_json.h"

namespace octavo::service {

// What becomes of a file whose worker has died.
enum class AfterLoss : uint8_t { kAgain, kFailed };

// Not thread-safe.
class JobRecord {
 public:
  // `first_sequence`: of its first event. What a job of an earlier run has done already is told in
  // events at once; files that were being read wait again.
  JobRecord(JobSnapshot job, uint64_t first_sequence);

  // Without pages and the times that change.
  const JobSnapshot& job() const { return job_; }
  uint64_t version() const { return version_; }
  uint64_t last_sequence() const { return next_sequence_ - 1; }
  std::vector<JobEvent> events_after(uint64_t since) const;
  // With the time that the rest may take.
  JobSnapshot snapshot(bool with_pages) const;

  bool has_passwords() const;
  void set_passwords(std::vector<std::string> passwords) { passwords_ = std::move(passwords); }
  std::string password(int file) const;
  // There is something to look at. False for numbers that do not exist.
  bool is_done(int file, int page) const;
  std::vector<int> alone(int file) const;
  std::vector<int> given_up(int file) const;

  void file_begun(int file, double now);
  void file_opened(int file, const std::vector<int>& pages);
  void page_started(int file, int page);
  // Its worker is through with it, and puts it on disk.
  void page_read(int file, int page);
  // It is on disk. False: there is no such page, or it has ended before.
  bool page_finished(int file, const PageSnapshot& page);
  void file_ended(int file, const Json& outputs, const std::string& output_folder, double now);
  void file_failed(int file, const Error& error, double now);
  // A page that was in work when a worker died is read alone from then on; one that was alone and
  // is under suspicion is given up. So is everything, when it happens too often.
  AfterLoss worker_lost(int file, double now);
  void cancel(double now);

 private:
  using Clock = std::chrono::steady_clock;
  struct Progress {
    std::vector<PageSnapshot> pages;  // ascending; here, not in the snapshot's files
    std::set<int> in_work;
    std::map<int, int> losses;  // of pages that are under suspicion
    std::set<int> given_up;
    int losses_without_page = 0, losses_in_all = 0;
    Clock::time_point begun;
  };

  FileSnapshot& file(int n) { return job_.files[static_cast<size_t>(n)]; }
  PageSnapshot* find_page(int n, int page);
  void end_file(int n, JobState state, double now);
  void settle(double now);
  void count(int n, const PageSnapshot& page, int by);
  void forget_steps();
  void add_event(JobEvent::Kind kind, Json json);
  void page_event(int n, const PageSnapshot& page);
  void progress_event();
  void job_event();

  JobSnapshot job_;
  std::vector<Progress> progress_;
  std::vector<std::string> passwords_;
  std::vector<JobEvent> events_;
  uint64_t next_sequence_;
  uint64_t version_ = 1;
  Clock::time_point run_begun_;  // of the first page in this run
  int run_pages_ = 0;
};

}  // namespace octavo::service
