#include "service/job_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/random_id.h"
#include "base/try.h"
#include "octavo/files.h"
#include "service/durable.h"
#include "service/job_json.h"
#include "service/page_json.h"
#include "service/page_log.h"
#include "service/tasks.h"

namespace octavo::service {
namespace {

namespace fs = std::filesystem;

// Hidden from load(): being made, and being removed.
constexpr const char* kNew = ".new-";
constexpr const char* kGone = ".gone-";
// 100 files of 2,000 pages are 20 MB.
constexpr int64_t kMostJobBytes = int64_t(64) << 20;

void remove_contents(const std::string& folder, const char* prefix) {
  std::error_code failure;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder, failure))
    if (entry.path().filename().string().starts_with(prefix)) found.push_back(entry.path());
  for (const fs::path& path : found) fs::remove_all(path, failure);
}

// The lock comes first into a folder: where it is not, "jobs" and "staging" are somebody's own.
Status check_owner(const std::string& data_folder) {
  std::error_code failure;
  if (fs::exists(data_folder + "/lock", failure)) return success();
  for (const char* name : {"/jobs", "/staging"})
    if (fs::exists(fs::symlink_status(data_folder + name, failure)))
      return Error{Code::kInvalidArgument,
                   "holds something else: " + std::string(name + 1) + " is no server's",
                   "name a folder of its own with --data",
                   {.file = data_folder}};
  return success();
}

// Copies only when the staged file is on another file system.
Status move_file(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return success();
  if (errno != EXDEV) return write_error(to, errno);
  std::error_code failure;
  fs::copy_file(from, to, failure);
  if (failure) return write_error(to, failure.value());
  fs::remove(from, failure);
  return success();
}

}  // namespace

JobStore::JobStore(const std::string& data_folder, Descriptor lock)
    : jobs_(data_folder + "/jobs"), staging_(data_folder + "/staging"), lock_(std::move(lock)) {}

Result<std::unique_ptr<JobStore>> JobStore::open(const std::string& data_folder) {
  std::error_code failure;
  const bool is_new = !fs::exists(data_folder, failure);
  OCTAVO_TRY_STATUS(make_directories(data_folder));
  OCTAVO_TRY_STATUS(check_owner(data_folder));
  const std::string path = data_folder + "/lock";
  Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.get() < 0) return write_error(path, errno);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0)
    return Error{Code::kInvalidArgument,
                 "another server has this data folder",
                 "stop it, or name another folder with --data",
                 {.file = data_folder}};
  std::unique_ptr<JobStore> store(new JobStore(data_folder, std::move(lock)));
  // Documents are nobody else's; a folder that was there before keeps the rights it has.
  if (is_new) fs::permissions(data_folder, fs::perms::owner_all, failure);
  for (const std::string& folder : {store->jobs_, store->staging_}) {
    OCTAVO_TRY_STATUS(make_directories(folder));
    fs::permissions(folder, fs::perms::owner_all, failure);
  }
  remove_contents(store->staging_, "");
  remove_contents(store->jobs_, kNew);
  remove_contents(store->jobs_, kGone);
  OCTAVO_TRY_STATUS(make_folder_durable(data_folder));
  return store;
}

void JobStore::load(const std::function<void(JobSnapshot)>& take,
                    std::vector<UnreadableJob>& unreadable) const {
  std::error_code failure;
  for (const auto& entry : fs::directory_iterator(jobs_, failure)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".")) continue;
    auto job = load_one(name);
    if (job.ok())
      take(std::move(job).value());
    else
      unreadable.push_back({entry.path().string(), job.error().what});
  }
}

Result<JobSnapshot> JobStore::load_one(const std::string& id) const {
  if (!is_id(id)) return Error{Code::kFileCorrupted, "its name is no job's", "", {}};
  const std::string text =
      OCTAVO_TRY(read_text_file(jobs_ + "/" + id + "/job.json", kMostJobBytes));
  JobSnapshot job = OCTAVO_TRY(job_of(text));
  if (job.id != id) return Error{Code::kFileCorrupted, "job.json is of another job", "", {}};
  for (size_t n = 0; n < job.files.size(); ++n) {
    FileSnapshot& file = job.files[n];
    const std::string folder = output(id, static_cast<int>(n));
    for (JobOutput& out : file.outputs)
      out.path = folder + "/" + output_file_name(file.stem, out.format);
    if (!file.picture_folder.empty()) file.picture_folder = folder + "/images";
    std::error_code failure;
    if (!is_final(file.state) && !fs::exists(input(id, static_cast<int>(n)), failure))
      return Error{Code::kFileCorrupted, "an input is missing", "", {}};
  }
  if (!is_final(job.state)) add_pages(job);
  return job;
}

