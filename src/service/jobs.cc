#include "service/jobs.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/random_id.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo::service {
namespace {

constexpr uint64_t kEventsAMillisecond = 1000;

Error refuse(Code code, std::string what, std::string hint = "") {
  return {code, std::move(what), std::move(hint), {}};
}

// Higher than any number of an earlier run, as long as the clock goes forward.
uint64_t first_sequence() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) *
         kEventsAMillisecond;
}

Result<int64_t> size_of(const JobFile& file) {
  if (file.staged_path.empty()) return static_cast<int64_t>(file.bytes.size());
  std::error_code failure;
  const auto size = std::filesystem::file_size(file.staged_path, failure);
  if (failure) return refuse(Code::kFileNotFound, "an upload is not there any more");
  return static_cast<int64_t>(size);
}

Status check_file(const JobFile& file, const ServiceLimits& limits) {
  if (!is_valid_utf8(file.name) || !is_valid_utf8(file.page_range))
    return refuse(Code::kInvalidArgument, "a file's name or page range is not valid UTF-8");
  if (file.name.size() > kLongestText || file.page_range.size() > kLongestText)
    return refuse(Code::kInvalidArgument,
                  "a file's name or page range is over " + std::to_string(kLongestText) + " bytes");
  const auto with_name = [&](Error error) {
    error.place.file = file.name;
    return error;
  };
  const auto size = size_of(file);
  if (!size.ok()) return with_name(size.error());
  if (*size == 0) return with_name(refuse(Code::kFileEmpty, "the file has no bytes"));
  if (*size > limits.max_file_bytes)
    return with_name(refuse(Code::kLimitExceeded, "file of " + std::to_string(*size) +
                                                      " bytes is over the limit of " +
                                                      std::to_string(limits.max_file_bytes)));
  if (file.page_range.empty()) return success();
  if (auto ranges = parse_page_ranges(file.page_range); !ranges.ok())
    return with_name(std::move(ranges).error());
  return success();
}

}  // namespace

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Jobs::Jobs(JobStore& store, const ServiceOptions& options, std::function<void()> wake_supervisor,
           std::function<void(const LogLine&)> log)
    : store_(store),
      options_(options),
      wake_supervisor_(std::move(wake_supervisor)),
      log_(std::move(log)) {
  load();
  thread_ = std::thread([this] { keep(); });
}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  keeper_.notify_all();
  thread_.join();
}

// Before there is anybody else. What is over goes to the shelf at once.
void Jobs::load() {
  std::vector<UnreadableJob> unreadable;
  std::vector<JobSnapshot> unfinished;
  store_.load(
      [&](JobSnapshot job) {
        if (!is_final(job.state)) return unfinished.push_back(std::move(job));
        const std::string id = job.id;
        const int64_t bytes = store_.bytes_of(id);
        add(std::move(job), {}, bytes);
        shelve(id);
      },
      unreadable);
  std::sort(unfinished.begin(), unfinished.end(), [](const JobSnapshot& a, const JobSnapshot& b) {
    return std::pair(a.created, a.id) < std::pair(b.created, b.id);
  });
  for (JobSnapshot& job : unfinished) {
    const int64_t bytes = store_.bytes_of(job.id);
    add(std::move(job), {}, bytes);
  }
  unreadable_ = static_cast<int>(unreadable.size());
  for (const UnreadableJob& job : unreadable)
    log_({.severity = Severity::kError,
          .event = "job_unreadable",
          .job = "",
          .text = job.folder + ": " + job.why});
}

// With the lock, or before there is anybody else. Its bytes count from now on.
void Jobs::add(JobSnapshot job, std::vector<std::string> passwords, int64_t bytes) {
  const std::string id = job.id;
  const bool is_new = !passwords.empty();
  bytes_[id] = bytes;
  bytes_in_all_ += bytes;
  auto record = std::make_unique<JobRecord>(std::move(job), first_sequence());
  record->set_passwords(std::move(passwords));
  const std::vector<FileSnapshot>& files = record->job().files;
  for (int n = 0; n < static_cast<int>(files.size()); ++n) {
    const FileSnapshot& file = files[static_cast<size_t>(n)];
    if (is_final(file.state)) continue;
    if (is_new || !file.had_password) {
      queue_.push_back({id, n});
      continue;
    }
    to_write_.insert(id);
    record->file_failed(
        n,
        refuse(Code::kFileEncrypted, "its password was not kept when the server started again",
               "send the document again"),
        wall_clock());
  }
  jobs_[id] = std::move(record);
}

