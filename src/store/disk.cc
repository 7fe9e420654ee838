#include "store/disk.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/try.h"

namespace octavo::store {
namespace {
constexpr std::chrono::milliseconds kLook{50};  // how often a wait looks at the cancel flag
}

Error cancelled() { return {Code::kCancelled, "stopped on request", "", {}}; }

Error write_error(const std::string& path, int number) {
  return octavo::write_error(path, number, "free some space and run again: what is here is kept");
}

Status write_all(int descriptor, std::span<const uint8_t> bytes, const std::string& path) {
  if (const int number = octavo::write_all(descriptor, bytes); number != 0)
    return write_error(path, number);
  return success();
}

Status sync_and_rename(int descriptor, const std::string& from, const std::string& to) {
  if (::fsync(descriptor) != 0) return write_error(from, errno);
  if (::rename(from.c_str(), to.c_str()) != 0) return write_error(to, errno);
  const std::string folder = std::filesystem::path(to).parent_path().string();
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a folder; the file itself is safe.
  if (opened.get() >= 0) static_cast<void>(::fsync(opened.get()));
  return success();
}

bool is_file(const std::string& path, uint64_t* bytes) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  if (bytes != nullptr) *bytes = static_cast<uint64_t>(facts.st_size);
  return true;
}

Result<uint64_t> free_bytes(const std::string& path) {
  std::filesystem::path folder(path);
  std::error_code failure;
  while (!std::filesystem::exists(folder, failure) && folder.has_relative_path())
    folder = folder.parent_path();
  if (folder.empty()) folder = ".";
  struct statvfs facts{};
  if (::statvfs(folder.c_str(), &facts) != 0)
    return Error{Code::kFileUnreadable, std::strerror(errno), "", {.file = folder.string()}};
  return static_cast<uint64_t>(facts.f_bavail) * facts.f_frsize;
}

Result<Descriptor> lock_file(const std::string& path, const CancelFlag* cancel,
                             const std::function<void()>& on_wait) {
  constexpr mode_t kMode = 0644;
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode));
  if (file.get() < 0) return write_error(path, errno);
  for (bool told = false;; told = true) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
    if (errno != EWOULDBLOCK && errno != EINTR) return write_error(path, errno);
    if (!told && on_wait) on_wait();
    OCTAVO_TRY_STATUS(sleep_for(kLook, cancel));
  }
}

Status sleep_for(std::chrono::milliseconds time, const CancelFlag* cancel) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (true) {
    if (cancel != nullptr && cancel->is_set()) return cancelled();
    const auto left = end - std::chrono::steady_clock::now();
    if (left <= left.zero()) return success();
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, kLook));
  }
}

}  // namespace octavo::store
