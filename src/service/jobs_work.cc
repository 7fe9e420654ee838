// The other side of Jobs: what the supervisor takes from it and gives back, and what is written.
#include <algorithm>
#include <chrono>
#include <utility>

#include "service/job_json.h"
#include "service/jobs.h"
#include "service/tasks.h"

namespace octavo::service {
namespace {

constexpr std::chrono::seconds kExpiryRound{30};
// Whoever waits for a job asks for it soon after its end; the others are on the shelf.
constexpr size_t kFinishedInMemory = 16;

}  // namespace

bool Jobs::has_work() const {
  const std::lock_guard lock(mutex_);
  return !draining_ && !queue_.empty();
}

std::optional<Dispatch> Jobs::next() {
  std::unique_lock lock(mutex_);
  if (draining_ || queue_.empty()) return std::nullopt;
  const Place place = std::move(queue_.front());
  queue_.pop_front();
  JobRecord& record = *find(place.job);
  const uint64_t before = record.version();
  record.file_begun(place.file, wall_clock());
  const int64_t task = ++last_task_;
  running_[task] = place;
  const FileSnapshot& file = record.job().files[static_cast<size_t>(place.file)];
  const ReadTask read{.id = task,
                      .input = store_.input(place.job, place.file),
                      .name = file.name,
                      .page_range = file.page_range,
                      .settings = record.job(),
                      .file = place.file,
                      .stem = file.stem,
                      .page_log = store_.page_log(place.job, place.file),
                      .output_folder = store_.output(place.job, place.file),
                      .alone = record.alone(place.file),
                      .given_up = record.given_up(place.file),
                      .password = record.password(place.file)};
  // That a later file of a job begins is not read back by the next start.
  if (record.version() != before) changed(place.job);
  tell(lock);
  return Dispatch{task, to_message(read)};
}

std::vector<int64_t> Jobs::take_cancelled() {
  const std::lock_guard lock(mutex_);
  const std::set<int64_t> tasks = std::exchange(cancelled_, {});
  return {tasks.begin(), tasks.end()};
}

bool Jobs::take(int64_t task, const std::string& what, const Json& json) {
  std::unique_lock lock(mutex_);
  const auto found = running_.find(task);
  if (found == running_.end()) return false;
  const Place place = found->second;
  const bool over = what == "ended" || what == "failed";
  if (over) running_.erase(found);
  // Of a job that was cancelled or removed in the meantime nothing counts any more.
  const JobRecord* const record = find(place.job);
  if (record == nullptr || is_final(record->job().state)) return over;
  take_for(place, what, json);
  tell(lock);
  return over;
}

// With the lock.
void Jobs::take_for(const Place& place, const std::string& what, const Json& json) {
  JobRecord& record = *find(place.job);
  if (what == "opened") {
    record.file_opened(place.file, integers_at(json, "pages"));
  } else if (what == "started") {
    record.page_started(place.file, static_cast<int>(integer_at(json, "page", -1)));
  } else if (what == "read") {
    record.page_read(place.file, static_cast<int>(integer_at(json, "page", -1)));
  } else if (what == "page") {
    const auto page = page_of(json);
    if (!page || !record.page_finished(place.file, *page)) return;
    ++(page->state == PageState::kFailed ? pages_failed_ : pages_done_);
    page_seconds_ += page->seconds;
  } else if (what == "ended") {
    record.file_ended(place.file, json, store_.output(place.job, place.file), wall_clock());
    file_is_over(place);
  } else if (what == "failed") {
    record.file_failed(place.file, error_of(json), wall_clock());
    file_is_over(place);
  }
  to_tell_.insert(place.job);
}

void Jobs::file_is_over(const Place& place) {
  to_measure_.insert(place.job);
  changed(place.job);
}

void Jobs::lost(const std::vector<int64_t>& tasks) {
  std::unique_lock lock(mutex_);
  for (const int64_t task : tasks) {
    const auto found = running_.find(task);
    if (found == running_.end()) continue;
    const Place place = found->second;
    running_.erase(found);
    cancelled_.erase(task);
    JobRecord* const record = find(place.job);
    if (record == nullptr || is_final(record->job().state)) continue;
    if (record->worker_lost(place.file, wall_clock()) == AfterLoss::kAgain) {
      queue_.push_front(place);
      to_tell_.insert(place.job);
    } else {
      file_is_over(place);
    }
  }
  tell(lock);
}

// With the lock.
void Jobs::changed(const std::string& id) {
  to_write_.insert(id);
  to_tell_.insert(id);
  keeper_.notify_all();
}

// Gives the lock up.
void Jobs::tell(std::unique_lock<std::mutex>& lock) {
  std::vector<std::shared_ptr<Subscription>> wanted;
  for (const auto& [number, subscription] : subscriptions_)
    if (to_tell_.contains(subscription->job)) wanted.push_back(subscription);
  to_tell_.clear();
  lock.unlock();
  for (const auto& subscription : wanted) {
    const std::lock_guard calling(subscription->calling);
    if (!subscription->ended) subscription->wake();
  }
}

void Jobs::write(const std::string& id) {
  std::optional<JobSnapshot> job;
  uint64_t version = 0;
  {
    const std::lock_guard lock(mutex_);
    const JobRecord* const record = find(id);
    if (record == nullptr) return;
    job = record->snapshot(true);
    version = record->version();
  }
  auto saved = store_.save(*job, version);
  {
    const std::lock_guard lock(mutex_);
    if (find(id) == nullptr) return;  // removed meanwhile: nothing is missing
    if (saved.ok() && is_final(job->state)) to_shelve_.push_back(id);
  }
  if (!saved.ok())
    log_({.severity = Severity::kError,
          .event = "job_not_written",
          .job = id,
          .text = saved.error().message()});
}

// Without the lock.
void Jobs::measure(const std::string& id) {
  const int64_t bytes = store_.bytes_of(id);
  const std::lock_guard lock(mutex_);
  if (const auto found = bytes_.find(id); found != bytes_.end()) {
    bytes_in_all_ += bytes - found->second;
    found->second = bytes;
  } else if (const auto shelved = shelf_.find(id); shelved != shelf_.end()) {
    bytes_in_all_ += bytes - shelved->second.bytes;
    shelved->second.bytes = bytes;
  }
}

// With the lock. Passwords are nowhere but in memory.
void Jobs::shelve(const std::string& id) {
  const JobRecord* const record = find(id);
  if (record == nullptr || record->has_passwords()) return;
  const JobSnapshot& job = record->job();
  shelf_[id] = {.state = job.state,
                .created = job.created,
                .finished = job.finished,
                .bytes = bytes_[id],
                .last_sequence = record->last_sequence()};
  jobs_.erase(id);
  bytes_.erase(id);
  store_.close(id);
}

// The thread: what has changed goes to disk; when there is nothing, old jobs are removed.
void Jobs::keep() {
  std::unique_lock lock(mutex_);
  auto next_round = std::chrono::steady_clock::now();
  while (true) {
    keeper_.wait_until(lock, next_round,
                       [this] { return ending_ || !to_write_.empty() || !to_measure_.empty(); });
    const std::set<std::string> changed = std::exchange(to_write_, {});
    const std::set<std::string> to_measure = std::exchange(to_measure_, {});
    const bool last = ending_;
    lock.unlock();
    for (const std::string& id : changed) write(id);
    for (const std::string& id : to_measure) measure(id);
    if (std::chrono::steady_clock::now() >= next_round) {
      remove_expired();
      measure_running();
      next_round = std::chrono::steady_clock::now() + kExpiryRound;
    }
    lock.lock();
    for (; to_shelve_.size() > kFinishedInMemory; to_shelve_.pop_front())
      shelve(to_shelve_.front());
    if (last && to_write_.empty()) return;
  }
}

// What runs grows on its way.
void Jobs::measure_running() {
  std::set<std::string> running;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [task, place] : running_) running.insert(place.job);
  }
  for (const std::string& id : running) measure(id);
}

void Jobs::remove_expired() {
  const double before = wall_clock() - std::chrono::duration<double>(options_.retention).count();
  std::vector<std::string> expired;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, record] : jobs_)
      if (is_final(record->job().state) && record->job().finished < before) expired.push_back(id);
    for (const auto& [id, shelved] : shelf_)
      if (shelved.finished < before) expired.push_back(id);
  }
  for (const std::string& id : expired) remove(id);
}

}  // namespace octavo::service