// A page of an unfinished file is done when it is in the log, whatever job.json says.
void JobStore::add_pages(JobSnapshot& job) const {
  for (size_t n = 0; n < job.files.size(); ++n) {
    FileSnapshot& file = job.files[n];
    if (is_final(file.state)) continue;
    std::map<int, PageSnapshot> pages;
    read_page_log(page_log(job.id, static_cast<int>(n)), [&](const LoggedPage& logged) {
      if (const auto page = page_facts(logged.json); page && page->page == logged.page)
        pages[page->page] = *page;
    });
    file.pages.clear();
    for (auto& [number, page] : pages) file.pages.push_back(std::move(page));
  }
}

Status JobStore::fill(const std::string& folder, const JobSnapshot& job,
                      const std::vector<JobFile>& files) const {
  // All of them here: a worker makes none, so that nothing of a removed job comes back.
  std::vector<std::string> made{folder, folder + "/input", folder + "/output"};
  for (const char* part : {"/input", "/pages", "/pictures", "/output"})
    OCTAVO_TRY_STATUS(make_directories(folder + part));
  for (size_t n = 0; n < files.size(); ++n) {
    OCTAVO_TRY_STATUS(make_directories(folder + "/output/" + std::to_string(n)));
    made.push_back(folder + "/input/" + std::to_string(n));
    if (files[n].staged_path.empty())
      OCTAVO_TRY_STATUS(write_file_atomically(made.back(), files[n].bytes));
  }
  made.push_back(folder + "/job.json");
  OCTAVO_TRY_STATUS(write_file_atomically(made.back(), job_json(job)));
  for (size_t n = 0; n < files.size(); ++n)
    if (!files[n].staged_path.empty())
      OCTAVO_TRY_STATUS(move_file(files[n].staged_path, folder + "/input/" + std::to_string(n)));
  return flush_together(made);
}

Status JobStore::create(const JobSnapshot& job, const std::vector<JobFile>& files) {
  const std::string making = jobs_ + "/" + kNew + job.id;
  auto filled = fill(making, job, files);
  if (filled.ok()) {
    const std::string made = jobs_ + "/" + job.id;
    if (::rename(making.c_str(), made.c_str()) != 0)
      filled = write_error(jobs_, errno);
    else if (filled = make_folder_durable(jobs_); !filled.ok())
      ::rename(made.c_str(), making.c_str());  // or the next start would go on with it
  }
  if (filled.ok()) return filled;
  // Staged files that were moved go back.
  for (size_t n = 0; n < files.size(); ++n)
    if (!files[n].staged_path.empty())
      ::rename((making + "/input/" + std::to_string(n)).c_str(), files[n].staged_path.c_str());
  std::error_code failure;
  fs::remove_all(making, failure);
  return filled;
}

Status JobStore::save(const JobSnapshot& job, uint64_t version) {
  const std::lock_guard lock(mutex_);
  const auto last = versions_.find(job.id);
  if (last != versions_.end() && version < last->second) return success();
  OCTAVO_TRY_STATUS(write_durably(jobs_ + "/" + job.id + "/job.json", job_json(job)));
  versions_[job.id] = version;  // not of one that was removed meanwhile
  return success();
}

void JobStore::close(const std::string& id) {
  const std::lock_guard lock(mutex_);
  versions_.erase(id);
}

void JobStore::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  versions_.erase(id);
  const std::string gone = jobs_ + "/" + kGone + id;
  // One step for whoever looks, and for a crash in between.
  if (::rename((jobs_ + "/" + id).c_str(), gone.c_str()) != 0) return;
  std::error_code failure;
  fs::remove_all(gone, failure);
}

Status JobStore::check_room(int64_t bytes, const ServiceLimits& limits, int64_t used) const {
  const auto full = [&](const char* what) {
    return Error{Code::kStorageFull, what, "free some space, or remove jobs, and try again", {}};
  };
  if (used + bytes > limits.max_disk_bytes) return full("jobs have used their share of the disk");
  struct statvfs facts{};
  if (::statvfs(jobs_.c_str(), &facts) != 0) return success();
  const auto left = static_cast<int64_t>(facts.f_bavail) * static_cast<int64_t>(facts.f_frsize);
  if (left - bytes < limits.min_free_bytes) return full("no space left to keep the job");
  return success();
}

int64_t JobStore::bytes_of(const std::string& id) const {
  int64_t bytes = 0;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(jobs_ + "/" + id, failure), end; !failure && at != end;
       at.increment(failure)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) bytes += static_cast<int64_t>(at->file_size(ignored));
  }
  return bytes;
}

std::string JobStore::input(const std::string& id, int file) const {
  return jobs_ + "/" + id + "/input/" + std::to_string(file);
}
std::string JobStore::page_log(const std::string& id, int file) const {
  return jobs_ + "/" + id + "/pages/" + std::to_string(file) + ".log";
}
std::string JobStore::output(const std::string& id, int file) const {
  return jobs_ + "/" + id + "/output/" + std::to_string(file);
}
std::string JobStore::picture(const std::string& id, int file, int page) const {
  return jobs_ + "/" + id + "/pictures/" + std::to_string(file) + "-" + std::to_string(page) +
         ".png";
}

}  // namespace octavo::service