Status Jobs::check(const JobRequest& request) const {
  const ServiceLimits& limits = options_.limits;
  if (request.files.empty()) return refuse(Code::kInvalidArgument, "there is no file");
  if (request.files.size() > static_cast<size_t>(limits.max_files_per_job))
    return refuse(Code::kLimitExceeded, std::to_string(request.files.size()) +
                                            " files are over the limit of " +
                                            std::to_string(limits.max_files_per_job));
  if (!is_valid_utf8(request.client) || !is_valid_utf8(request.client_facts))
    return refuse(Code::kInvalidArgument, "the request is not valid UTF-8");
  for (const JobFile& file : request.files) OCTAVO_TRY_STATUS(check_file(file, limits));
  const bool needs_model = request.tier == Tier::kVlm || request.tier == Tier::kHybrid;
  if (needs_model && !options_.vlm.any())
    return refuse(Code::kModelMissing,
                  "tier " + std::string(tier_name(request.tier)) + " needs a model",
                  "install one with octavo models pull, and start the server again");
  return success();
}

// Room among the jobs and on the disk, for one that is on its way there.
Status Jobs::reserve(int64_t bytes) {
  const ServiceLimits& limits = options_.limits;
  const std::lock_guard lock(mutex_);
  if (draining_) return refuse(Code::kServerFailed, "the server is about to stop");
  int waiting = submitting_;
  for (const auto& [id, record] : jobs_)
    waiting += record->job().state == JobState::kQueued ? 1 : 0;
  if (waiting >= limits.max_waiting_jobs)
    return refuse(Code::kServerFailed, "too many jobs are waiting", "try again later");
  const size_t stored = jobs_.size() + shelf_.size() + static_cast<size_t>(submitting_);
  if (stored >= static_cast<size_t>(limits.max_stored_jobs))
    return refuse(Code::kServerFailed,
                  std::to_string(stored) + " jobs are kept, and no more may be",
                  "remove some, or try again when the oldest are forgotten");
  OCTAVO_TRY_STATUS(store_.check_room(bytes, limits, bytes_in_all_));
  bytes_in_all_ += bytes;
  ++submitting_;
  return success();
}

Result<JobSnapshot> Jobs::make_snapshot(JobRequest& request) const {
  JobSnapshot job;
  job.id = random_id();
  job.created = wall_clock();
  static_cast<Settings&>(job) = request;
  job.client = request.client;
  job.client_facts = request.client_facts;
  StemNames stems;
  for (const JobFile& file : request.files) {
    FileSnapshot& kept = job.files.emplace_back();
    kept.name = file.name;
    kept.page_range = file.page_range;
    kept.stem = stems.take(file.name);
    kept.bytes = OCTAVO_TRY(size_of(file));
    kept.had_password = !file.password.empty();
  }
  return job;
}

Result<std::string> Jobs::submit(JobRequest request) {
  OCTAVO_TRY_STATUS(check(request));
  JobSnapshot job = OCTAVO_TRY(make_snapshot(request));
  int64_t bytes = 0;
  for (const FileSnapshot& file : job.files) bytes += file.bytes;
  OCTAVO_TRY_STATUS(reserve(bytes));
  auto created = store_.create(job, request.files);
  const std::string id = job.id;
  std::vector<std::string> passwords;
  for (JobFile& file : request.files) passwords.push_back(std::move(file.password));
  {
    const std::lock_guard lock(mutex_);
    bytes_in_all_ -= bytes;
    --submitting_;
    if (!created.ok()) return std::move(created).error();
    add(std::move(job), std::move(passwords), bytes);
  }
  wake_supervisor_();
  return id;
}

JobRecord* Jobs::find(const std::string& id) {
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : found->second.get();
}

const JobRecord* Jobs::find(const std::string& id) const {
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : found->second.get();
}

bool Jobs::is_there(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return knows(id);
}

bool Jobs::knows(const std::string& id) const { return jobs_.contains(id) || shelf_.contains(id); }

// Without the lock: it may have to be read. Null: unknown.
Jobs::Record Jobs::take_down(const std::string& id) const {
  ShelvedJob shelved;
  {
    const std::lock_guard lock(mutex_);
    const auto found = shelf_.find(id);
    if (found == shelf_.end()) return nullptr;
    if (taken_down_.first == id) return taken_down_.second;
    shelved = found->second;
  }
  auto record = service::take_down(store_, id, shelved);
  const std::lock_guard lock(mutex_);
  if (record && shelf_.contains(id)) taken_down_ = {id, record};
  return record;
}

// What time and place make of it.
void Jobs::describe(JobSnapshot& job) const {
  if (job.finished > 0)
    job.expires = job.finished + std::chrono::duration<double>(options_.retention).count();
  if (job.state != JobState::kQueued) return;
  std::set<std::string_view> ahead;
  for (const Place& place : queue_) {
    if (place.job == job.id) break;
    ahead.insert(place.job);
  }
  job.queued_ahead = static_cast<int>(ahead.size());
}

std::optional<JobSnapshot> Jobs::job(const std::string& id, bool with_pages) const {
  std::optional<JobSnapshot> job;
  {
    const std::lock_guard lock(mutex_);
    if (const JobRecord* const record = find(id)) {
      job = record->snapshot(with_pages);
      describe(*job);
      return job;
    }
  }
  if (const Record record = take_down(id)) {
    job = record->snapshot(with_pages);
    describe(*job);
  }
  return job;
}

