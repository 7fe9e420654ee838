#include "service/durable.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/descriptor.h"
#include "base/file.h"
#include "base/try.h"

namespace octavo::service {
namespace {

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

}  // namespace

Status write_durably(const std::string& path, std::span<const uint8_t> bytes) {
  OCTAVO_TRY_STATUS(write_content(path, bytes));
  return make_folder_durable(parent_of(path));
}

Status write_durably(const std::string& path, std::string_view text) {
  return write_durably(path, bytes_of(text));
}

Status write_flushed(const std::string& path, std::string_view text) {
  return write_content(path, bytes_of(text));
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
