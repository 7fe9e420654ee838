#include "server/jobs/uploads.h"

#include <algorithm>

#include "base/random_id.h"
#include "base/try.h"

namespace octavo::server {
namespace {

using Clock = std::chrono::steady_clock;

Error no_such_file() { return {.code = Code::kFileNotFound, .what = "there is no such file"}; }

}  // namespace

Uploads::Uploads(std::string directory, uint64_t most_bytes, size_t most_files,
                 std::chrono::milliseconds kept)
    : directory_(std::move(directory)),
      most_bytes_(most_bytes),
      most_files_(most_files),
      kept_(kept),
      thread_([this] { forget_old(); }) {}

Uploads::~Uploads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Uploads::forget_old() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    const auto now = Clock::now();
    auto next = Clock::time_point::max();
    std::vector<Content> gone;
    for (auto it = entries_.begin(); it != entries_.end();) {
      const auto entry = it++;
      if (entry->second.expires <= now)
        gone.push_back(drop(entry));
      else
        next = std::min(next, entry->second.expires);
    }
    if (!gone.empty()) {
      lock.unlock();
      gone.clear();
      lock.lock();
    } else if (next == Clock::time_point::max()) {
      changed_.wait(lock, [this] { return ending_ || !entries_.empty(); });
    } else {
      changed_.wait_until(lock, next, [this] { return ending_; });
    }
  }
}

Uploads::Content Uploads::drop(std::map<std::string, Entry>::iterator entry) {
  bytes_ -= entry->second.upload.bytes;
  Content content = std::move(entry->second.content);
  entries_.erase(entry);
  return content;
}

Result<Upload> Uploads::create(Upload upload) {
  {
    const std::lock_guard lock(mutex_);
    if (entries_.size() >= most_files_)
      return Error{.code = Code::kServerFailed, .what = "too many uploads wait for their jobs"};
    upload.id = "file-" + random_id();
    upload.created = std::chrono::system_clock::now();
    entries_[upload.id] = {.upload = upload, .expires = Clock::now() + kept_};
  }
  changed_.notify_all();
  return upload;
}

Result<Upload> Uploads::put(const std::string& id, StagedFile file) {
  if (file.bytes() == 0) return Error{.code = Code::kFileEmpty, .what = "the file has no bytes"};
  // What it held, or what is refused, goes when the lock is no longer held.
  auto content = std::make_shared<StagedFile>(std::move(file));
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return no_such_file();
  Upload& upload = found->second.upload;
  if (upload.completed)
    return Error{.code = Code::kInvalidArgument, .what = "that upload is complete"};
  if (upload.announced_bytes != 0 && upload.announced_bytes != content->bytes())
    return Error{.code = Code::kInvalidArgument,
                 .what = std::to_string(upload.announced_bytes) + " bytes were announced, " +
                         std::to_string(content->bytes()) + " arrived"};
  if (bytes_ - upload.bytes + content->bytes() > most_bytes_)
    return Error{.code = Code::kServerFailed, .what = "too much waits for its jobs"};
  bytes_ += content->bytes() - upload.bytes;
  upload.bytes = content->bytes();
  upload.arrived = true;
  found->second.content.swap(content);
  return upload;
}

Result<Upload> Uploads::complete(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return no_such_file();
  if (!found->second.upload.arrived)
    return Error{.code = Code::kInvalidArgument, .what = "nothing has been uploaded yet"};
  found->second.upload.completed = true;
  return found->second.upload;
}

bool Uploads::remove(const std::string& id) {
  Content gone;
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return false;
  gone = drop(found);
  return true;
}

std::optional<Upload> Uploads::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return std::nullopt;
  return found->second.upload;
}

std::vector<Upload> Uploads::files() const {
  const std::lock_guard lock(mutex_);
  std::vector<Upload> out;
  for (const auto& [id, entry] : entries_)
    if (entry.upload.completed) out.push_back(entry.upload);
  std::stable_sort(out.begin(), out.end(),
                   [](const Upload& a, const Upload& b) { return a.created < b.created; });
  return out;
}

Uploads::Content Uploads::content(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.upload.completed) return nullptr;
  return found->second.content;
}

Result<StagedFile> Uploads::link(const std::string& id) const {
  const Content there = content(id);
  if (!there) return no_such_file();
  return StagedFile::link(directory_, *there);
}

std::optional<std::string> Uploads::path(const std::string& id) const {
  const Content there = content(id);
  if (!there) return std::nullopt;
  return there->path();
}

}  // namespace octavo::server
