#include "store/digest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "store/disk.h"

namespace octavo::store {

Digest Digest::from_hex(std::string_view hex) {
  constexpr size_t kSha256Digits = 64, kSha1Digits = 40;
  while (hex.starts_with('"')) hex.remove_prefix(1);
  while (hex.ends_with('"')) hex.remove_suffix(1);
  if (hex.find_first_not_of("0123456789abcdef") != std::string_view::npos) return {};
  if (hex.size() == kSha256Digits) return {Kind::kSha256, std::string(hex)};
  if (hex.size() == kSha1Digits) return {Kind::kGitBlob, std::string(hex)};
  return {};
}

ContentHash::ContentHash(const Digest& expected, uint64_t bytes) : expected_(expected) {
  if (expected.kind != Digest::Kind::kGitBlob) return;
  std::string header = "blob " + std::to_string(bytes);
  header.push_back('\0');
  git_.emplace();
  git_->add({reinterpret_cast<const uint8_t*>(header.data()), header.size()});
}

void ContentHash::add(std::span<const uint8_t> bytes) {
  sha256_.add(bytes);
  if (git_) git_->add(bytes);
}

ContentHash::Seen ContentHash::finish() {
  Seen seen;
  seen.sha256 = sha256_.finish();
  seen.actual = git_ ? git_->finish() : seen.sha256;
  seen.as_expected = expected_.kind == Digest::Kind::kNone || seen.actual == expected_.hex;
  return seen;
}

Result<ContentHash::Seen> hash_file(const std::string& path, const Digest& expected,
                                    const CancelFlag* cancel,
                                    const std::function<void(uint64_t)>& on_bytes) {
  const auto failed = [&](int number) {
    const Code code = number == ENOENT ? Code::kFileNotFound : Code::kFileUnreadable;
    return Error{code, std::strerror(number), "", {.file = path}};
  };
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return failed(errno);
  struct stat facts{};
  if (::fstat(file.get(), &facts) != 0) return failed(errno);
  if (!S_ISREG(facts.st_mode))
    return Error{Code::kFileUnreadable, "is not a regular file", "", {.file = path}};
  ContentHash hash(expected, static_cast<uint64_t>(facts.st_size));
  std::vector<uint8_t> buffer(size_t(1) << 20);
  while (true) {
    if (cancel != nullptr && cancel->is_set()) return cancelled();
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed(errno);
    if (count == 0) break;
    hash.add(std::span(buffer.data(), static_cast<size_t>(count)));
    if (on_bytes) on_bytes(static_cast<uint64_t>(count));
  }
  return hash.finish();
}

}  // namespace octavo::store
