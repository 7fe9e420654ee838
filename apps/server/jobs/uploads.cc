#include "server/jobs/uploads.h"

#include <algorithm>

#include "base/try.h"
#include "server/http/random_id.h"

namespace octavo::server {
namespace {

using Clock = std::chrono::system_clock;

constexpr std::chrono::hours kKept{24};

Error no_such_file() { return {.code = Code::kFileNotFound, .what = "there is no such file"}; }

}  // namespace

void Uploads::forget_old() {
  for (auto it = entries_.begin(); it != entries_.end();) {
    const bool old = Clock::now() - it->second.upload.created > kKept;
    if (old) bytes_ -= it->second.upload.bytes;
    it = old ? entries_.erase(it) : std::next(it);
  }
}

Result<Upload> Uploads::create(Upload upload) {
  const std::lock_guard lock(mutex_);
  forget_old();
  if (entries_.size() >= most_files_)
    return Error{.code = Code::kServerFailed, .what = "too many uploads wait for their jobs"};
  upload.id = "file-" + random_id();
  upload.created = Clock::now();
  entries_[upload.id].upload = upload;
  return upload;
}

Result<Upload> Uploads::put(const std::string& id, StagedFile content) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return no_such_file();
  Upload& upload = found->second.upload;
  if (upload.completed)
    return Error{.code = Code::kInvalidArgument, .what = "that upload is complete"};
  if (upload.announced_bytes != 0 && upload.announced_bytes != content.bytes())
    return Error{.code = Code::kInvalidArgument,
                 .what = std::to_string(upload.announced_bytes) + " bytes were announced, " +
                         std::to_string(content.bytes()) + " arrived"};
  if (bytes_ - upload.bytes + content.bytes() > most_bytes_)
    return Error{.code = Code::kServerFailed, .what = "too much waits for its jobs"};
  bytes_ += content.bytes() - upload.bytes;
  upload.bytes = content.bytes();
  upload.arrived = true;
  found->second.content = std::move(content);
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
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return false;
  bytes_ -= found->second.upload.bytes;
  entries_.erase(found);
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

Result<StagedFile> Uploads::link(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.upload.completed) return no_such_file();
  return StagedFile::link(directory_, found->second.content);
}

std::optional<std::string> Uploads::path(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.upload.completed) return std::nullopt;
  return found->second.content.path();
}

}  // namespace octavo::server
