#include "server/http/staged_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/random_id.h"

namespace octavo::server {
namespace {

constexpr std::string_view kPrefix = "arriving-";

Error storage_error(int number, const std::string& what) {
  const bool full = number == ENOSPC || number == EDQUOT;
  return {.code = full ? Code::kStorageFull : Code::kOutputUnwritable, .what = what};
}

}  // namespace

Result<StagedFile> StagedFile::create(const std::string& directory) {
  StagedFile file;
  const std::string path = directory + "/" + std::string(kPrefix) + random_id();
  file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file.descriptor_ < 0)
    return storage_error(errno, "no file for what arrives can be made in the data folder");
  file.path_ = path;
  return file;
}

Result<StagedFile> StagedFile::link(const std::string& directory, const StagedFile& other) {
  StagedFile file;
  const std::string path = directory + "/" + std::string(kPrefix) + random_id();
  if (::link(other.path_.c_str(), path.c_str()) != 0)
    return storage_error(errno, "no file for a job can be made in the data folder");
  file.path_ = path;
  file.bytes_ = other.bytes_;
  file.sha256_ = other.sha256_;
  return file;
}

StagedFile::~StagedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!path_.empty()) ::unlink(path_.c_str());  // not there any more when it was moved
}

Status StagedFile::append(std::string_view data) {
  digest_.add({reinterpret_cast<const uint8_t*>(data.data()), data.size()});
  while (!data.empty()) {
    const ssize_t count = ::write(descriptor_, data.data(), data.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return storage_error(errno, "what arrives cannot be written");
    data.remove_prefix(static_cast<size_t>(count));
    bytes_ += static_cast<uint64_t>(count);
  }
  return success();
}

Status StagedFile::finish() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && ::close(descriptor) != 0)
    return storage_error(errno, "what arrived cannot be written");
  sha256_ = digest_.finish();
  return success();
}

}  // namespace octavo::server
