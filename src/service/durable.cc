#include "service/durable.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "base/descriptor.h"
#include "base/file.h"
#include "base/try.h"

namespace octavo::service {
namespace {

// They wait for the disk and use no processor.
constexpr size_t kThreads = 4;

// Some file systems refuse to flush a folder (EINVAL): they have no need to.
Status flush(const std::string& path, int flags) {
  const Descriptor file(::open(path.c_str(), flags | O_CLOEXEC));
  if (file.get() < 0) return write_error(path, errno);
  if (::fsync(file.get()) != 0 && errno != EINVAL) return write_error(path, errno);
  return success();
}

std::string parent_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

std::span<const uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

Status write_content(const std::string& path, std::span<const uint8_t> bytes) {
  return write_file_atomically(path, [&](int descriptor) {
    if (const int number = write_all(descriptor, bytes); number != 0) return number;
    return ::fsync(descriptor) == 0 ? 0 : errno;
  });
}

// The first error in the order of the numbers. All are tried.
Status in_parallel(size_t count, const std::function<Status(size_t)>& work) {
  std::vector<Status> outcomes(count, success());
  std::atomic<size_t> next{0};
  const auto take_turns = [&] {
    for (size_t i = next++; i < count; i = next++) outcomes[i] = work(i);
  };
  std::vector<std::thread> helpers;
  try {
    for (size_t i = 1; i < std::min(count, kThreads); ++i) helpers.emplace_back(take_turns);
  } catch (const std::system_error&) {
    // Under a limit of memory there may be no room for their stacks: then fewer do it.
  }
  take_turns();
  for (std::thread& helper : helpers) helper.join();
  for (Status& outcome : outcomes) OCTAVO_TRY_STATUS(std::move(outcome));
  return success();
}

}  // namespace

Status write_durably(const std::string& path, std::string_view text) {
  OCTAVO_TRY_STATUS(write_content(path, bytes_of(text)));
  return make_folder_durable(parent_of(path));
}

Status write_together(const std::vector<FileContent>& files) {
  OCTAVO_TRY_STATUS(in_parallel(files.size(), [&](size_t i) {
    return write_content(files[i].path, bytes_of(files[i].bytes));
  }));
  std::set<std::string> folders;
  for (const FileContent& file : files) folders.insert(parent_of(file.path));
  return flush_together({folders.begin(), folders.end()});
}

Status flush_together(const std::vector<std::string>& paths) {
  return in_parallel(paths.size(), [&](size_t i) { return flush(paths[i], O_RDONLY); });
}

Status make_durable(const std::string& path) {
  OCTAVO_TRY_STATUS(flush(path, O_RDONLY));
  return make_folder_durable(parent_of(path));
}

Status make_folder_durable(const std::string& folder) {
  return flush(folder, O_RDONLY | O_DIRECTORY);
}

Result<std::string> read_text_file(const std::string& path, int64_t max_bytes) {
  auto file = MappedFile::open(path, max_bytes);
  if (!file.ok() && file.error().code == Code::kFileEmpty) return std::string();
  if (!file.ok()) return std::move(file).error();
  const auto bytes = file->bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace octavo::service
