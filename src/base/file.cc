#include "base/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/descriptor.h"
#include "base/try.h"
#include "base/utf8.h"

namespace octavo {
namespace {

Error read_error(const std::string& path, int number) {
  const Code code =
      number == ENOENT || number == ENOTDIR ? Code::kFileNotFound : Code::kFileUnreadable;
  const char* hint = number == EACCES ? "check the rights of the file and its directory" : "";
  return {code, std::strerror(number), hint, {.file = path}};
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path, int64_t max_bytes) {
  // O_NONBLOCK: opening a FIFO must not hang; it is refused below.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return read_error(path, errno);
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return read_error(path, errno);
  if (S_ISDIR(facts.st_mode))
    return Error{Code::kFileUnreadable, "is a directory", "", {.file = path}};
  if (!S_ISREG(facts.st_mode))
    return Error{
        Code::kFileUnreadable, "is not a regular file", "use - to read a pipe", {.file = path}};
  if (facts.st_size == 0)
    return Error{Code::kFileEmpty, "the file has no bytes", "", {.file = path}};
  if (facts.st_size > max_bytes)
    return Error{Code::kLimitExceeded,
                 "file of " + std::to_string(facts.st_size) + " bytes is over the limit of " +
                     std::to_string(max_bytes),
                 "",
                 {.file = path}};
  const auto size = static_cast<size_t>(facts.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return read_error(path, errno);
  return MappedFile(static_cast<const uint8_t*>(data), size);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<uint8_t*>(data_), size_);
}

Result<std::vector<uint8_t>> read_descriptor(int descriptor, const std::string& name,
                                             int64_t max_bytes) {
  std::vector<uint8_t> bytes;
  size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(bytes.empty() ? size_t(1) << 16 : bytes.size() * 2);
    const ssize_t count = ::read(descriptor, bytes.data() + used, bytes.size() - used);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return read_error(name, errno);
    if (count == 0) break;
    used += static_cast<size_t>(count);
    if (used > static_cast<size_t>(max_bytes))
      return Error{Code::kLimitExceeded,
                   "more than " + std::to_string(max_bytes) + " bytes",
                   "",
                   {.file = name}};
  }
  bytes.resize(used);
  if (bytes.empty()) return Error{Code::kFileEmpty, "no bytes were read", "", {.file = name}};
  return bytes;
}

Status write_file_atomically(const std::string& path, const std::function<int(int)>& write) {
  static std::atomic<unsigned> counter{0};
  const std::filesystem::path target(path);
  // The temporary has a short name of its own: appending to a 250-byte name would be too long.
  const std::string temporary =
      (target.parent_path() / (".octavo-" + std::to_string(::getpid()) + "-" +
                               std::to_string(counter.fetch_add(1)) + ".tmp"))
          .string();
  const auto remove_temporary = [&](Error error) {
    ::unlink(temporary.c_str());
    return error;
  };
  {
    const Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (file.get() < 0) return write_error(path, errno);
    if (const int number = write(file.get()); number != 0)
      return remove_temporary(write_error(path, number));
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return remove_temporary(write_error(path, errno));
  return success();
}

Status write_file_atomically(const std::string& path, std::span<const uint8_t> bytes) {
  return write_file_atomically(path, [&](int descriptor) { return write_all(descriptor, bytes); });
}

Status write_file_atomically(const std::string& path, std::string_view text) {
  return write_file_atomically(
      path, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

Status make_directories(const std::string& path) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (failure) return write_error(path, failure.value());
  if (!std::filesystem::is_directory(path, failure))
    return Error{
        Code::kOutputUnwritable, "a file is in the way of this directory", "", {.file = path}};
  return success();
}

std::string safe_file_stem(std::string_view stem, size_t max_bytes) {
  std::string name;
  for (const char32_t c : to_utf32(stem)) {
    if (is_control(c)) continue;
    append_utf8(name, c == '/' || c == '\\' ? U'_' : c);
  }
  name = std::string(trim(utf8_prefix(name, max_bytes)));
  for (size_t i = 0; i < name.size() && name[i] == '.'; ++i) name[i] = '_';
  return name.empty() ? "document" : name;
}

}  // namespace octavo
