#include "base/descriptor.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace octavo {

Descriptor::Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(value_, other.value_);
  return *this;
}
Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

Error write_error(const std::string& path, int number, const char* hint) {
  if (number == ENOSPC || number == EDQUOT)
    return {Code::kStorageFull, "no space left to write", hint, {.file = path}};
  return {Code::kOutputUnwritable,
          std::string("cannot write: ") + std::strerror(number),
          "",
          {.file = path}};
}

int write_all(int descriptor, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return 0;
}

}  // namespace octavo
