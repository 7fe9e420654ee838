#include "staging.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "octavo/files.h"

namespace octavo::cli {
namespace {

namespace fs = std::filesystem;

Error write_error(const std::string& path, int number) {
  if (number == ENOSPC || number == EDQUOT)
    return {Code::kStorageFull,
            "no space left to write",
            "free some space and run again",
            {.file = path}};
  return {
      Code::kOutputUnwritable,
      std::string("cannot write: ") + std::strerror(number),
      number == EACCES || number == EPERM || number == EROFS ? "choose another place with -o" : "",
      {.file = path}};
}

}  // namespace

Result<Staging> Staging::create(const std::string& root) {
  static std::atomic<unsigned> counter{0};
  const std::string prefix = root + "/.octavo-" + std::to_string(::getpid()) + "-";
  // A folder of a run that was killed may have this name.
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string path = prefix + std::to_string(counter.fetch_add(1));
    if (::mkdir(path.c_str(), 0755) == 0) return Staging(std::move(path));
    if (errno != EEXIST) return write_error(root, errno);
  }
  return write_error(root, EEXIST);
}

Staging::Staging(Staging&& other) noexcept
    : path_(std::exchange(other.path_, "")), names_(std::move(other.names_)) {}

Staging::~Staging() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Status Staging::add(const std::string& name, std::span<const uint8_t> bytes) {
  const fs::path path = fs::path(path_) / name;
  if (const fs::path folder = path.parent_path(); folder != path_)
    if (auto made = make_directories(folder.string()); !made.ok()) return made;
  std::error_code failure;
  const bool known = fs::exists(path, failure);
  if (auto written = write_file_atomically(path.string(), bytes); !written.ok()) {
    // The hidden folder means nothing to the user.
    Error error = std::move(written).error();
    error.place.file = (fs::path(path_).parent_path() / name).string();
    return error;
  }
  if (!known) names_.push_back(name);
  return success();
}

Status Staging::add(const std::string& name, std::string_view text) {
  return add(name, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

Status Staging::commit(const std::string& folder, const std::string& last) {
  const fs::path target(folder);
  // A relative name without a slash has no folder to make.
  if (const std::string parent = target.parent_path().string(); !parent.empty())
    if (auto made = make_directories(parent); !made.ok()) return made;
  // rename() onto a folder works only when that one is empty, which is as good as new.
  if (::rename(path_.c_str(), folder.c_str()) == 0) {
    path_.clear();
    return success();
  }
  if (auto made = make_directories(folder); !made.ok()) return made;
  std::stable_partition(names_.begin(), names_.end(),
                        [&](const std::string& name) { return name != last; });
  for (const std::string& name : names_) {
    const fs::path to = target / name;
    if (auto made = make_directories(to.parent_path().string()); !made.ok()) return made;
    if (::rename((fs::path(path_) / name).c_str(), to.c_str()) != 0)
      return write_error(to.string(), errno);
  }
  return success();
}

}  // namespace octavo::cli