std::vector<JobSnapshot> Jobs::jobs(size_t most) const {
  std::vector<std::pair<double, std::string>> order;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, record] : jobs_) order.emplace_back(record->job().created, id);
    for (const auto& [id, shelved] : shelf_) order.emplace_back(shelved.created, id);
  }
  std::sort(order.begin(), order.end(), std::greater<>());
  std::vector<JobSnapshot> jobs;
  for (const auto& [created, id] : order) {
    if (jobs.size() == most) break;
    if (auto found = job(id, false)) jobs.push_back(*std::move(found));
  }
  return jobs;
}

bool Jobs::cancel(const std::string& id) {
  {
    std::unique_lock lock(mutex_);
    JobRecord* const record = find(id);
    if (record == nullptr) return shelf_.contains(id);
    if (is_final(record->job().state)) return true;
    record->cancel(wall_clock());
    std::erase_if(queue_, [&](const Place& place) { return place.job == id; });
    for (const auto& [task, place] : running_)
      if (place.job == id) cancelled_.insert(task);
    to_tell_.insert(id);  // written below, before the answer
    tell(lock);
  }
  wake_supervisor_();
  write(id);
  return true;
}

bool Jobs::remove(const std::string& id) {
  if (!cancel(id)) return false;
  {
    const std::lock_guard lock(mutex_);
    if (const auto shelved = shelf_.find(id); shelved != shelf_.end()) {
      bytes_in_all_ -= shelved->second.bytes;
      shelf_.erase(shelved);
    } else if (jobs_.erase(id) > 0) {
      bytes_in_all_ -= bytes_[id];
      bytes_.erase(id);
    }
    if (taken_down_.first == id) taken_down_ = {};
    to_write_.erase(id);
  }
  store_.remove(id);
  return true;
}

std::vector<JobEvent> Jobs::events(const std::string& id, uint64_t since) const {
  {
    const std::lock_guard lock(mutex_);
    if (const JobRecord* const record = find(id)) return record->events_after(since);
  }
  const Record record = take_down(id);
  // Their numbers are others than before, but for the last: who has not heard that hears all again.
  const bool has_heard_all = record == nullptr || since >= record->last_sequence();
  return has_heard_all ? std::vector<JobEvent>() : record->events_after(0);
}

uint64_t Jobs::subscribe(const std::string& id, std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  if (!knows(id)) return 0;
  auto subscription = std::make_shared<Subscription>();
  subscription->job = id;
  subscription->wake = std::move(wake);
  subscriptions_[++last_subscription_] = std::move(subscription);
  return last_subscription_;
}

void Jobs::unsubscribe(uint64_t number) {
  std::shared_ptr<Subscription> subscription;
  {
    const std::lock_guard lock(mutex_);
    const auto found = subscriptions_.find(number);
    if (found == subscriptions_.end()) return;
    subscription = std::move(found->second);
    subscriptions_.erase(found);
  }
  const std::lock_guard calling(subscription->calling);
  subscription->ended = true;
}

bool Jobs::is_page_done(const std::string& id, int file, int page) const {
  {
    const std::lock_guard lock(mutex_);
    if (const JobRecord* const record = find(id)) return record->is_done(file, page);
  }
  const Record record = take_down(id);
  return record != nullptr && record->is_done(file, page);
}

std::optional<std::string> Jobs::password(const std::string& id, int file) const {
  const auto of = [file](const JobRecord& record) -> std::optional<std::string> {
    if (file < 0 || static_cast<size_t>(file) >= record.job().files.size()) return std::nullopt;
    return record.password(file);
  };
  {
    const std::lock_guard lock(mutex_);
    if (const JobRecord* const record = find(id)) return of(*record);
  }
  const Record record = take_down(id);
  return record == nullptr ? std::nullopt : of(*record);
}

void Jobs::add_to(ServiceStatus& status) const {
  const std::lock_guard lock(mutex_);
  int* const counts[] = {&status.jobs_queued,  &status.jobs_running, &status.jobs_completed,
                         &status.jobs_partial, &status.jobs_failed,  &status.jobs_canceled};
  for (const auto& [id, record] : jobs_) ++*counts[static_cast<size_t>(record->job().state)];
  for (const auto& [id, shelved] : shelf_) ++*counts[static_cast<size_t>(shelved.state)];
  status.unreadable_jobs = unreadable_;
  status.disk_bytes = bytes_in_all_;
  status.pages_done = pages_done_;
  status.pages_failed = pages_failed_;
  status.page_seconds = page_seconds_;
  status.draining = draining_;
}

void Jobs::drain() {
  const std::lock_guard lock(mutex_);
  draining_ = true;
}

void Jobs::grew(const std::string& id) {
  const std::lock_guard lock(mutex_);
  to_measure_.insert(id);
  keeper_.notify_all();
}

Status Jobs::check_room(int64_t bytes) const {
  const std::lock_guard lock(mutex_);
  return store_.check_room(bytes, options_.limits, bytes_in_all_);
}

bool Jobs::is_idle() const {
  const std::lock_guard lock(mutex_);
  return running_.empty();
}

}  // namespace octavo::service
